/* The totem base on an ATmega328P at 16 MHz (Arduino Nano).
 *
 *   timer 1    runs at the full clock and is the time of everything; its input capture, behind the analog comparator,
 *              stamps the lift in hardware
 *   PCINT      pads; the interrupt stamps the change
 *   ADC        load segments and piezo in turn, 9.5 thousand samples a second
 *   timer 2    makes the comparator's threshold (OC2A through 10 k and 10 uF to AIN0)
 *   USART      500 kbaud, exact at 16 MHz
 *
 * Interrupts only stamp and store; everything else is done by the main loop, in firmware/core. TIFR1 is written nowhere but
 * in timer_start(): simavr 1.6 clears every flag of a timer on any write to it, and a wrong mask loses overflows on silicon.
 */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include "../core/base.h"
#include "board.h"

static struct base base;
static volatile uint32_t overflows;

/* Storage between interrupts and the main loop: one writer, one reader, sizes are powers of two. */
#define QUEUE(name, type, size) \
    static volatile type name[size]; \
    static volatile uint8_t name##_in, name##_out
#define NEXT(name, index) ((uint8_t)(index + 1) & (sizeof name / sizeof *name - 1))

struct contacts { uint16_t low; uint32_t high; uint8_t port, level; };
struct sample { uint16_t low, value; }; /* value: the input from bit 10 on. Four bytes are found faster than five. */
QUEUE(contacts, struct contacts, 16);
QUEUE(samples, struct sample, 16);
QUEUE(received, uint8_t, 64);
QUEUE(sending, uint8_t, 128);
static volatile uint8_t contacts_lost, samples_lost;
static volatile struct tick captured;
static volatile bool capture_waits;

/* time -------------------------------------------------------------------------------------------- */

ISR(TIMER1_OVF_vect)
{
    overflows++;
}

/* With interrupts off: the whole tick of a count read a moment ago. An overflow that has not been served yet belongs to
 * small counts only: nothing here waits for half a period of timer 1 (2 ms). */
#define HIGH_OF(low) (overflows + ((TIFR1 & _BV(TOV1)) && (low) < 0x8000))

struct tick port_now(void)
{
    struct tick tick;
    uint8_t sreg = SREG;
    cli();
    tick.low = TCNT1;
    tick.high = HIGH_OF(tick.low);
    SREG = sreg;
    return tick;
}

static void timer_start(void)
{
    TCCR1A = 0;
    TIFR1 = _BV(ICF1) | _BV(TOV1); /* before it runs, and never again */
    TIMSK1 = _BV(ICIE1) | _BV(TOIE1);
    /* One fixed edge, the lift: changing it can leave a stale flag. The noise canceller delays all captures by 4 ticks. */
    TCCR1B = _BV(ICNC1) | _BV(ICES1) | _BV(CS10);
}

/* inputs ------------------------------------------------------------------------------------------ */

ISR(TIMER1_CAPT_vect)
{
    uint16_t low = ICR1;
    if (capture_waits)
        return; /* chatter before the main loop came */
    captured.low = low;
    captured.high = HIGH_OF(low);
    capture_waits = true;
}

bool port_lifted(void)
{
    return ACSR & _BV(ACO);
}

/* The level is read as early as the time, so that it is that of the edge unless the contact bounces within 2 us. */
#define CONTACTS(vector, number, pins) \
    ISR(vector) \
    { \
        uint16_t low = TCNT1; \
        uint8_t level = pins, in = contacts_in, next = NEXT(contacts, in); \
        if (next == contacts_out) { \
            if (contacts_lost != 255) \
                contacts_lost++; \
            return; \
        } \
        contacts[in].low = low; \
        contacts[in].high = HIGH_OF(low); \
        contacts[in].port = number; \
        contacts[in].level = level; \
        contacts_in = next; \
    }
CONTACTS(PCINT0_vect, 0, PINB)
CONTACTS(PCINT1_vect, 1, PINC)
CONTACTS(PCINT2_vect, 2, PIND)

/* One conversion at a time: in free running mode the result lags behind the choice of the input by one or two. */
ISR(ADC_vect)
{
    static const uint8_t inputs[SEGMENTS + 1] = ADC_INPUTS;
    static uint8_t input;
    uint8_t in = samples_in, next = NEXT(samples, in);
    if (next == samples_out) {
        if (samples_lost != 255)
            samples_lost++;
    } else {
        samples[in].low = TCNT1;
        samples[in].value = ADC | (uint16_t)(input << 2) << 8;
        samples_in = next;
    }
    input = input == SEGMENTS ? 0 : input + 1;
    ADMUX = _BV(REFS0) | inputs[input];
    ADCSRA |= _BV(ADSC);
}

static void inputs_start(void)
{
    PORTB = PADS_B; /* pull-ups; a touched pad closes to ground */
    PORTC = PADS_C;
    PORTD = PADS_D | _BV(PD0);
    DIDR1 = _BV(AIN1D) | _BV(AIN0D);
    DIDR0 = 0x07; /* segments are no digital inputs; ADC6 and ADC7 have none */
    DDRB |= _BV(PB3) | _BV(LAMP_BIT);
    TCCR2A = _BV(COM2A1) | _BV(WGM21) | _BV(WGM20);
    TCCR2B = _BV(CS20); /* 62.5 kHz */
    OCR2A = base.settings.threshold; /* the simulator takes no notice of it before the mode is set */
    ACSR = _BV(ACIC);
    EICRA = _BV(ISC01) | _BV(ISC11); /* unused, but at its reset value simavr looks at low pins in every cycle */
    PCMSK0 = PADS_B;
    PCMSK1 = PADS_C;
    PCMSK2 = PADS_D;
    PCICR = _BV(PCIE0) | _BV(PCIE1) | _BV(PCIE2);
    ADMUX = _BV(REFS0);
    ADCSRA = _BV(ADEN) | _BV(ADSC) | _BV(ADIE) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0);
}

/* link -------------------------------------------------------------------------------------------- */

ISR(USART_RX_vect)
{
    uint8_t byte = UDR0, in = received_in, next = NEXT(received, in);
    if (next != received_out) { /* else the frame breaks and the host asks again */
        received[in] = byte;
        received_in = next;
    }
}

ISR(USART_UDRE_vect)
{
    uint8_t out = sending_out;
    if (out == sending_in) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    } else {
        UDR0 = sending[out];
        sending_out = NEXT(sending, out);
    }
}

uint8_t port_room(void)
{
    return (uint8_t)(sending_out - sending_in - 1) & (sizeof sending - 1);
}

void port_send(const uint8_t *bytes, uint8_t count)
{
    uint8_t in = sending_in;
    while (count--) {
        sending[in] = *bytes++;
        in = NEXT(sending, in);
    }
    sending_in = in;
    UCSR0B |= _BV(UDRIE0);
}

static void link_start(void)
{
    UCSR0A = _BV(U2X0);
    UBRR0 = 3;
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

/* memory ------------------------------------------------------------------------------------------ */

struct kept {
    uint32_t boots;
    struct settings settings;
};
static struct kept EEMEM kept;

/* A new number for this start. Only the bytes that change are written: the first one lasts 100 000 starts. */
static uint32_t next_boot(void)
{
    uint32_t boots = eeprom_read_dword(&kept.boots) + 1;
    eeprom_update_dword(&kept.boots, boots);
    return boots;
}

static struct settings settings_read(void)
{
    struct settings settings;
    eeprom_read_block(&settings, &kept.settings, sizeof settings);
    if (settings.knock > 1023) { /* never written: the values an uncalibrated base starts with */
        settings.threshold = THRESHOLD_AT_FIRST;
        settings.knock = KNOCK_AT_FIRST;
    }
    return settings;
}

void port_settings(const struct settings *settings)
{
    OCR2A = settings->threshold;
    eeprom_update_block(settings, &kept.settings, sizeof *settings);
}

/* the loop ---------------------------------------------------------------------------------------- */

static void take_capture(void)
{
    if (!capture_waits)
        return;
    cli();
    struct tick tick = { captured.high, captured.low };
    capture_waits = false;
    sei();
    base_lift(&base, tick);
}

static uint8_t levels[3]; /* of ports B, C, D as they were when last told */

static void look_at_pads(void)
{
    levels[0] = PINB;
    levels[1] = PINC;
    levels[2] = PIND;
    base_pads(&base, CLOSED(levels[0], levels[1], levels[2]), port_now());
}

static void take_contacts(void)
{
    if (contacts_out == contacts_in)
        return;
    uint8_t out = contacts_out;
    struct tick tick = { contacts[out].high, contacts[out].low };
    levels[contacts[out].port] = contacts[out].level;
    contacts_out = NEXT(contacts, out);
    base_pads(&base, CLOSED(levels[0], levels[1], levels[2]), tick);
}

static void take_sample(void)
{
    if (samples_out == samples_in)
        return;
    uint8_t out = samples_out;
    struct sample sample = { samples[out].low, samples[out].value };
    samples_out = NEXT(samples, out);
    struct tick tick = port_now();
    if (sample.low > tick.low)
        tick.high--; /* taken before the last overflow; none waits for 4 ms */
    tick.low = sample.low;
    base_sample(&base, (uint8_t)(sample.value >> 10), sample.value & 1023, tick);
}

static void take_byte(void)
{
    if (received_out == received_in)
        return;
    uint8_t byte = received[received_out];
    received_out = NEXT(received, received_out);
    base_byte(&base, byte);
}

static void take_losses(void)
{
    cli();
    uint8_t edges = contacts_lost, lost = samples_lost;
    contacts_lost = samples_lost = 0;
    sei();
    if (edges) {
        base_edges_lost(&base, edges);
        look_at_pads();
    }
    base_samples_lost(&base, lost);
}

int main(void)
{
    struct settings settings = settings_read();
    base_start(&base, next_boot(), FIRMWARE, &settings);
    inputs_start();
    timer_start();
    link_start();
    sei();
    look_at_pads();
    for (;;) {
        take_losses();
        take_capture();
        take_contacts();
        take_byte();
        take_sample();
        if (base_poll(&base))
            continue;
        set_sleep_mode(SLEEP_MODE_IDLE);
        cli();
        if (!capture_waits && contacts_out == contacts_in && samples_out == samples_in && received_out == received_in) {
            sleep_enable();
            sei();
            sleep_cpu(); /* the instruction after sei() is executed before any interrupt */
            sleep_disable();
        }
        sei();
    }
}
