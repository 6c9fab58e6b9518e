/* The second Arduino (Nano or Uno, 16 MHz): plays known gaps to a totem base, so that an owner can see what his own one is worth.
 *
 *   D2 (PD2) -> pad 0 (D2 of the base)        a touched pad is a low pin
 *   D3 (PD3) -> pad 1 (D3 of the base)
 *   D4 (PD4) -> 10 k -> A0 A1 A2 A6 and D7 of the base: high is the totem standing, low is the totem gone
 *   GND      -> GND
 *
 * A round: all touched and standing for 60 ms; pad 0 is released; after the gap pad 1 is released; both for every gap of the
 * table. The totem is lifted together with pad 1. Gaps are made with this board's own timer 1 at full clock; edges leave
 * within the same instruction, so a gap is exact to this board's resonator (0.5 %, a crystal 0.005 %).
 * `companion bench-base` reads what the base makes of it; the table stands in hardware/bench.py as well, and a test compares.
 */
#include <avr/interrupt.h>
#include <avr/io.h>

static const uint16_t gaps_us[] = { 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 40000, 3000 };
#define COUNT (sizeof gaps_us / sizeof *gaps_us)
#define PAD0 _BV(PD2)
#define PAD1 _BV(PD3)
#define STANDS _BV(PD4)

/* Waits until so many microseconds after the last call's end; exact, because the timer itself is never stopped. */
static uint16_t due;
static void wait_us(uint32_t us)
{
    uint32_t ticks = us * 16;
    while (ticks > 30000) {
        due += 30000;
        ticks -= 30000;
        while ((int16_t)(TCNT1 - due) < 0)
            ;
    }
    due += (uint16_t)ticks;
    while ((int16_t)(TCNT1 - due) < 0)
        ;
}

int main(void)
{
    TCCR1B = _BV(CS10);
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
