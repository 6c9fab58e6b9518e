/* The base's .elf in a cycle-accurate chip (simavr), with scripted inputs at exact cycles, a truth log and faults.
 *
 *   base_sim ELF EEPROM [pty [PACE]]
 *
 * Without `pty` everything is lock-step: it does what lines on stdin say, one `run` at a time, and time stands still between.
 * With `pty` the link is a pseudo terminal whose name is printed, and the chip runs PACE times as fast as a clock on the wall.
 *
 * Lines on stdin (cycles count from power-on, +CYCLE from now; a cycle in the past means now):
 *   at CYCLE pad N 0|1        the contact of pad N opens or closes
 *   at CYCLE load N MV        load segment N shows so many millivolts
 *   at CYCLE sum MV           the comparator sees so many millivolts (else the mean of the segments)
 *   at CYCLE piezo MV
 *   at CYCLE rx HEX           bytes arrive on the line, one every 20 us
 *   at CYCLE reset            the reset button
 *   run CYCLE                 lock-step: go on until there; then the answer is `now CYCLE`
 *   mute 0|1                  pty: the base stops answering (its bytes are lost)
 *   noise HEX                 pty: the host reads these bytes
 *   replug                    pty: the cable is pulled and put back; the answer is `pty NAME`
 *   unplug                    pty: the cable is pulled
 *   second ELF PPM            a second Arduino is switched on, with wires to this one (second.h)
 *   stack                     the answer is `stack N`: bytes of memory that the stack has never reached
 *   quit
 * Lines on stdout: `tx CYCLE HEX` (lock-step: a frame and when its last bit left), `lamps CYCLE` (a refresh ended),
 * `done CYCLE CYCLE WHAT...` (an input: the cycle it was meant for, and that at which it happened, because no input changes
 * within an instruction), and the answers above.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <simavr/avr_acomp.h>
#include <simavr/avr_adc.h>
#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_timer.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include "script.h"
#include "second.h"

#define HZ 16000000ULL
#define BYTE_CYCLES 320 /* 10 bits at 500 kbaud */
#define SEGMENTS 4

static avr_t *avr;
static avr_irq_t *uart_in;
static uint32_t loads[SEGMENTS];
static const uint8_t load_inputs[SEGMENTS] = { ADC_IRQ_ADC0, ADC_IRQ_ADC1, ADC_IRQ_ADC2, ADC_IRQ_ADC6 };
static int master = -1, slave = -1, muted;
static uint8_t frame[256];
static unsigned frame_length;

/* pins -------------------------------------------------------------------------------------------- */

static void set_pad(unsigned pad, int closed)
{
    static const struct { char port; uint8_t bit; } pins[10] = {
        { 'D', 2 }, { 'D', 3 }, { 'D', 4 }, { 'D', 5 }, { 'B', 1 }, { 'B', 2 }, { 'B', 4 }, { 'C', 3 }, { 'C', 4 }, { 'C', 5 },
    };
    static uint8_t masks[3], levels[3];
    unsigned port = (unsigned)(pins[pad].port - 'B');
    uint8_t bit = (uint8_t)(1 << pins[pad].bit);
    masks[port] |= bit;
    levels[port] = (uint8_t)(closed ? levels[port] & ~bit : levels[port] | bit);
    /* else every write to the port would set its inputs to their pull-ups again */
    avr_ioport_external_t external = { .name = (unsigned char)pins[pad].port, .mask = masks[port], .value = levels[port] };
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(pins[pad].port), &external);
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(pins[pad].port), pins[pad].bit), !closed);
}

static void set_sum(uint32_t mv)
{
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ACOMP_GETIRQ, ACOMP_IRQ_AIN1), mv);
}

static void set_load(unsigned segment, uint32_t mv)
{
    loads[segment] = mv;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, load_inputs[segment]), mv);
    set_sum((loads[0] + loads[1] + loads[2] + loads[3]) / SEGMENTS); /* four equal resistors */
}

/* OC2A through 10 k and 10 uF: slow enough to be its mean. */
static void set_threshold(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ACOMP_GETIRQ, ACOMP_IRQ_AIN0), value * 5000 / 255);
}

static void lamp_pin(struct avr_irq_t *irq, uint32_t value, void *param)
{
    static unsigned bits;
    (void)irq, (void)param;
    if (value && ++bits == 12 * 24) {
        bits = 0;
        printf("lamps %llu\n", (unsigned long long)avr->cycle);
    }
}

/* link -------------------------------------------------------------------------------------------- */

static void byte_out(struct avr_irq_t *irq, uint32_t value, void *param)
{
    uint8_t byte = (uint8_t)value;
    (void)irq, (void)param;
    if (master >= 0) {
        if (!muted && write(master, &byte, 1) < 0 && errno != EAGAIN && errno != EIO)
            perror("pty");
        return;
    }
    if (frame_length < sizeof frame)
        frame[frame_length++] = byte;
    if (byte == 0) {
        /* the shift register may be busy with the byte before */
        printf("tx %llu ", (unsigned long long)avr->cycle + 2 * BYTE_CYCLES);
        for (unsigned i = 0; i < frame_length; i++)
            printf("%02x", frame[i]);
        printf("\n");
        frame_length = 0;
    }
}

/* Every 20 us a byte from the pseudo terminal, if there is one. */
static avr_cycle_count_t byte_in(avr_t *chip, avr_cycle_count_t when, void *param)
{
    uint8_t byte;
    (void)chip, (void)param;
    if (master >= 0 && read(master, &byte, 1) == 1)
        avr_raise_irq(uart_in, byte);
    return when + BYTE_CYCLES;
}

static void plug(void)
{
    struct termios raw;
    char name[64];
    if (openpty(&master, &slave, name, NULL, NULL) < 0) {
        perror("openpty");
        exit(1);
    }
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    fcntl(master, F_SETFL, O_NONBLOCK);
    printf("pty %s\n", name);
}

static void unplug(void)
{
    if (master >= 0) {
        close(slave);
        close(master);
    }
    master = slave = -1;
}

/* inputs at exact cycles -------------------------------------------------------------------------- */

static void start_chip(void)
{
    uint32_t flags = 0;
    avr_reset(avr);
    avr->run_cycle_limit = HZ; /* instructions run in one go up to the next timer: the same cycles in half the time */
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags); /* no lines on the console, no sleeping while polled */
}

static void apply(const struct action *action)
{
    if (action->kind != RX)
        printf("done %llu %llu ", (unsigned long long)action->cycle, (unsigned long long)avr->cycle);
    switch (action->kind) {
    case PAD: set_pad(action->index, (int)action->value); printf("pad %u %u\n", action->index, action->value); break;
    case LOAD: set_load(action->index, action->value); printf("load %u %u\n", action->index, action->value); break;
    case SUM: set_sum(action->value); printf("sum %u\n", action->value); break;
    case PIEZO:
        avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC7), action->value);
        printf("piezo %u\n", action->value);
        break;
    case RX: avr_raise_irq(uart_in, action->value); break;
    case RESET: start_chip(); printf("reset\n"); break;
    }
}

static avr_cycle_count_t due(avr_t *chip, avr_cycle_count_t when, void *param)
{
    const struct action *next;
    (void)when, (void)param;
    while ((next = script_next()) && next->cycle <= chip->cycle) {
        struct action action = *next;
        script_pop();
        if (action.kind == RESET) {
            /* not from inside a cycle timer: a reset clears them */
            script_reset_waits = 1;
            printf("done %llu %llu reset\n", (unsigned long long)action.cycle, (unsigned long long)chip->cycle);
            return 0;
        }
        apply(&action);
    }
    return next ? next->cycle : 0;
}

static void schedule(void)
{
    const struct action *next = script_next();
    avr_cycle_timer_cancel(avr, due, NULL);
    if (next)
        avr_cycle_timer_register(avr, next->cycle > avr->cycle ? next->cycle - avr->cycle : 1, due, NULL);
}

static void reset_if_asked(void)
{
    if (!script_reset_waits)
        return;
    script_reset_waits = 0;
    avr_cycle_count_t cycle = avr->cycle;
    start_chip();
    avr->cycle = cycle;
    if (master >= 0)
        avr_cycle_timer_register(avr, BYTE_CYCLES, byte_in, NULL);
    schedule();
}

/* the chip ---------------------------------------------------------------------------------------- */

static void keep_eeprom(const char *path, int write_it)
{
    uint8_t bytes[1024];
    avr_eeprom_desc_t desc = { .ee = bytes, .offset = 0, .size = sizeof bytes };
    FILE *file = fopen(path, write_it ? "wb" : "rb");
    memset(bytes, 0xff, sizeof bytes);
    if (write_it) {
        avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &desc);
        if (file && fwrite(desc.ee, 1, sizeof bytes, file) != sizeof bytes)
            perror(path);
    } else {
        if (file && fread(bytes, 1, sizeof bytes, file) != sizeof bytes)
            fprintf(stderr, "%s is shorter than an EEPROM\n", path);
        avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &desc);
    }
    if (file)
        fclose(file);
}

static void never_sleep(avr_t *chip, avr_cycle_count_t how_long)
{
    (void)chip, (void)how_long; /* time on the wall is kept elsewhere */
}

static void build(const char *elf, const char *eeprom)
{
    elf_firmware_t firmware = { 0 };
    if (elf_read_firmware(elf, &firmware) != 0) {
        fprintf(stderr, "%s is no firmware\n", elf);
        exit(1);
    }
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    firmware.frequency = HZ;
    firmware.vcc = firmware.avcc = firmware.aref = 5000;
    avr_load_firmware(avr, &firmware);
    avr->sleep = never_sleep;
    avr->log = LOG_ERROR;
    memset(avr->data + 0x100, 0xa5, 0x800);
    keep_eeprom(eeprom, 0);
    start_chip();
    uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), byte_out, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_TIMER_GETIRQ('2'), TIMER_IRQ_OUT_PWM0), set_threshold, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 5), lamp_pin, NULL);
    for (unsigned pad = 0; pad < 10; pad++)
        set_pad(pad, 0);
    for (unsigned segment = 0; segment < SEGMENTS; segment++)
        set_load(segment, 0);
}

static void run_until(avr_cycle_count_t cycle)
{
    second_run(cycle);
    schedule();
    while (avr->cycle < cycle) {
        int state = avr_run(avr);
        reset_if_asked();
        if (state == cpu_Done || state == cpu_Crashed) {
            printf("crashed %llu\n", (unsigned long long)avr->cycle);
            fflush(stdout);
            exit(3);
        }
    }
}

static unsigned untouched_stack(void)
{
    unsigned at = 0x8ff, best = 0, run = 0;
    for (; at >= 0x100; at--) {
        run = avr->data[at] == 0xa5 ? run + 1 : 0;
        if (run > best)
            best = run;
    }
    return best;
}

/* Returns 0 at the end. */
static int obey(char *line, const char *eeprom)
{
    unsigned long long cycle;
    double ppm;
    char hex[1024];
    if (sscanf(line, "run %llu", &cycle) == 1) {
        run_until(cycle);
        printf("now %llu\n", (unsigned long long)avr->cycle);
    } else if (!strncmp(line, "quit", 4)) {
        keep_eeprom(eeprom, 1);
        return 0;
    } else if (!strncmp(line, "stack", 5)) {
        printf("stack %u\n", untouched_stack());
    } else if (!strncmp(line, "unplug", 6)) {
        unplug();
    } else if (!strncmp(line, "replug", 6)) {
        unplug();
        plug();
    } else if (!strncmp(line, "mute ", 5)) {
        muted = line[5] == '1';
    } else if (sscanf(line, "noise %1023s", hex) == 1) {
        for (const char *at = hex; at[0] && at[1]; at += 2) {
            uint8_t byte = script_byte(at);
            if (write(master, &byte, 1) != 1)
                break;
        }
    } else if (sscanf(line, "second %1023s %lf", hex, &ppm) == 2) {
        if (!second_start(hex, ppm, avr->cycle))
            printf("unknown %s", line);
    } else if (script_add(line, avr->cycle)) {
        schedule();
    } else {
        printf("unknown %s", line);
    }
    fflush(stdout);
    return 1;
}

static double wall(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Real time in steps of 0.5 ms. When the machine was busy, time that was lost is not made up for beyond 50 ms. */
static void run_by_the_clock(double pace, const char *eeprom)
{
    static char line[65536];
    struct pollfd in = { .fd = 0, .events = POLLIN };
    double start = wall();
    avr_cycle_count_t first = avr->cycle;
    fcntl(0, F_SETFL, O_NONBLOCK);
    for (;;) {
        double behind = (wall() - start) * pace * (double)HZ - (double)(avr->cycle - first);
        if (behind > 0.05 * (double)HZ) {
            start = wall();
            first = avr->cycle;
        } else if (behind > 0) {
            run_until(avr->cycle + HZ / 2000);
        }
        if (poll(&in, 1, behind > 0 ? 0 : 1) > 0) {
            while (fgets(line, sizeof line, stdin))
                if (!obey(line, eeprom))
                    return;
            if (feof(stdin))
                return;
            clearerr(stdin);
        }
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    static char line[65536];
    if (argc < 3) {
        fprintf(stderr, "base_sim ELF EEPROM [pty [PACE]]\n");
        return 2;
    }
    build(argv[1], argv[2]);
    if (argc > 3) {
        plug();
        fflush(stdout);
        avr_cycle_timer_register(avr, BYTE_CYCLES, byte_in, NULL);
        run_by_the_clock(argc > 4 ? atof(argv[4]) : 1.0, argv[2]);
        return 0;
    }
    while (fgets(line, sizeof line, stdin) && obey(line, argv[2]))
        ;
    return 0;
}
