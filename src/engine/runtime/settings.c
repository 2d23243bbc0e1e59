/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One pass over `environ`, without getenv, which a program may replace.
 */
#include "settings.h"
#include "abi/raw.h"

#include <stddef.h>
#include <sys/auxv.h>

struct ort_settings ort_settings;

extern char **environ;

static const char *value_of(const char *entry, const char *name) {
    while (*name)
        if (*entry++ != *name++) return NULL;
    return *entry == '=' ? entry + 1 : NULL;
}

static uint64_t number(const char *text, uint64_t otherwise) {
    uint64_t n = 0;
    if (!*text) return otherwise;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || n > UINT64_MAX / 10 - 1) return otherwise;
        n = n * 10 + (uint64_t)(*text - '0');
    }
    return n;
}

/* "1/N", "0.01" or "1%" in millionths, rounded down to 1 at least when it is not 0; `otherwise`
 * when it cannot be read or is more than 1. */
static uint64_t millionths(const char *text, uint64_t otherwise) {
    uint64_t whole = 0, unit = 1000000, sum = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9' && whole < 1000000000; at++)
        whole = whole * 10 + (uint64_t)(*at - '0');
    if (at == text && *at != '.') return otherwise;
    if (*at == '/') {
        uint64_t n = number(at + 1, 0);
        sum = n ? whole * 1000000 / n : 0;
        return !n || sum > 1000000 ? otherwise : sum || !whole ? sum : 1;
    }
    int some = whole != 0;
    sum = whole * unit;
    if (*at == '.')
        for (at++; *at >= '0' && *at <= '9'; at++) {
            unit /= 10;
            sum += unit * (uint64_t)(*at - '0');
            some |= *at != '0';
        }
    if (*at == '%') {
        sum /= 100;
        at++;
    }
    if (*at || sum > 1000000) return otherwise;
    return sum || !some ? sum : 1;
}

/* One of how many: the N of "1/N", or of the share. 0: none. */
static uint64_t one_of(const char *text) {
    if (text[0] == '1' && text[1] == '/') return number(text + 2, 0);
    uint64_t share = millionths(text, 0);
    return share ? (1000000 + share / 2) / share : 0;
}

static uint32_t cost_bits(const char *list) {
    static const char *const names[ORDO_COST_METRICS] = {"blocks", "iterations", "allocs", "io",
                                                         "instructions"};
    uint32_t bits = 0;
    while (*list) {
        const char *end = list;
        while (*end && *end != ',') end++;
        for (uint32_t i = 1; i < ORDO_COST_METRICS; i++) {
            const char *a = list, *b = names[i];
            while (a < end && *b && *a == *b) a++, b++;
            if (a == end && !*b) bits |= 1u << i;
        }
        list = *end ? end + 1 : end;
    }
    return bits;
}

void ort_settings_read(void) {
    struct ort_settings *s = &ort_settings;
    *s = (struct ort_settings){
        .limit_bytes = 2ull << 30, .cell_shift = 3, .children = 1, .log_bytes = 4ull << 20};
    uint64_t budget = UINT64_MAX;
    if (!environ || getauxval(AT_SECURE)) return;
    for (char **e = environ; *e; e++) {
        const char *v, *entry = *e;
        if (entry[0] != 'O' || entry[1] != 'R' || entry[2] != 'D') continue;
        if ((v = value_of(entry, "ORDO_RAW_DIR"))) s->raw_dir = *v ? v : NULL;
        if ((v = value_of(entry, "ORDO_CELL"))) {
            uint64_t bytes = number(v, 8);
            s->cell_shift = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : bytes == 16 ? 4 : 3;
        }
        if ((v = value_of(entry, "ORDO_COSTS"))) s->costs = cost_bits(v);
        if ((v = value_of(entry, "ORDO_LIMIT"))) s->limit_bytes = number(v, s->limit_bytes);
        if ((v = value_of(entry, "ORDO_DRMS"))) s->drms = number(v, 0) == 1;
        if ((v = value_of(entry, "ORDO_INSIDE"))) s->inside = *v ? v : NULL;
        if ((v = value_of(entry, "ORDO_LOOPS"))) s->loops = number(v, 0) == 1;
        if ((v = value_of(entry, "ORDO_TREE"))) s->tree = number(v, 0) == 1;
        if ((v = value_of(entry, "ORDO_STRUCTURE"))) s->structure = number(v, 0) == 1;
        if ((v = value_of(entry, "ORDO_STRUCTURE_EFFORT")))
            s->measure_all = v[0] == 'a' && v[1] == 'l' && v[2] == 'l' && !v[3];
        if ((v = value_of(entry, "ORDO_CHILDREN"))) s->children = number(v, 1) != 0;
        if ((v = value_of(entry, "ORDO_RATE"))) {
            s->rate = one_of(v);
            s->rate_given = *v != 0;
        }
        if ((v = value_of(entry, "ORDO_BUDGET"))) budget = millionths(v, UINT64_MAX);
        if ((v = value_of(entry, "ORDO_LOG"))) s->log_bytes = number(v, s->log_bytes);
        if ((v = value_of(entry, "ORDO_RECORDER"))) s->recorder = number(v, 0) == 1;
        if ((v = value_of(entry, "ORDO_SIGNALS"))) s->signals = *v ? v : NULL;
        if ((v = value_of(entry, "ORDO_TEST_STAMP_SPACE"))) s->stamp_space = number(v, 0);
        if ((v = value_of(entry, "ORDO_TEST_NO_WINDOWS"))) s->no_windows = number(v, 0) == 1;
    }
    s->budget = budget != UINT64_MAX ? budget : s->rate ? 0 : 10000;
}
