#include "load.h"
#include "pads.h"

#define MS(n) ((uint32_t)(TICK_HZ / 1000) * (n))

static uint16_t total(const struct load *load)
{
    uint16_t sum = 0;
    for (uint8_t i = 0; i < SEGMENTS; i++)
        sum = (uint16_t)(sum + load->segments[i].load);
    return sum;
}

static void tell_peak(struct load *load, uint8_t i, struct tick tick, struct ring *ring)
{
    struct segment *segment = &load->segments[i];
    if (!segment->told)
        ring_put(ring, (uint8_t)(CHANNEL_SEGMENT + i), EDGE_PEAK, segment->peak, tick);
    segment->told = true;
}

/* The totem stands still: what lies on the segments now is their rest. */
static void settle(struct load *load, uint16_t sum)
{
    load->total_rest = sum;
    load->moving = load->off = false;
    for (uint8_t i = 0; i < SEGMENTS; i++) {
        struct segment *segment = &load->segments[i];
        segment->rest = segment->peak = segment->load;
        segment->off = segment->told = false;
    }
}

static void watch_total(struct load *load, struct tick tick, struct ring *ring)
{
    uint16_t sum = total(load);
    uint32_t now = tick_low32(tick);
    if (load->total_rest >= LOAD_EMPTY) {
        if (!load->off && sum < load->total_rest / 2) {
            load->off = true;
            ring_put(ring, CHANNEL_LOAD, EDGE_OFF, load->total_rest, tick);
        } else if (load->off && sum >= load->total_rest - load->total_rest / 4) {
            load->off = false;
            ring_put(ring, CHANNEL_LOAD, EDGE_ON, sum, tick);
        }
    }
    uint16_t change = sum > load->steady ? sum - load->steady : load->steady - sum;
    if (change > LOAD_STEADY) {
        load->steady = sum;
        load->steady_since = now;
    } else if (sum >= LOAD_EMPTY && now - load->steady_since >= MS(LOAD_SETTLE_MS)) {
        if (load->off) /* another, lighter load than before: it has come back as well */
            ring_put(ring, CHANNEL_LOAD, EDGE_ON, sum, tick);
        settle(load, sum);
        load->steady = sum;
        load->steady_since = now;
    }
}

static void watch_segment(struct load *load, uint8_t i, struct tick tick, struct ring *ring)
{
    struct segment *segment = &load->segments[i];
    if (segment->load > segment->peak && !segment->told)
        segment->peak = segment->load;
    if (segment->rest < LOAD_EMPTY)
        return;
    if (!segment->off && segment->load < segment->rest / 2) {
        segment->off = true;
        if (!load->moving) {
            load->moving = true;
            load->moving_since = tick_low32(tick);
        }
        ring_put(ring, (uint8_t)(CHANNEL_SEGMENT + i), EDGE_OFF, segment->rest, tick);
        tell_peak(load, i, tick, ring);
    } else if (segment->off && segment->load >= segment->rest - segment->rest / 4) {
        segment->off = false;
        ring_put(ring, (uint8_t)(CHANNEL_SEGMENT + i), EDGE_ON, segment->load, tick);
    }
}

/* What pressed on a segment long ago is no part of the movement to come: half of it is forgotten every 128 ms. */
static void forget_peaks(struct load *load, uint32_t now)
{
    if (load->moving || now - load->decayed < MS(16))
        return;
    load->decayed = now;
    for (uint8_t i = 0; i < SEGMENTS; i++) {
        struct segment *segment = &load->segments[i];
        if (segment->peak > segment->load)
            segment->peak = (uint16_t)(segment->peak - (segment->peak - segment->load + 10) / 11);
    }
}

void load_sample(struct load *load, uint8_t segment, uint16_t value, struct tick tick, struct ring *ring)
{
    load->segments[segment].load = value;
    forget_peaks(load, tick_low32(tick));
    watch_segment(load, segment, tick, ring);
    if (load->moving && tick_low32(tick) - load->moving_since >= MS(LOAD_PEAK_MS))
        tell_peak(load, segment, tick, ring);
    if (segment == SEGMENTS - 1)
        watch_total(load, tick, ring);
}

void load_blow(struct load *load, uint16_t value, struct tick tick, struct ring *ring)
{
    uint32_t now = tick_low32(tick);
    if (load->blow_deaf && now - load->blow_since < MS(BLOW_DEAF_MS))
        return;
    load->blow_deaf = false;
    if (value < load->blow_threshold)
        return;
    load->blow_deaf = true;
    load->blow_since = now;
    ring_put(ring, CHANNEL_KNOCK, EDGE_BLOW, value, tick);
}
