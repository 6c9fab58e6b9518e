/* Frames: COBS(length | version.type | seq | payload | crc16) 0x00. */
#ifndef FRAME_H
#define FRAME_H
#include <stdbool.h>
#include <stdint.h>
#include "protocol.h"

#define FRAME_CONTENT (3 + MAX_PAYLOAD + 2)
#define FRAME_MAX (1 + FRAME_CONTENT + 1) /* one COBS code byte, because the content is shorter than 254; the delimiter */
#define FRAME_PAYLOAD 4

struct frame {
    uint8_t version, type, seq, length;
    const uint8_t *payload; /* valid until the next byte is fed */
};

struct frame_reader {
    uint8_t buffer[FRAME_CONTENT];
    uint8_t length;  /* bytes of content so far */
    uint8_t left;    /* bytes until the next COBS code byte; 0: this byte is one */
    bool zero;       /* the next code byte stands for a zero */
    bool broken;     /* nothing more to be had from this frame */
    uint16_t errors; /* broken frames so far; stays at 65535 */
};

/* CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xffff; "123456789" gives 0x29b1. */
uint16_t frame_crc(const uint8_t *data, uint8_t length);

/* The payload stands in out (FRAME_MAX bytes) from FRAME_PAYLOAD on: makes a frame of it, in place, because memory is short.
 * Returns its bytes, delimiter included. */
uint8_t frame_encode(uint8_t type, uint8_t seq, uint8_t length, uint8_t *out);

/* Takes a byte from the line; true when it completed a whole frame. Frames of other versions come through as well. */
bool frame_feed(struct frame_reader *reader, uint8_t byte, struct frame *found);
#endif
