/* From bouncing contacts to edges of hands: the first change counts, then the pad is deaf for a while. */
#ifndef PADS_H
#define PADS_H
#include "protocol.h"
#include "ring.h"

/* Contacts of a pressed foil or a microswitch bounce for up to 5 ms; a finger does not lift and press in less than 20. */
#define PAD_DEAF ((uint32_t)(TICK_HZ / 125)) /* 8 ms */

struct pads {
    uint16_t raw;      /* bit N: the contact of pad N is closed now */
    uint16_t touched;  /* what has been told */
    uint16_t deaf;     /* pads that changed a moment ago */
    uint32_t since[PADS];       /* of a deaf pad: low 32 bits of the tick of its edge */
    struct tick changed[PADS];  /* last change of the contact */
};

/* The contacts became so at this tick. The edges of their first changes go into the ring. */
void pads_change(struct pads *pads, uint16_t closed, struct tick tick, struct ring *ring);

/* Ends deaf times; a pad that is not what was told then changed while deaf, and did so at its last change. */
void pads_poll(struct pads *pads, struct tick now, struct ring *ring);

static inline uint32_t tick_low32(struct tick tick) { return tick.high << 16 | tick.low; }
#endif
