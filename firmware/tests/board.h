/* A board without a chip: its time, its comparator and its line are variables. */
#ifndef TEST_BOARD_H
#define TEST_BOARD_H
#include "../core/base.h"

extern struct board {
    struct tick now;
    bool lifted;
    uint8_t room;
    uint8_t sent[4096];
    unsigned count; /* bytes in sent */
    unsigned lamp_refreshes;
    struct settings settings;
} board;

struct tick at_us(uint64_t us);
void board_reset(void);
#endif
