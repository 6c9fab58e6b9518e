/* Random and hurt input into the core, under the sanitizers: fuzz [ROUNDS [SEED]]. What must always hold is checked after
 * every step: ids never go back, the ring never grows too long, a frame is either what was sent or refused. */
#include "board.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint32_t random_number(uint32_t below) /* splitmix64 */
{
    uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return (uint32_t)((z ^ z >> 31) >> 32) % below;
}

static void check(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "fuzz: %s\n", what);
        exit(1);
    }
}

static struct base base;

static void random_frame(void)
{
    uint8_t frame[FRAME_MAX];
    uint8_t type = (uint8_t)random_number(16), size = payload_size(type);
    uint8_t length = size == 255 || random_number(8) == 0 ? (uint8_t)random_number(MAX_PAYLOAD + 1) : size;
    for (uint8_t i = 0; i < length; i++)
        frame[FRAME_PAYLOAD + i] = random_number(3) ? (uint8_t)random_number(4) : (uint8_t)random_number(256);
    if (random_number(2) && length >= 4)
        memcpy(frame + FRAME_PAYLOAD, &base.boot, 4);
    uint8_t count = frame_encode(type, (uint8_t)random_number(256), length, frame);
    for (uint32_t hurts = random_number(4) ? 0 : random_number(4); hurts--;)
        frame[random_number(count)] ^= (uint8_t)(1u << random_number(8));
    if (random_number(16) == 0)
        count = (uint8_t)random_number(count);
    for (uint8_t i = 0; i < count; i++)
        base_byte(&base, frame[i]);
}

static void step(uint64_t *us)
{
    *us += random_number(20000);
    board.now = at_us(*us);
    board.room = random_number(8) ? 255 : (uint8_t)random_number(256);
    board.lifted = random_number(2);
    switch (random_number(6)) {
    case 0: random_frame(); break;
    case 1: base_byte(&base, (uint8_t)random_number(256)); break;
    case 2: base_pads(&base, (uint16_t)random_number(1024), board.now); break;
    case 3: base_lift(&base, board.now); break;
    case 4: base_sample(&base, (uint8_t)random_number(SEGMENTS + 1), (uint16_t)random_number(1024), board.now); break;
    case 5: random_number(200) ? base_samples_lost(&base, 1) : base_edges_lost(&base, (uint16_t)random_number(300)); break;
    }
    for (unsigned polls = random_number(4); polls--;)
        base_poll(&base);
}

int main(int argc, char **argv)
{
    unsigned long rounds = argc > 1 ? strtoul(argv[1], 0, 10) : 1000000;
    state = argc > 2 ? strtoull(argv[2], 0, 10) : 1;
    struct settings settings = { 0xffffffffUL, 51, 102 };
    uint64_t us = 0;
    board_reset();
    base_start(&base, 1, 2, &settings);
    for (unsigned long round = 0; round < rounds; round++) {
        uint32_t next = base.ring.next_id;
        step(&us);
        check(base.ring.next_id - next < 0x80000000UL, "ids went back");
        check(base.ring.count <= RING && base.ring.unsent <= base.ring.count, "the ring is too long");
        check(base.ring.oldest < RING, "the ring begins outside itself");
        check(base.settings.knock <= 1023, "a setting is out of range");
        if (random_number(100000) == 0)
            base_start(&base, base.boot + 1, 2, &base.settings);
    }
    printf("%lu rounds, %u broken frames refused, %u events lost\n", rounds, base.reader.errors, base.ring.lost);
    return 0;
}
