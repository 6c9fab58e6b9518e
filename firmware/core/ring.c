#include "ring.h"

#define AT(ring, n) (&(ring)->events[(uint8_t)((ring)->oldest + (n)) % RING])

void ring_skip(struct ring *ring, uint16_t events)
{
    ring->next_id += events;
    ring->lost = events > 0xffff - ring->lost ? 0xffff : (uint16_t)(ring->lost + events);
}

void ring_put(struct ring *ring, uint8_t channel, uint8_t edge, uint16_t value, struct tick tick)
{
    if (ring->count == RING) {
        ring_skip(ring, 1);
        return;
    }
    struct ring_event *event = AT(ring, ring->count);
    event->id = ring->next_id++;
    event->tick = tick;
    event->value = value;
    event->channel = channel;
    event->edge = edge;
    ring->count++;
    ring->unsent++;
    if (ring->count > ring->high_water)
        ring->high_water = ring->count;
}

void ring_acknowledge(struct ring *ring, uint32_t id)
{
    if (id >= ring->next_id)
        return;
    while (ring->count && AT(ring, 0)->id <= id) {
        ring->oldest = (uint8_t)(ring->oldest + 1) % RING;
        ring->count--;
    }
    if (ring->unsent > ring->count)
        ring->unsent = ring->count;
}

bool ring_rewind(struct ring *ring, uint32_t id, uint32_t *next)
{
    uint8_t n = 0;
    while (n < ring->count && AT(ring, n)->id < id)
        n++;
    ring->unsent = (uint8_t)(ring->count - n);
    *next = n < ring->count ? AT(ring, n)->id : ring->next_id;
    return *next == id;
}

const struct ring_event *ring_oldest(const struct ring *ring)
{
    return ring->count ? AT(ring, 0) : 0;
}

const struct ring_event *ring_next(struct ring *ring)
{
    if (!ring->unsent)
        return 0;
    return AT(ring, ring->count - ring->unsent--);
}
