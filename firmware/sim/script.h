/* What is to happen to the chip, and when. */
#ifndef SCRIPT_H
#define SCRIPT_H
#include <stdint.h>

enum action_kind { PAD, LOAD, SUM, PIEZO, RX, RESET };
struct action {
    uint64_t cycle;
    enum action_kind kind;
    unsigned index, value;
};

/* Adds a line `at CYCLE ...`; a cycle before now means now. Returns 0 for a line that is none. */
int script_add(const char *line, uint64_t now);
const struct action *script_next(void); /* 0: nothing more */
void script_pop(void);
uint8_t script_byte(const char *hex);
extern int script_reset_waits;
#endif
