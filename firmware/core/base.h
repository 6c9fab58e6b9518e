/* The totem base: what it does with edges, samples and bytes. It knows no pin and no register. */
#ifndef BASE_H
#define BASE_H
#include "frame.h"
#include "load.h"
#include "pads.h"
#include "ring.h"

/* The oldest event is sent again when it has not been acknowledged for so long; a write to an SD card takes some 10 ms. */
#define RESEND_AFTER ((uint32_t)(TICK_HZ / 10)) /* 100 ms */
/* The comparator chatters at its threshold: the totem is back when it has seen load for so long. */
#define LIFT_DEAF ((uint32_t)(TICK_HZ / 200)) /* 5 ms */

struct settings {
    uint32_t board;     /* 0xffffffff: none yet */
    uint8_t threshold;  /* of the comparator, 0 to 255 of 5 V */
    uint16_t knock;     /* of the piezo, 0 to 1023 of 5 V */
};

struct base {
    struct settings settings;
    uint32_t boot, armed;
    struct ring ring;
    struct pads pads;
    struct load load;
    struct frame_reader reader;
    uint8_t seq;
    uint16_t overruns;
    /* the comparator */
    bool lifted, returning;
    struct tick returned;
    /* what is still to be sent */
    uint16_t due; /* bit N: message N */
    struct pong pong;
    struct gone gone;
    struct trouble trouble;
    uint32_t last_sent;
    /* lamps that wait for the end of a duel */
    uint8_t rgb[3 * LAMPS];
    bool lamps_due;
};

/* Forgets everything and says hello. boot must differ from that of every start before. */
void base_start(struct base *base, uint32_t boot, uint32_t firmware, const struct settings *settings);

void base_byte(struct base *base, uint8_t byte);                             /* from the host */
void base_lift(struct base *base, struct tick tick);                         /* the comparator's capture */
void base_pads(struct base *base, uint16_t closed, struct tick tick);        /* bit N: contact of pad N */
void base_sample(struct base *base, uint8_t input, uint16_t value, struct tick tick); /* SEGMENTS: the piezo */
void base_edges_lost(struct base *base, uint16_t count);
void base_samples_lost(struct base *base, uint16_t count);

/* One step of everything that waits; true when there is more to do at once. */
bool base_poll(struct base *base);

/* What the board provides. */
struct tick port_now(void);
bool port_lifted(void);                          /* the comparator sees no load now */
uint8_t port_room(void);                         /* bytes that can be sent without waiting */
void port_send(const uint8_t *bytes, uint8_t count);
void port_lamps(const uint8_t *rgb);             /* 3 * LAMPS bytes; may block interrupts for 30 us at a time */
void port_settings(const struct settings *settings); /* keep and use them */
#endif
