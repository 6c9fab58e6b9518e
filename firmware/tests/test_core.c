/* Tests of the core on this machine, under the address and undefined behaviour sanitizers. Expected values are from the
 * published check values of CRC and COBS, from vectors.txt, or counted by hand. */
#include "board.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *test;
#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s: line %d: %s\n", test, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

static struct base base;

static void begin(void)
{
    struct settings settings = { 7, 51, 102 };
    board_reset();
    base_start(&base, 42, 0xabcd, &settings);
}

/* What came out since the last call: the frames in order; their payloads stay. */
static struct told { uint8_t type, length, payload[MAX_PAYLOAD]; } out[256];

static unsigned take_output(void)
{
    struct frame_reader reader = { 0 };
    struct frame frame;
    unsigned count = 0;
    for (unsigned i = 0; i < board.count; i++) {
        if (frame_feed(&reader, board.sent[i], &frame)) {
            out[count].type = frame.type;
            out[count].length = frame.length;
            memcpy(out[count++].payload, frame.payload, frame.length);
        }
    }
    CHECK(reader.errors == 0);
    board.count = 0;
    return count;
}

static unsigned poll_all(void)
{
    while (base_poll(&base))
        ;
    return take_output();
}

static void from_host(uint8_t type, const uint8_t *payload, uint8_t length)
{
    uint8_t frame[FRAME_MAX];
    memcpy(frame + FRAME_PAYLOAD, payload, length);
    uint8_t count = frame_encode(type, 0, length, frame);
    for (uint8_t i = 0; i < count; i++)
        base_byte(&base, frame[i]);
}

static struct event event(unsigned n)
{
    struct event e;
    CHECK(out[n].type == MESSAGE_EVENT);
    unpack_event(&e, out[n].payload);
    return e;
}

static uint64_t us(struct tick tick) { return (((uint64_t)tick.high << 16) + tick.low) / 16; }

/* frames ------------------------------------------------------------------------------------------ */

static void crc_has_the_published_check_value(void)
{
    CHECK(frame_crc((const uint8_t *)"123456789", 9) == 0x29b1);
    CHECK(frame_crc((const uint8_t *)"", 0) == 0xffff);
}

static uint8_t unhex(const char *text, uint8_t *bytes)
{
    uint8_t count = 0;
    unsigned byte;
    if (*text != '-')
        for (; sscanf(text, "%2x", &byte) == 1; text += 2)
            bytes[count++] = (uint8_t)byte;
    return count;
}

static void frames_are_those_of_the_vectors(void)
{
    char line[512], payload_text[256], frame_text[256];
    unsigned type, seq, lines = 0;
    FILE *file = fopen("tests/vectors.txt", "r");
    CHECK(file);
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%x %x %255s %255s", &type, &seq, payload_text, frame_text) != 4)
            continue;
        uint8_t payload[128], expected[128], written[FRAME_MAX];
        uint8_t length = unhex(payload_text, payload), count = unhex(frame_text, expected);
        CHECK(length == payload_size((uint8_t)type));
        memcpy(written + FRAME_PAYLOAD, payload, length);
        CHECK(frame_encode((uint8_t)type, (uint8_t)seq, length, written) == count);
        CHECK(!memcmp(written, expected, count));

        struct frame_reader reader = { 0 };
        struct frame frame;
        for (uint8_t i = 0; i < count; i++)
            CHECK(frame_feed(&reader, expected[i], &frame) == (i == count - 1));
        CHECK(frame.type == type && frame.seq == seq && frame.length == length && frame.version == 1);
        CHECK(!memcmp(frame.payload, payload, length));
        lines++;
    }
    fclose(file);
    CHECK(lines > 30);
}

static void every_single_bit_error_is_refused(void)
{
    uint8_t frame[FRAME_MAX], hurt[FRAME_MAX];
    for (uint8_t i = 0; i < 18; i++)
        frame[FRAME_PAYLOAD + i] = (uint8_t)(i % 3); /* with zeros */
    uint8_t count = frame_encode(MESSAGE_EVENT, 9, 18, frame);
    for (unsigned bit = 0; bit < 8u * count; bit++) {
        struct frame_reader reader = { 0 };
        struct frame found;
        memcpy(hurt, frame, count);
        hurt[bit / 8] ^= (uint8_t)(1 << bit % 8);
        for (uint8_t i = 0; i < count; i++)
            CHECK(!frame_feed(&reader, hurt[i], &found));
        bool whole = false; /* and the next frame is read again, at the latest the one after */
        for (unsigned again = 0; again < 2; again++)
            for (uint8_t i = 0; i < count; i++)
                whole |= frame_feed(&reader, frame[i], &found);
        CHECK(whole && reader.errors >= 1);
    }
}

static void delimiters_between_frames_are_no_errors(void)
{
    struct frame_reader reader = { 0 };
    struct frame found;
    for (unsigned i = 0; i < 100; i++)
        CHECK(!frame_feed(&reader, 0, &found));
    CHECK(reader.errors == 0);
}

/* events ------------------------------------------------------------------------------------------ */

static void a_lift_is_told_once_however_the_comparator_chatters(void)
{
    begin();
    poll_all();
    board.lifted = true;
    base_lift(&base, at_us(1000));
    base_lift(&base, at_us(1003));
    base_lift(&base, at_us(2500));
    CHECK(poll_all() == 1 && event(0).channel == CHANNEL_LIFT && event(0).edge == EDGE_OFF && us(event(0).tick) == 1000);
    board.lifted = false; /* back for 4 ms, which is too short */
    board.now = at_us(400000), base_poll(&base);
    board.now = at_us(404000), base_poll(&base);
    base_lift(&base, at_us(404001));
    board.lifted = true;
    board.now = at_us(410000), base_poll(&base);
    board.lifted = false;
    board.now = at_us(500000), base_poll(&base);
    board.now = at_us(505000), base_poll(&base);
    board.count = 0;
    struct resend again = { 42, 1 };
    uint8_t payload[8];
    from_host(MESSAGE_RESEND, payload, pack_resend(&again, payload));
    CHECK(poll_all() == 1 && event(0).edge == EDGE_ON && us(event(0).tick) == 500000);
    base_lift(&base, at_us(600000));
    CHECK(poll_all() == 1 && event(0).edge == EDGE_OFF && us(event(0).tick) == 600000);
}

static void a_pad_tells_the_first_change_and_where_it_came_to_rest(void)
{
    begin();
    poll_all();
    for (unsigned i = 0; i < 7; i++) /* closes and bounces: closed at 0, 2, 4, 6 times 300 us */
        base_pads(&base, i % 2 ? 0 : 8, at_us(10000 + 300 * i));
    board.now = at_us(30000);
    CHECK(poll_all() == 1 && event(0).channel == CHANNEL_PAD + 3 && event(0).edge == EDGE_ON && us(event(0).tick) == 10000);
    /* opens, and closes for good within the deaf time: both edges are told, the second with its own time */
    base_pads(&base, 0, at_us(50000));
    base_pads(&base, 8, at_us(52000));
    board.now = at_us(57999);
    CHECK(poll_all() == 1 && event(0).edge == EDGE_OFF && us(event(0).tick) == 50000);
    board.now = at_us(58000);
    CHECK(poll_all() == 1 && event(0).edge == EDGE_ON && us(event(0).tick) == 52000);
}

static void pads_do_not_disturb_each_other(void)
{
    begin();
    poll_all();
    base_pads(&base, 0x001, at_us(1000));
    base_pads(&base, 0x201, at_us(1001));
    base_pads(&base, 0x201, at_us(1002));
    CHECK(poll_all() == 2 && event(0).channel == CHANNEL_PAD && event(1).channel == CHANNEL_PAD + 9);
    CHECK(us(event(1).tick) == 1001 && base.pads.touched == 0x201);
}

static void feed(uint16_t a, uint16_t b, uint16_t c, uint16_t d, unsigned from_ms, unsigned ms)
{
    for (unsigned at = 2 * from_ms; at < 2 * (from_ms + ms); at++) {
        const uint16_t values[SEGMENTS] = { a, b, c, d };
        for (uint8_t i = 0; i < SEGMENTS; i++)
            base_sample(&base, i, values[i], at_us(500u * at + 100u * i));
    }
}

static void a_grab_unloads_all_segments_and_tells_rest_and_peak(void)
{
    begin();
    feed(500, 480, 520, 500, 0, 1000);
    CHECK(poll_all() == 1 && out[0].type == MESSAGE_HELLO); /* putting it there is no movement of a totem */
    feed(560, 480, 520, 500, 1000, 20); /* a push before the pull */
    feed(0, 0, 0, 0, 1020, 100);
    CHECK(poll_all() == 9); /* four times OFF and PEAK, and OFF of all together */
    unsigned off = 0, peaks = 0;
    for (unsigned n = 0; n < 9; n++) {
        struct event e = event(n);
        CHECK(us(e.tick) >= 1020000 && us(e.tick) <= 1021000);
        if (e.channel == CHANNEL_LOAD) {
            CHECK(e.edge == EDGE_OFF && e.value == 2000);
        } else if (e.edge == EDGE_OFF) {
            off += e.value;
        } else {
            const uint16_t greatest[SEGMENTS] = { 560, 480, 520, 500 };
            CHECK(e.edge == EDGE_PEAK && e.value == greatest[e.channel - CHANNEL_SEGMENT]);
            peaks++;
        }
    }
    CHECK(off == 2000 && peaks == 4);
    feed(480, 500, 500, 520, 1320, 600); /* back */
    unsigned count = poll_all(), all_back = 0;
    for (unsigned n = 0; n < count; n++)
        all_back += event(n).channel == CHANNEL_LOAD && event(n).edge == EDGE_ON && us(event(n).tick) < 1321000;
    CHECK(all_back == 1 && base.load.segments[0].rest == 480);
}

static void an_old_push_is_forgotten(void)
{
    begin();
    feed(500, 500, 500, 500, 0, 1000);
    feed(900, 500, 500, 500, 1000, 30);
    feed(500, 500, 500, 500, 1030, 1500);
    poll_all();
    feed(0, 0, 0, 0, 2530, 10);
    unsigned count = poll_all();
    for (unsigned n = 0; n < count; n++)
        if (event(n).edge == EDGE_PEAK)
            CHECK(event(n).value <= 510);
}

static void a_blow_is_one_event(void)
{
    begin();
    poll_all();
    base_sample(&base, SEGMENTS, 101, at_us(1000));
    base_sample(&base, SEGMENTS, 102, at_us(1500));
    base_sample(&base, SEGMENTS, 700, at_us(2000)); /* it rings */
    base_sample(&base, SEGMENTS, 300, at_us(41499));
    CHECK(poll_all() == 1 && event(0).channel == CHANNEL_KNOCK && event(0).edge == EDGE_BLOW && us(event(0).tick) == 1500);
    base_sample(&base, SEGMENTS, 300, at_us(41500));
    CHECK(poll_all() == 1 && event(0).value == 300 && us(event(0).tick) == 41500);
}

/* the link ---------------------------------------------------------------------------------------- */

static void acknowledge(uint32_t boot, uint32_t id)
{
    uint8_t payload[8];
    struct ack ack = { boot, id };
    from_host(MESSAGE_ACK, payload, pack_ack(&ack, payload));
}

static void events_come_again_until_they_are_acknowledged(void)
{
    begin();
    board.now = at_us(1000);
    base_pads(&base, 3, at_us(900));
    CHECK(poll_all() == 3 && out[0].type == MESSAGE_HELLO && event(2).event == 1);
    board.now = at_us(100999);
    CHECK(poll_all() == 0);
    board.now = at_us(101000);
    CHECK(poll_all() == 1 && event(0).event == 0); /* the oldest stands for all: the host asks for the others */
    acknowledge(41, 1); /* of another start */
    acknowledge(42, 2); /* was never given */
    board.now = at_us(202000);
    CHECK(poll_all() == 1 && event(0).event == 0);
    acknowledge(42, 0);
    board.now = at_us(303000);
    CHECK(poll_all() == 1 && event(0).event == 1);
    acknowledge(42, 1);
    board.now = at_us(404000);
    CHECK(poll_all() == 0 && base.ring.count == 0);
}

static void a_full_ring_says_exactly_what_is_gone(void)
{
    begin();
    for (unsigned i = 0; i < RING + 5; i++)
        ring_put(&base.ring, CHANNEL_PAD, EDGE_ON, 0, at_us(i));
    CHECK(base.ring.lost == 5 && base.ring.high_water == RING && base.ring.next_id == RING + 5);
    poll_all();
    acknowledge(42, 9);
    ring_put(&base.ring, CHANNEL_PAD, EDGE_OFF, 0, at_us(100));
    CHECK(poll_all() == 1 && event(0).event == RING + 5);
    uint8_t payload[8];
    struct resend again = { 42, RING };
    from_host(MESSAGE_RESEND, payload, pack_resend(&again, payload));
    CHECK(poll_all() == 2 && out[0].type == MESSAGE_GONE);
    struct gone gone;
    unpack_gone(&gone, out[0].payload);
    CHECK(gone.boot == 42 && gone.first == RING && gone.next == RING + 5 && event(1).event == RING + 5);
}

static void lamps_wait_for_the_end_of_a_duel(void)
{
    uint8_t payload[MAX_PAYLOAD] = { 0 };
    begin();
    struct arm arm = { 77 };
    from_host(MESSAGE_ARM, payload, pack_arm(&arm, payload));
    from_host(MESSAGE_LAMPS, payload, 3 * LAMPS);
    CHECK(poll_all() == 2 && board.lamp_refreshes == 0);
    struct state state;
    unpack_state(&state, out[1].payload);
    CHECK(out[1].type == MESSAGE_STATE && state.armed == 77);
    from_host(MESSAGE_DISARM, payload, 0);
    CHECK(poll_all() == 1 && board.lamp_refreshes == 1 && base.armed == 0);
}

static void settings_are_kept_but_not_while_armed(void)
{
    uint8_t payload[MAX_PAYLOAD];
    struct config config = { SETTING_THRESHOLD, 99 };
    begin();
    from_host(MESSAGE_CONFIG, payload, pack_config(&config, payload));
    CHECK(board.settings.threshold == 99 && board.settings.board == 7);
    config = (struct config){ SETTING_THRESHOLD, 256 };
    from_host(MESSAGE_CONFIG, payload, pack_config(&config, payload));
    CHECK(board.settings.threshold == 99 && base.trouble.fault == FAULT_BAD_VALUE);
    struct arm arm = { 1 };
    from_host(MESSAGE_ARM, payload, pack_arm(&arm, payload));
    config = (struct config){ SETTING_KNOCK, 300 };
    from_host(MESSAGE_CONFIG, payload, pack_config(&config, payload));
    CHECK(board.settings.knock == 102 && base.trouble.fault == FAULT_ARMED);
}

static void another_version_is_told_so(void)
{
    const uint8_t content[] = { 0, 0x29, 3 }; /* version 2, type 9, seq 3, no payload */
    begin();
    poll_all();
    uint16_t crc = frame_crc(content, sizeof content);
    CHECK((crc & 255) && crc >> 8);
    const uint8_t line[] = { 1, 5, 0x29, 3, (uint8_t)crc, (uint8_t)(crc >> 8), 0 };
    for (unsigned i = 0; i < sizeof line; i++)
        base_byte(&base, line[i]);
    CHECK(poll_all() == 1 && out[0].type == MESSAGE_TROUBLE);
    struct trouble trouble;
    unpack_trouble(&trouble, out[0].payload);
    CHECK(trouble.fault == FAULT_BAD_VERSION && trouble.value == 2);
}

static void nothing_is_sent_without_room(void)
{
    begin();
    base_pads(&base, 1, at_us(1));
    board.room = FRAME_MAX - 1;
    CHECK(poll_all() == 0);
    board.room = FRAME_MAX;
    CHECK(poll_all() == 2);
}

#define RUN(name) (test = #name, name(), count++)

int main(void)
{
    unsigned count = 0;
    RUN(crc_has_the_published_check_value);
    RUN(frames_are_those_of_the_vectors);
    RUN(every_single_bit_error_is_refused);
    RUN(delimiters_between_frames_are_no_errors);
    RUN(a_lift_is_told_once_however_the_comparator_chatters);
    RUN(a_pad_tells_the_first_change_and_where_it_came_to_rest);
    RUN(pads_do_not_disturb_each_other);
    RUN(a_grab_unloads_all_segments_and_tells_rest_and_peak);
    RUN(an_old_push_is_forgotten);
    RUN(a_blow_is_one_event);
    RUN(events_come_again_until_they_are_acknowledged);
    RUN(a_full_ring_says_exactly_what_is_gone);
    RUN(lamps_wait_for_the_end_of_a_duel);
    RUN(settings_are_kept_but_not_while_armed);
    RUN(another_version_is_told_so);
    RUN(nothing_is_sent_without_room);
    printf("%u passed\n", count);
    return 0;
}
