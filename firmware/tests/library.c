/* The core as a shared library for tests of the link in virtual time: one base, its line as calls. */
#include "board.c" /* with memcpy */

static struct base base;
static uint16_t loads[SEGMENTS];

void library_start(uint32_t boot, uint32_t board_number)
{
    struct settings settings = { board_number, 51, 102 };
    board_reset();
    for (unsigned i = 0; i < SEGMENTS; i++)
        loads[i] = 1023; /* nothing is lifted before it was seen */
    base_start(&base, boot, 0x12345678UL, &settings);
}

void library_time(uint64_t tick) { board.now = (struct tick){ (uint32_t)(tick >> 16), (uint16_t)tick }; }
void library_pads(uint16_t closed) { base_pads(&base, closed, board.now); }
void library_lift(int lifted)
{
    board.lifted = lifted;
    if (lifted)
        base_lift(&base, board.now);
}
void library_sample(uint8_t input, uint16_t value) { base_sample(&base, input, value, board.now); }

/* Samples as the ADC takes them, one every 1664 ticks from `tick` on, all inputs in turn; the comparator sees the mean of the
 * segments, and `threshold` is what it compares with. All 0 to 1023. */
void library_play(const uint16_t *samples, unsigned count, uint64_t tick, uint16_t threshold)
{
    for (unsigned i = 0; i < count; i++, tick += 1664) {
        uint8_t input = (uint8_t)(i % (SEGMENTS + 1));
        library_time(tick);
        if (input < SEGMENTS)
            loads[input] = samples[i];
        bool lifted = loads[0] + loads[1] + loads[2] + loads[3] < SEGMENTS * threshold;
        if (lifted != board.lifted)
            library_lift(lifted);
        library_sample(input, samples[i]);
        while (base_poll(&base))
            ;
    }
}
void library_put(uint8_t channel, uint8_t edge, uint16_t value) { ring_put(&base.ring, channel, edge, value, board.now); }
uint32_t library_next_id(void) { return base.ring.next_id; }
uint32_t library_armed(void) { return base.armed; }

/* Takes bytes, polls at most `steps` times and writes what is sent to out (4096 bytes); returns how many. */
unsigned library_exchange(const uint8_t *in, unsigned count, uint8_t *out, unsigned steps)
{
    for (unsigned i = 0; i < count; i++)
        base_byte(&base, in[i]);
    while (steps-- && base_poll(&base))
        ;
    count = board.count;
    memcpy(out, board.sent, count);
    board.count = 0;
    return count;
}
