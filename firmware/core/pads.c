#include "pads.h"

static void tell(struct pads *pads, uint8_t pad, struct tick tick, struct ring *ring)
{
    uint16_t bit = (uint16_t)(1u << pad);
    pads->touched ^= bit;
    pads->deaf |= bit;
    pads->since[pad] = tick_low32(tick);
    ring_put(ring, (uint8_t)(CHANNEL_PAD + pad), pads->touched & bit ? EDGE_ON : EDGE_OFF, 0, tick);
}

void pads_change(struct pads *pads, uint16_t closed, struct tick tick, struct ring *ring)
{
    pads_poll(pads, tick, ring); /* deaf times that ended before this */
    uint16_t changed = pads->raw ^ closed;
    pads->raw = closed;
    for (uint8_t pad = 0; changed; pad++, changed >>= 1) {
        if (!(changed & 1))
            continue;
        pads->changed[pad] = tick;
        if (!(pads->deaf >> pad & 1))
            tell(pads, pad, tick, ring);
    }
}

void pads_poll(struct pads *pads, struct tick now, struct ring *ring)
{
    uint16_t deaf = pads->deaf;
    for (uint8_t pad = 0; deaf; pad++, deaf >>= 1) {
        if (!(deaf & 1) || tick_low32(now) - pads->since[pad] < PAD_DEAF)
            continue;
        pads->deaf &= (uint16_t)~(1u << pad);
        if ((pads->raw ^ pads->touched) >> pad & 1)
            tell(pads, pad, pads->changed[pad], ring);
    }
}
