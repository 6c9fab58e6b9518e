/* The second Arduino (Nano or Uno, 16 MHz): plays known gaps to a totem base, so that an owner can see what his own one is worth.
 *
 *   D4 (PD4) -> pad 0 (D2 of the base)        a touched pad is a low pin
 *   D5 (PD5) -> pad 1 (D3 of the base)
 *   D6 (PD6) -> 470 ohm -> A0 A1 A2 A6 of the base, joined: high is the totem standing, low is the totem gone
 *   GND      -> GND
 *
 * A round: all touched and standing for 0.6 s, once 0.9 s; pad 0 is released; after the gap pad 1 is released; so for every gap
 * of the table. The totem is lifted together with pad 1, in one instruction. Gaps are timed with this board's own timer 1 at full clock, so
 * they are as true as its resonator (0.5 %, a crystal 0.005 %).
 * Take the totem away, and no hand on a pad. The base's own resistors stay where they are: 470 ohm against four of 10 k is 4.2 V.
 * `companion bench-base` reads what the base makes of it; the table stands in hardware/bench.py as well, and a test compares.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

static const uint16_t gaps_us[] = { 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 40000, 3000 };
#define COUNT (sizeof gaps_us / sizeof *gaps_us)
#define PAD0 _BV(PD4)
#define PAD1 _BV(PD5)
#define STANDS _BV(PD6)

EMPTY_INTERRUPT(TIMER1_COMPA_vect)

/* Sleeps until so many microseconds after the last call's end, at least 10. The timer never stops, and waking takes always as
 * long, so gaps are exact to a tick. */
static void wait_us(uint32_t us)
{
    for (uint32_t ticks = us * 16; ticks;) {
        uint16_t part = ticks > 40000 ? 20000 : (uint16_t)ticks; /* never a part that is over before it is waited for */
        ticks -= part;
        OCR1A += part;
        sleep_mode();
    }
}

int main(void)
{
    EICRA = _BV(ISC01) | _BV(ISC11); /* unused, but at its reset value simavr looks at low pins in every cycle */
    TIMSK1 = _BV(OCIE1A);
    TCCR1B = _BV(CS10);
    sei();
    PORTD = STANDS;
    DDRD = PAD0 | PAD1 | STANDS;
    for (uint8_t n = 0;; n = (uint8_t)(n + 1) % COUNT) {
        PORTD = STANDS; /* both pads touched */
        wait_us(n ? 600000 : 900000); /* the load settles; the longer pause begins a round */
        PORTD = STANDS | PAD0;
        wait_us(gaps_us[n]);
        PORTD = PAD0 | PAD1; /* pad 1 released and the totem lifted, in one instruction */
        wait_us(100000);
    }
}
