/* Events that are kept until the host has acknowledged them. */
#ifndef RING_H
#define RING_H
#include <stdbool.h>
#include "protocol.h"

struct ring_event {
    uint32_t id;
    struct tick tick;
    uint16_t value;
    uint8_t channel, edge;
};

struct ring {
    struct ring_event events[RING];
    uint8_t oldest, count, unsent; /* unsent: the last so many have not been sent since they were asked for */
    uint8_t high_water;
    uint16_t lost; /* stays at 65535 */
    uint32_t next_id;
};

/* Keeps an event; with a full ring it is lost, but keeps its id, so that the gap says how many. */
void ring_put(struct ring *ring, uint8_t channel, uint8_t edge, uint16_t value, struct tick tick);

/* So many events were lost before they could come here. */
void ring_skip(struct ring *ring, uint16_t events);

/* Forgets all events up to this id. An id that was never given changes nothing. */
void ring_acknowledge(struct ring *ring, uint32_t id);

/* Sends again from this id on. False: it is gone; then next is the first one after it that is not. */
bool ring_rewind(struct ring *ring, uint32_t id, uint32_t *next);

/* The first event that waits for its acknowledgement, or 0. */
const struct ring_event *ring_oldest(const struct ring *ring);

/* The next event to send, or 0. It stays in the ring. */
const struct ring_event *ring_next(struct ring *ring);
#endif
