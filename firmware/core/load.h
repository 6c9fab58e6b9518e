/* The shape of a movement: when every segment under the totem was unloaded, how much was on it around then, and blows. */
#ifndef LOAD_H
#define LOAD_H
#include "protocol.h"
#include "ring.h"

#define LOAD_EMPTY 24        /* of 1023: less than this on a segment is nothing; its offset and noise are below 8 */
#define LOAD_SETTLE_MS 400   /* a load that has not changed for so long is at rest */
#define LOAD_STEADY 16       /* of 1023: changes of all segments together that do not count */
#define LOAD_PEAK_MS 250     /* so long after the first segment went the peaks are told */
#define BLOW_DEAF_MS 40      /* a blow rings: one event each */

struct segment {
    uint16_t load, rest, peak;
    bool off, told; /* told: its peak, in this movement */
};

struct load {
    struct segment segments[SEGMENTS];
    uint16_t total_rest, steady; /* steady: all segments together when they last changed much */
    uint32_t steady_since, moving_since, blow_since, decayed;
    uint16_t blow_threshold;
    bool moving, off, blow_deaf; /* off: all segments together */
};

/* A sample of segment N, 0 to 1023. */
void load_sample(struct load *load, uint8_t segment, uint16_t value, struct tick tick, struct ring *ring);

/* A sample of the piezo, 0 to 1023. */
void load_blow(struct load *load, uint16_t value, struct tick tick, struct ring *ring);
#endif
