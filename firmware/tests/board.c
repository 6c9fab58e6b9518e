#include "board.h"
#include <string.h>

struct board board;

struct tick at_us(uint64_t us)
{
    uint64_t ticks = us * 16;
    return (struct tick){ (uint32_t)(ticks >> 16), (uint16_t)ticks };
}

void board_reset(void)
{
    memset(&board, 0, sizeof board);
    board.room = 255;
}

struct tick port_now(void) { return board.now; }
bool port_lifted(void) { return board.lifted; }
uint8_t port_room(void) { return board.room; }
void port_lamps(const uint8_t *rgb) { (void)rgb; board.lamp_refreshes++; }
void port_settings(const struct settings *settings) { board.settings = *settings; }
void port_send(const uint8_t *bytes, uint8_t count)
{
    if (board.count + count > sizeof board.sent)
        board.count = 0; /* a reader that does not keep up */
    memcpy(board.sent + board.count, bytes, count);
    board.count += count;
}
