/* The second Arduino of the bench, beside the base: its pins become the base's inputs. */
#ifndef SECOND_H
#define SECOND_H
#include <stdint.h>

/* Switched on at this cycle of the base; its resonator runs so many parts in a million faster. Returns 0 for no firmware. */
int second_start(const char *elf, double ppm, uint64_t base_cycle);

/* Runs it until there; what its pins did is in the script then. Nothing if there is none. */
void second_run(uint64_t base_cycle);
#endif
