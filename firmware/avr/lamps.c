/* WS2812B lamps on LAMP_BIT of port B. The data sheet wants 0.4 and 0.8 us of high level in a bit of 1.25 us, each within 0.15 us,
 * and shows the colours after a pause of 50 us. Interrupts are let in between lamps: 30 us of silence lose no byte of the link
 * (USART holds two and a half, 50 us), and what then runs stays far below the pause. Never called while armed. */
#include <avr/interrupt.h>
#include "../core/base.h"
#include "board.h"

/* 21 ticks (1.31 us) a bit: high from tick 0 to 7 for a zero (0.44 us), to 13 for a one (0.81 us). */
static void send_byte(uint8_t byte)
{
    uint8_t bits = 8;
    __asm__ volatile(
        "1: sbi %[port], %[bit]  \n\t" /* 2: high at the end */
        "   nop                  \n\t" /* 1 */
        "   nop                  \n\t" /* 1 */
        "   sbrs %[byte], 7      \n\t" /* 1, skipping 2 */
        "   rjmp 2f              \n\t" /* zero: 2 */
        "   nop                  \n\t"
        "   nop                  \n\t"
        "   nop                  \n\t"
        "   nop                  \n\t"
        "   nop                  \n\t"
        "   nop                  \n\t"
        "   nop                  \n\t"
        "   cbi %[port], %[bit]  \n\t" /* one: low 13 ticks after high */
        "   rjmp 3f              \n\t"
        "2: cbi %[port], %[bit]  \n\t" /* zero: low 7 ticks after high */
        "   nop                  \n\t"
        "   nop                  \n\t"
        "   nop                  \n\t"
        "   nop                  \n\t"
        "   nop                  \n\t"
        "   nop                  \n\t"
        "   nop                  \n\t"
        "   nop                  \n\t"
        "3: lsl %[byte]          \n\t"
        "   dec %[bits]          \n\t"
        "   brne 1b              \n\t"
        : [byte] "+r"(byte), [bits] "+r"(bits)
        : [port] "I"(_SFR_IO_ADDR(PORTB)), [bit] "I"(LAMP_BIT));
}

void port_lamps(const uint8_t *rgb)
{
    for (uint8_t lamp = 0; lamp < LAMPS; lamp++, rgb += 3) {
        uint8_t sreg = SREG;
        cli();
        send_byte(rgb[1]); /* green first */
        send_byte(rgb[0]);
        send_byte(rgb[2]);
        SREG = sreg;
    }
}
