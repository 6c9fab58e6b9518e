/* Written by generate.py from protocol.toml: change that, not this. */
#ifndef PROTOCOL_H
#define PROTOCOL_H
#include <stdint.h>

#define PROTOCOL_VERSION 1
#define MAX_PAYLOAD 64
#define TICK_HZ 16000000UL
#define RING 64
#define PADS 10
#define SEGMENTS 4
#define LAMPS 12

/* Ticks of timer 1: overflows of its 16 bits, and its count. */
struct tick { uint32_t high; uint16_t low; };

enum channel { CHANNEL_LIFT = 0, CHANNEL_LOAD = 1, CHANNEL_KNOCK = 2, CHANNEL_SEGMENT = 8, CHANNEL_PAD = 16 };
enum edge { EDGE_OFF = 0, EDGE_ON = 1, EDGE_PEAK = 2, EDGE_BLOW = 3 };
enum fault { FAULT_BAD_VERSION = 1, FAULT_ARMED = 2, FAULT_BAD_VALUE = 3 };
enum asked { ASKED_HELLO = 0, ASKED_STATUS = 1 };
enum setting { SETTING_BOARD = 0, SETTING_THRESHOLD = 1, SETTING_KNOCK = 2 };
enum message { MESSAGE_HELLO = 1, MESSAGE_PONG = 2, MESSAGE_EVENT = 3, MESSAGE_GONE = 4, MESSAGE_STATE = 5, MESSAGE_STATUS = 6, MESSAGE_TROUBLE = 7, MESSAGE_ASK = 8, MESSAGE_PING = 9, MESSAGE_ACK = 10, MESSAGE_RESEND = 11, MESSAGE_ARM = 12, MESSAGE_DISARM = 13, MESSAGE_LAMPS = 14, MESSAGE_CONFIG = 15 };

static inline void put_u8(uint8_t **at, uint8_t v) { *(*at)++ = v; }
static inline void put_u16(uint8_t **at, uint16_t v)
{
    put_u8(at, (uint8_t)v);
    put_u8(at, (uint8_t)(v >> 8));
}
static inline void put_u32(uint8_t **at, uint32_t v)
{
    put_u16(at, (uint16_t)v);
    put_u16(at, (uint16_t)(v >> 16));
}
static inline void put_u48(uint8_t **at, struct tick v)
{
    put_u16(at, v.low);
    put_u32(at, v.high);
}
static inline uint8_t get_u8(const uint8_t **at) { return *(*at)++; }
static inline uint16_t get_u16(const uint8_t **at)
{
    uint8_t low = get_u8(at);
    return (uint16_t)(low | (uint16_t)get_u8(at) << 8);
}
static inline uint32_t get_u32(const uint8_t **at)
{
    uint16_t low = get_u16(at);
    return low | (uint32_t)get_u16(at) << 16;
}
static inline struct tick get_u48(const uint8_t **at)
{
    struct tick v;
    v.low = get_u16(at);
    v.high = get_u32(at);
    return v;
}

/* Who I am; sent at every start and when asked. From the base. */
struct hello {
    uint32_t boot; /* differs at every start of the board */
    uint8_t oldest; /* oldest protocol version spoken */
    uint8_t newest; /* newest protocol version spoken */
    uint32_t firmware; /* first half of the hash of the sources */
    uint32_t board; /* number of the board, 0xffffffff: none yet */
    uint8_t pads; /* how many */
    uint8_t segments; /* how many */
    uint8_t lamps; /* how many */
    uint32_t tick_hz; /* nominal ticks a second */
    uint32_t next_id; /* id that the next event will get */
};
static inline uint8_t pack_hello(const struct hello *m, uint8_t *out)
{
    uint8_t *at = out;
    put_u32(&at, m->boot);
    put_u8(&at, m->oldest);
    put_u8(&at, m->newest);
    put_u32(&at, m->firmware);
    put_u32(&at, m->board);
    put_u8(&at, m->pads);
    put_u8(&at, m->segments);
    put_u8(&at, m->lamps);
    put_u32(&at, m->tick_hz);
    put_u32(&at, m->next_id);
    return (uint8_t)(at - out);
}
static inline void unpack_hello(struct hello *m, const uint8_t *at)
{
    m->boot = get_u32(&at);
    m->oldest = get_u8(&at);
    m->newest = get_u8(&at);
    m->firmware = get_u32(&at);
    m->board = get_u32(&at);
    m->pads = get_u8(&at);
    m->segments = get_u8(&at);
    m->lamps = get_u8(&at);
    m->tick_hz = get_u32(&at);
    m->next_id = get_u32(&at);
}

/* The answer to a PING, for the clock. From the base. */
struct pong {
    uint32_t boot; /* as in Hello */
    uint32_t token; /* of the ping */
    struct tick tick; /* between the arrival of the ping and the sending of this */
    uint32_t armed; /* token of the arming, 0: not armed */
    uint32_t next_id; /* id that the next event will get */
};
static inline uint8_t pack_pong(const struct pong *m, uint8_t *out)
{
    uint8_t *at = out;
    put_u32(&at, m->boot);
    put_u32(&at, m->token);
    put_u48(&at, m->tick);
    put_u32(&at, m->armed);
    put_u32(&at, m->next_id);
    return (uint8_t)(at - out);
}
static inline void unpack_pong(struct pong *m, const uint8_t *at)
{
    m->boot = get_u32(&at);
    m->token = get_u32(&at);
    m->tick = get_u48(&at);
    m->armed = get_u32(&at);
    m->next_id = get_u32(&at);
}

/* Something happened; kept until acknowledged, and sent again until then. From the base. */
struct event {
    uint32_t boot; /* as in Hello */
    uint32_t event; /* id, counted from 0 at every start */
    uint8_t channel; /* a Channel */
    uint8_t edge; /* an Edge */
    uint16_t value; /* OFF of SEGMENT and LOAD: load at rest; ON, PEAK: load; BLOW: strength; 0 to 1023 */
    struct tick tick; /* when */
};
static inline uint8_t pack_event(const struct event *m, uint8_t *out)
{
    uint8_t *at = out;
    put_u32(&at, m->boot);
    put_u32(&at, m->event);
    put_u8(&at, m->channel);
    put_u8(&at, m->edge);
    put_u16(&at, m->value);
    put_u48(&at, m->tick);
    return (uint8_t)(at - out);
}
static inline void unpack_event(struct event *m, const uint8_t *at)
{
    m->boot = get_u32(&at);
    m->event = get_u32(&at);
    m->channel = get_u8(&at);
    m->edge = get_u8(&at);
    m->value = get_u16(&at);
    m->tick = get_u48(&at);
}

/* These events are lost: they came too fast. From the base. */
struct gone {
    uint32_t boot; /* as in Hello */
    uint32_t first; /* id that was asked for */
    uint32_t next; /* first id that still exists or will */
};
static inline uint8_t pack_gone(const struct gone *m, uint8_t *out)
{
    uint8_t *at = out;
    put_u32(&at, m->boot);
    put_u32(&at, m->first);
    put_u32(&at, m->next);
    return (uint8_t)(at - out);
}
static inline void unpack_gone(struct gone *m, const uint8_t *at)
{
    m->boot = get_u32(&at);
    m->first = get_u32(&at);
    m->next = get_u32(&at);
}

/* The answer to ARM and DISARM. From the base. */
struct state {
    uint32_t boot; /* as in Hello */
    uint32_t armed; /* token of the arming, 0: not armed */
    struct tick tick; /* when this was true */
    uint16_t touched; /* bit N: pad N is touched */
    uint8_t lifted; /* 1: the comparator sees no load */
    uint32_t next_id; /* id that the next event will get */
};
static inline uint8_t pack_state(const struct state *m, uint8_t *out)
{
    uint8_t *at = out;
    put_u32(&at, m->boot);
    put_u32(&at, m->armed);
    put_u48(&at, m->tick);
    put_u16(&at, m->touched);
    put_u8(&at, m->lifted);
    put_u32(&at, m->next_id);
    return (uint8_t)(at - out);
}
static inline void unpack_state(struct state *m, const uint8_t *at)
{
    m->boot = get_u32(&at);
    m->armed = get_u32(&at);
    m->tick = get_u48(&at);
    m->touched = get_u16(&at);
    m->lifted = get_u8(&at);
    m->next_id = get_u32(&at);
}

/* How I am. From the base. */
struct status {
    uint32_t boot; /* as in Hello */
    struct tick tick; /* now */
    uint16_t lost; /* events lost since the start because they came too fast; their ids are missing */
    uint16_t overruns; /* load samples lost since the start */
    uint16_t crc_errors; /* frames that came in broken since the start */
    uint8_t high_water; /* most events ever in the ring */
    uint8_t waiting; /* events in the ring now */
    uint16_t touched; /* bit N: pad N is touched */
    uint8_t lifted; /* 1: the comparator sees no load */
    uint16_t loads[4]; /* present load of every segment, 0 to 1023 of 5 V */
    uint16_t rests[4]; /* load at rest of every segment, 0 to 1023 of 5 V */
    uint8_t threshold; /* of the comparator, 0 to 255 of 5 V */
    uint16_t knock; /* threshold of the piezo, 0 to 1023 of 5 V */
};
static inline uint8_t pack_status(const struct status *m, uint8_t *out)
{
    uint8_t *at = out;
    put_u32(&at, m->boot);
    put_u48(&at, m->tick);
    put_u16(&at, m->lost);
    put_u16(&at, m->overruns);
    put_u16(&at, m->crc_errors);
    put_u8(&at, m->high_water);
    put_u8(&at, m->waiting);
    put_u16(&at, m->touched);
    put_u8(&at, m->lifted);
    for (uint8_t i = 0; i < 4; i++)
        put_u16(&at, m->loads[i]);
    for (uint8_t i = 0; i < 4; i++)
        put_u16(&at, m->rests[i]);
    put_u8(&at, m->threshold);
    put_u16(&at, m->knock);
    return (uint8_t)(at - out);
}
static inline void unpack_status(struct status *m, const uint8_t *at)
{
    m->boot = get_u32(&at);
    m->tick = get_u48(&at);
    m->lost = get_u16(&at);
    m->overruns = get_u16(&at);
    m->crc_errors = get_u16(&at);
    m->high_water = get_u8(&at);
    m->waiting = get_u8(&at);
    m->touched = get_u16(&at);
    m->lifted = get_u8(&at);
    for (uint8_t i = 0; i < 4; i++)
        m->loads[i] = get_u16(&at);
    for (uint8_t i = 0; i < 4; i++)
        m->rests[i] = get_u16(&at);
    m->threshold = get_u8(&at);
    m->knock = get_u16(&at);
}

/* Something was not done. From the base. */
struct trouble {
    uint32_t boot; /* as in Hello */
    uint8_t fault; /* a Fault */
    uint16_t value; /* see Fault */
};
static inline uint8_t pack_trouble(const struct trouble *m, uint8_t *out)
{
    uint8_t *at = out;
    put_u32(&at, m->boot);
    put_u8(&at, m->fault);
    put_u16(&at, m->value);
    return (uint8_t)(at - out);
}
static inline void unpack_trouble(struct trouble *m, const uint8_t *at)
{
    m->boot = get_u32(&at);
    m->fault = get_u8(&at);
    m->value = get_u16(&at);
}

/* Tell me. From the host. */
struct ask {
    uint8_t what; /* an Asked */
};
static inline uint8_t pack_ask(const struct ask *m, uint8_t *out)
{
    uint8_t *at = out;
    put_u8(&at, m->what);
    return (uint8_t)(at - out);
}
static inline void unpack_ask(struct ask *m, const uint8_t *at)
{
    m->what = get_u8(&at);
}

/* What time is it? From the host. */
struct ping {
    uint32_t token; /* comes back */
};
static inline uint8_t pack_ping(const struct ping *m, uint8_t *out)
{
    uint8_t *at = out;
    put_u32(&at, m->token);
    return (uint8_t)(at - out);
}
static inline void unpack_ping(struct ping *m, const uint8_t *at)
{
    m->token = get_u32(&at);
}

/* I have written down all events up to this one. From the host. */
struct ack {
    uint32_t boot; /* of the events; another one is ignored */
    uint32_t event; /* the last */
};
static inline uint8_t pack_ack(const struct ack *m, uint8_t *out)
{
    uint8_t *at = out;
    put_u32(&at, m->boot);
    put_u32(&at, m->event);
    return (uint8_t)(at - out);
}
static inline void unpack_ack(struct ack *m, const uint8_t *at)
{
    m->boot = get_u32(&at);
    m->event = get_u32(&at);
}

/* Send again from this event on. From the host. */
struct resend {
    uint32_t boot; /* of the events; another one is ignored */
    uint32_t event; /* the first */
};
static inline uint8_t pack_resend(const struct resend *m, uint8_t *out)
{
    uint8_t *at = out;
    put_u32(&at, m->boot);
    put_u32(&at, m->event);
    return (uint8_t)(at - out);
}
static inline void unpack_resend(struct resend *m, const uint8_t *at)
{
    m->boot = get_u32(&at);
    m->event = get_u32(&at);
}

/* A duel begins: from now on no lamp changes, and a restart voids it. From the host. */
struct arm {
    uint32_t token; /* not 0 */
};
static inline uint8_t pack_arm(const struct arm *m, uint8_t *out)
{
    uint8_t *at = out;
    put_u32(&at, m->token);
    return (uint8_t)(at - out);
}
static inline void unpack_arm(struct arm *m, const uint8_t *at)
{
    m->token = get_u32(&at);
}

/* Show these colours; while armed they wait until the end of the duel. From the host. */
struct lamps {
    uint8_t rgb[36]; /* red, green, blue of every lamp */
};
static inline uint8_t pack_lamps(const struct lamps *m, uint8_t *out)
{
    uint8_t *at = out;
    for (uint8_t i = 0; i < 36; i++)
        put_u8(&at, m->rgb[i]);
    return (uint8_t)(at - out);
}
static inline void unpack_lamps(struct lamps *m, const uint8_t *at)
{
    for (uint8_t i = 0; i < 36; i++)
        m->rgb[i] = get_u8(&at);
}

/* Keep this; answered by STATUS. Not while armed. From the host. */
struct config {
    uint8_t setting; /* a Setting */
    uint32_t value; /* see Setting */
};
static inline uint8_t pack_config(const struct config *m, uint8_t *out)
{
    uint8_t *at = out;
    put_u8(&at, m->setting);
    put_u32(&at, m->value);
    return (uint8_t)(at - out);
}
static inline void unpack_config(struct config *m, const uint8_t *at)
{
    m->setting = get_u8(&at);
    m->value = get_u32(&at);
}

/* Bytes of the payload of a kind of message, 255 for none. */
static inline uint8_t payload_size(uint8_t type)
{
    static const uint8_t sizes[16] = { 255, 25, 22, 18, 12, 21, 40, 7, 1, 4, 8, 8, 4, 0, 36, 5 };
    return type <= 15 ? sizes[type] : 255;
}
#endif
