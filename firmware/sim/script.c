#include "script.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A heap by cycle; equal cycles in the order in which they were added. */
struct entry { struct action action; uint64_t order; };
static struct entry *heap;
static unsigned count, room;
static uint64_t added;
int script_reset_waits;

static int before(const struct entry *a, const struct entry *b)
{
    return a->action.cycle != b->action.cycle ? a->action.cycle < b->action.cycle : a->order < b->order;
}

static void swap(unsigned a, unsigned b)
{
    struct entry kept = heap[a];
    heap[a] = heap[b];
    heap[b] = kept;
}

static void push(struct action action)
{
    if (count == room) {
        room = room ? 2 * room : 1024;
        heap = realloc(heap, room * sizeof *heap);
        if (!heap)
            abort();
    }
    heap[count] = (struct entry){ action, added++ };
    for (unsigned i = count++; i && before(&heap[i], &heap[(i - 1) / 2]); i = (i - 1) / 2)
        swap(i, (i - 1) / 2);
}

const struct action *script_next(void)
{
    return count ? &heap[0].action : NULL;
}

void script_pop(void)
{
    heap[0] = heap[--count];
    for (unsigned i = 0;;) {
        unsigned least = i, child = 2 * i + 1;
        if (child < count && before(&heap[child], &heap[least]))
            least = child;
        if (child + 1 < count && before(&heap[child + 1], &heap[least]))
            least = child + 1;
        if (least == i)
            return;
        swap(i, least);
        i = least;
    }
}

uint8_t script_byte(const char *hex)
{
    char two[3] = { hex[0], hex[1], 0 };
    return (uint8_t)strtoul(two, NULL, 16);
}

int script_add(const char *line, uint64_t now)
{
    unsigned long long cycle;
    char kind[16];
    int end;
    if (sscanf(line, "at %llu %15s%n", &cycle, kind, &end) != 2)
        return 0;
    if (line[3] == '+')
        cycle += now;
    if (cycle < now)
        cycle = now;
    const char *rest = line + end;
    unsigned a = 0, b = 0;
    int numbers = sscanf(rest, "%u %u", &a, &b);
    if (!strcmp(kind, "pad") && numbers == 2 && a < 10)
        push((struct action){ cycle, PAD, a, b });
    else if (!strcmp(kind, "load") && numbers == 2 && a < 4)
        push((struct action){ cycle, LOAD, a, b });
    else if (!strcmp(kind, "sum") && numbers >= 1)
        push((struct action){ cycle, SUM, 0, a });
    else if (!strcmp(kind, "piezo") && numbers >= 1)
        push((struct action){ cycle, PIEZO, 0, a });
    else if (!strcmp(kind, "reset"))
        push((struct action){ cycle, RESET, 0, 0 });
    else if (!strcmp(kind, "rx")) {
        rest += strspn(rest, " ");
        for (; rest[0] > ' ' && rest[1] > ' '; rest += 2, cycle += 320)
            push((struct action){ cycle, RX, 0, script_byte(rest) });
    } else
        return 0;
    return 1;
}
