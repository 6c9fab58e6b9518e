#include "base.h"
#include <string.h>

/* Not inlined, because their locals would add up on a stack of 350 bytes. */
#define APART __attribute__((noinline))
#define DUE(type) ((uint16_t)(1u << (type)))

static uint32_t firmware_hash;

void base_start(struct base *base, uint32_t boot, uint32_t firmware, const struct settings *settings)
{
    memset(base, 0, sizeof *base);
    base->boot = boot;
    base->settings = *settings;
    base->load.blow_threshold = settings->knock;
    base->due = DUE(MESSAGE_HELLO);
    firmware_hash = firmware;
}

/* input ------------------------------------------------------------------------------------------- */

void base_lift(struct base *base, struct tick tick)
{
    base->returning = false;
    if (base->lifted)
        return; /* chatter */
    base->lifted = true;
    ring_put(&base->ring, CHANNEL_LIFT, EDGE_OFF, 0, tick);
}

static void watch_return(struct base *base, struct tick now)
{
    if (!base->lifted || port_lifted()) {
        base->returning = false;
    } else if (!base->returning) {
        base->returning = true;
        base->returned = now;
    } else if (tick_low32(now) - tick_low32(base->returned) >= LIFT_DEAF) {
        base->lifted = base->returning = false;
        ring_put(&base->ring, CHANNEL_LIFT, EDGE_ON, 0, base->returned);
    }
}

void base_pads(struct base *base, uint16_t closed, struct tick tick)
{
    pads_change(&base->pads, closed, tick, &base->ring);
}

void base_sample(struct base *base, uint8_t input, uint16_t value, struct tick tick)
{
    if (input < SEGMENTS)
        load_sample(&base->load, input, value, tick, &base->ring);
    else
        load_blow(&base->load, value, tick, &base->ring);
}

void base_edges_lost(struct base *base, uint16_t count)
{
    ring_skip(&base->ring, count);
}

void base_samples_lost(struct base *base, uint16_t count)
{
    base->overruns = count > 0xffff - base->overruns ? 0xffff : (uint16_t)(base->overruns + count);
}

/* messages ---------------------------------------------------------------------------------------- */

static void complain(struct base *base, uint8_t fault, uint16_t value)
{
    base->trouble = (struct trouble){ base->boot, fault, value };
    base->due |= DUE(MESSAGE_TROUBLE);
}

static void configure(struct base *base, const struct config *config)
{
    struct settings *settings = &base->settings;
    if (base->armed) {
        complain(base, FAULT_ARMED, MESSAGE_CONFIG);
    } else if (config->setting == SETTING_BOARD) {
        settings->board = config->value;
    } else if (config->setting == SETTING_THRESHOLD && config->value <= 255) {
        settings->threshold = (uint8_t)config->value;
    } else if (config->setting == SETTING_KNOCK && config->value <= 1023) {
        settings->knock = base->load.blow_threshold = (uint16_t)config->value;
    } else {
        complain(base, FAULT_BAD_VALUE, MESSAGE_CONFIG);
    }
    port_settings(settings);
    base->due |= DUE(MESSAGE_STATUS);
}

static void asked(struct base *base, uint8_t what)
{
    if (what == ASKED_HELLO)
        base->due |= DUE(MESSAGE_HELLO);
    else if (what == ASKED_STATUS)
        base->due |= DUE(MESSAGE_STATUS);
    else
        complain(base, FAULT_BAD_VALUE, MESSAGE_ASK);
}

static void resend(struct base *base, const struct resend *wanted)
{
    uint32_t next;
    if (wanted->boot != base->boot || wanted->event >= base->ring.next_id)
        return;
    if (!ring_rewind(&base->ring, wanted->event, &next)) {
        base->gone = (struct gone){ base->boot, wanted->event, next };
        base->due |= DUE(MESSAGE_GONE);
    }
}

static APART void handle(struct base *base, const struct frame *frame)
{
    const uint8_t *payload = frame->payload;
    union {
        struct ask ask;
        struct ping ping;
        struct ack ack;
        struct resend resend;
        struct arm arm;
        struct config config;
    } m;
    if (frame->version != PROTOCOL_VERSION) {
        complain(base, FAULT_BAD_VERSION, frame->version);
        return;
    }
    if (frame->length != payload_size(frame->type)) {
        complain(base, FAULT_BAD_VALUE, frame->type);
        return;
    }
    switch (frame->type) {
    case MESSAGE_ASK:
        unpack_ask(&m.ask, payload);
        asked(base, m.ask.what);
        break;
    case MESSAGE_PING:
        unpack_ping(&m.ping, payload);
        base->pong = (struct pong){ base->boot, m.ping.token, port_now(), 0, 0 };
        base->due |= DUE(MESSAGE_PONG);
        break;
    case MESSAGE_ACK:
        unpack_ack(&m.ack, payload);
        if (m.ack.boot == base->boot)
            ring_acknowledge(&base->ring, m.ack.event);
        break;
    case MESSAGE_RESEND:
        unpack_resend(&m.resend, payload);
        resend(base, &m.resend);
        break;
    case MESSAGE_ARM:
        unpack_arm(&m.arm, payload);
        base->armed = m.arm.token;
        base->due |= DUE(MESSAGE_STATE);
        break;
    case MESSAGE_DISARM:
        base->armed = 0;
        base->due |= DUE(MESSAGE_STATE);
        break;
    case MESSAGE_LAMPS:
        memcpy(base->rgb, payload, sizeof base->rgb);
        base->lamps_due = true;
        break;
    case MESSAGE_CONFIG:
        unpack_config(&m.config, payload);
        configure(base, &m.config);
        break;
    default:
        complain(base, FAULT_BAD_VALUE, frame->type);
    }
}

void base_byte(struct base *base, uint8_t byte)
{
    struct frame frame;
    if (frame_feed(&base->reader, byte, &frame))
        handle(base, &frame);
}

/* output ------------------------------------------------------------------------------------------ */

static void send(struct base *base, uint8_t type, uint8_t *frame, uint8_t length)
{
    port_send(frame, frame_encode(type, base->seq++, length, frame));
}

static APART uint8_t write_hello(const struct base *base, uint8_t *out)
{
    struct hello m = { base->boot, PROTOCOL_VERSION, PROTOCOL_VERSION, firmware_hash, base->settings.board,
                       PADS, SEGMENTS, LAMPS, TICK_HZ, base->ring.next_id };
    return pack_hello(&m, out);
}

static APART uint8_t write_state(const struct base *base, uint8_t *out)
{
    struct state m = { base->boot, base->armed, port_now(), base->pads.touched, port_lifted(), base->ring.next_id };
    return pack_state(&m, out);
}

static APART uint8_t write_status(const struct base *base, uint8_t *out)
{
    struct status m = { .boot = base->boot, .tick = port_now(), .lost = base->ring.lost, .overruns = base->overruns,
                        .crc_errors = base->reader.errors, .high_water = base->ring.high_water,
                        .waiting = base->ring.count, .touched = base->pads.touched, .lifted = port_lifted(),
                        .threshold = base->settings.threshold, .knock = base->settings.knock };
    for (uint8_t i = 0; i < SEGMENTS; i++) {
        m.loads[i] = base->load.segments[i].load;
        m.rests[i] = base->load.segments[i].rest;
    }
    return pack_status(&m, out);
}

static uint8_t write_pong(struct base *base, uint8_t *out)
{
    base->pong.armed = base->armed;
    base->pong.next_id = base->ring.next_id;
    return pack_pong(&base->pong, out);
}

/* The answers first: they are few, and the clock wants them fresh. */
static APART void send_due(struct base *base)
{
    uint8_t frame[FRAME_MAX], *payload = frame + FRAME_PAYLOAD, type = 1, length = 0;
    while (!(base->due >> type & 1))
        type++;
    base->due &= (uint16_t)~DUE(type);
    switch (type) {
    case MESSAGE_HELLO: length = write_hello(base, payload); break;
    case MESSAGE_PONG: length = write_pong(base, payload); break;
    case MESSAGE_GONE: length = pack_gone(&base->gone, payload); break;
    case MESSAGE_STATE: length = write_state(base, payload); break;
    case MESSAGE_STATUS: length = write_status(base, payload); break;
    case MESSAGE_TROUBLE: length = pack_trouble(&base->trouble, payload); break;
    }
    send(base, type, frame, length);
}

static APART bool send_event(struct base *base, const struct ring_event *event)
{
    uint8_t frame[FRAME_MAX];
    if (!event)
        return false;
    struct event m = { base->boot, event->id, event->channel, event->edge, event->value, event->tick };
    send(base, MESSAGE_EVENT, frame, pack_event(&m, frame + FRAME_PAYLOAD));
    base->last_sent = tick_low32(port_now());
    return true;
}

bool base_poll(struct base *base)
{
    struct tick now = port_now();
    watch_return(base, now);
    pads_poll(&base->pads, now, &base->ring);
    if (base->lamps_due && !base->armed) {
        base->lamps_due = false;
        port_lamps(base->rgb);
        return true;
    }
    if (port_room() < FRAME_MAX)
        return false;
    if (base->due) {
        send_due(base);
        return true;
    }
    if (send_event(base, ring_next(&base->ring)))
        return true;
    /* a host that misses more asks for it */
    if (tick_low32(now) - base->last_sent >= RESEND_AFTER)
        return send_event(base, ring_oldest(&base->ring));
    return false;
}
