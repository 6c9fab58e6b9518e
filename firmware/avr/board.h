/* What hangs on which pin; in brackets the name printed on an Arduino Nano. The wiring page says the same, and a test compares.
 *
 *   pads 0 to 3        PD2 PD3 PD4 PD5   (D2 D3 D4 D5)
 *   pads 4 to 6        PB1 PB2 PB4       (D9 D10 D12)
 *   pads 7 to 9        PC3 PC4 PC5       (A3 A4 A5)
 *   segments 0 to 3    ADC0 1 2 6        (A0 A1 A2 A6)
 *   piezo              ADC7              (A7)
 *   lamps              PB5               (D13)
 *   comparator         AIN1 = PD7 load (D7), AIN0 = PD6 threshold (D6), OC2A = PB3 makes the threshold (D11)
 *   link               PD0 PD1           (the Nano's own USB)
 *   nothing            PB0               (D8): it is the other input of the capture, which simavr does not switch off
 */
#ifndef BOARD_H
#define BOARD_H
#include <avr/io.h>

#define PADS_B (_BV(PB1) | _BV(PB2) | _BV(PB4))
#define PADS_C (_BV(PC3) | _BV(PC4) | _BV(PC5))
#define PADS_D (_BV(PD2) | _BV(PD3) | _BV(PD4) | _BV(PD5))
#define LAMP_BIT PB5
/* The inputs of the ADC in the order in which they are read: segments 0 to 3, the piezo. */
#define ADC_INPUTS { 0, 1, 2, 6, 7 }

/* Bit N: pad N is closed, from the levels of the three ports; a closed contact is low. */
#define CLOSED(b, c, d) \
    ((uint16_t)((~(d) >> 2 & 0xf) | (~(b) >> 1 & 3) << 4 | (~(b) >> 4 & 1) << 6 | (~(c) >> 3 & 7) << 7))

/* Until doctor has measured the owner's totem: 1.0 V, and a blow that shakes the piezo by 0.5 V. */
#define THRESHOLD_AT_FIRST 51
#define KNOCK_AT_FIRST 102
#endif
