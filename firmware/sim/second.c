#include "second.h"
#include <stdio.h>
#include <string.h>
#include <simavr/avr_ioport.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include "script.h"

#define FIRST_PIN 4      /* D4 and D5: pads 0 and 1; D6: the load */
#define STANDING_MV 4200 /* 5 V through 470 ohm against the base's four resistors of 10 k to ground */

static avr_t *second;
static uint64_t started;
static double rate; /* cycles of the base in one of this board */

static void pin_changed(struct avr_irq_t *irq, uint32_t value, void *param)
{
    unsigned long long at = started + (uint64_t)((double)second->cycle * rate);
    char line[64];
    (void)param;
    if (irq->irq < 2 + FIRST_PIN) {
        snprintf(line, sizeof line, "at %llu pad %u %u", at, irq->irq - FIRST_PIN, !value); /* low is touched */
        script_add(line, 0);
        return;
    }
    for (unsigned segment = 0; segment < 4; segment++) {
        snprintf(line, sizeof line, "at %llu load %u %u", at, segment, value ? STANDING_MV : 0);
        script_add(line, 0);
    }
}

static void never_sleep(avr_t *chip, avr_cycle_count_t how_long)
{
    (void)chip, (void)how_long; /* time on the wall is kept elsewhere */
}

int second_start(const char *elf, double ppm, uint64_t base_cycle)
{
    elf_firmware_t firmware = { 0 };
    if (elf_read_firmware(elf, &firmware) != 0)
        return 0;
    second = avr_make_mcu_by_name("atmega328p");
    avr_init(second);
    firmware.frequency = 16000000;
    avr_load_firmware(second, &firmware);
    second->sleep = never_sleep;
    second->log = LOG_ERROR;
    second->run_cycle_limit = 1000;
    started = base_cycle;
    rate = 1 / (1 + ppm / 1e6);
    for (unsigned pin = FIRST_PIN; pin < FIRST_PIN + 3; pin++)
        avr_irq_register_notify(avr_io_getirq(second, AVR_IOCTL_IOPORT_GETIRQ('D'), (int)pin), pin_changed, NULL);
    return 1;
}

void second_run(uint64_t base_cycle)
{
    if (!second)
        return;
    avr_cycle_count_t end = (avr_cycle_count_t)((double)(base_cycle - started) / rate);
    while (second->cycle < end)
        avr_run(second);
}
