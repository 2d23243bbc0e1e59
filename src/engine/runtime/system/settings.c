/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * settings.c: one pass over `environ`, without getenv, which a program may replace.
 */
#include "settings.h"
#include "abi/raw.h"
#include "setting_values.h"
#include "short_text.h"

#include <stddef.h>
#include <sys/auxv.h>

#define DEFAULT_BUDGET 5000u /* millionths of CPU time */

struct ort_settings ort_settings;

extern char **environ;

static const char *value_of(const char *entry, const char *name) {
    while (*name)
        if (*entry++ != *name++) return NULL;
    return *entry == '=' ? entry + 1 : NULL;
}

/* Notes the first entry that could not be read. */
static void misread(const char *entry, const char *wanted) {
    struct ort_settings *s = &ort_settings;
    if (s->misread_as) return;
    size_t n = 0;
    for (; entry[n] && n < sizeof s->misread - 1; n++) s->misread[n] = entry[n];
    s->misread[n] = 0;
    s->misread_as = wanted;
}

static int is_1(const char *text) {
    return text[0] == '1' && !text[1];
}

static uint32_t cost_bits(const char *list) {
    static const char *const names[] = {"blocks", "iterations", "allocs", "io", "instructions"};
    uint32_t bits = 0;
    while (*list) {
        const char *end = list;
        while (*end && *end != ',') end++;
        for (uint32_t i = 1; i < sizeof names / sizeof *names; i++) {
            const char *a = list, *b = names[i];
            while (a < end && *b && *a == *b) a++, b++;
            if (a == end && !*b) bits |= 1u << i;
        }
        list = *end ? end + 1 : end;
    }
    return bits;
}

static void read_size(const char *entry, const char *text, uint64_t *bytes) {
    if (*text && !ort_setting_size(text, bytes)) misread(entry, "not a size like 16M");
}

static void check_signals(const char *entry, const char *list) {
    enum ort_setting_action action;
    int number;
    while (*list)
        if (!ort_setting_signal(&list, &action, &number))
            misread(entry, "not a list like start:USR1,stop:USR2,rotate:HUP");
}

void ort_settings_sample(const char *rate, const char *budget, const char *log) {
    struct ort_settings *s = &ort_settings;
    if (ort_setting_one_of(rate, &s->rate)) s->budget = 0;
    ort_setting_share(budget, &s->budget);
    ort_setting_size(log, &s->log_bytes);
}

static void read_control(const char *entry, const char *text) {
    static char
        folder[ORT_SETTING_FOLDER]; /* a module may be loaded after the environment changed */
    const char *end = folder + sizeof folder - 1;
    ort_settings.control = NULL;
    ort_settings.control_given = *text && !(text[0] == '0' && !text[1]);
    if (!ort_settings.control_given) return;
    if (ort_append_text(folder, end, text) < end && (text[0] == '/' || is_1(text)))
        ort_settings.control = folder;
    else
        misread(entry, "neither 1 nor the absolute path of a folder");
}

int ort_settings_there(void) {
    return environ != NULL;
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
            uint64_t bytes = 8;
            ort_setting_number(v, &bytes);
            s->cell_shift = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : bytes == 16 ? 4 : 3;
        }
        if ((v = value_of(entry, "ORDO_COSTS"))) s->costs = cost_bits(v);
        if ((v = value_of(entry, "ORDO_LIMIT"))) read_size(entry, v, &s->limit_bytes);
        if ((v = value_of(entry, "ORDO_DRMS"))) s->drms = is_1(v);
        if ((v = value_of(entry, "ORDO_INSIDE"))) s->inside = *v ? v : NULL;
        if ((v = value_of(entry, "ORDO_LOOPS"))) s->loops = is_1(v);
        if ((v = value_of(entry, "ORDO_TREE"))) s->tree = is_1(v);
        if ((v = value_of(entry, "ORDO_STRUCTURE"))) s->structure = is_1(v);
        if ((v = value_of(entry, "ORDO_STRUCTURE_EFFORT")))
            s->measure_all = v[0] == 'a' && v[1] == 'l' && v[2] == 'l' && !v[3];
        if ((v = value_of(entry, "ORDO_ALL_POINTS"))) s->all_points = is_1(v);
        if ((v = value_of(entry, "ORDO_CHILDREN"))) s->children = !(v[0] == '0' && !v[1]);
        if ((v = value_of(entry, "ORDO_RATE"))) {
            s->rate_given = *v != 0;
            if (*v && !ort_setting_one_of(v, &s->rate))
                misread(entry, "not a share like 1/100 or 0.01");
        }
        if ((v = value_of(entry, "ORDO_BUDGET")) && *v && !ort_setting_share(v, &budget))
            misread(entry, "not a share like 1% or 0.01");
        if ((v = value_of(entry, "ORDO_LOG"))) read_size(entry, v, &s->log_bytes);
        if ((v = value_of(entry, "ORDO_CONTROL"))) read_control(entry, v);
        if ((v = value_of(entry, "ORDO_RECORDER"))) s->recorder = is_1(v);
        if ((v = value_of(entry, "ORDO_SIGNALS"))) {
            s->signals = *v ? v : NULL;
            check_signals(entry, v);
        }
        if ((v = value_of(entry, "ORDO_TEST_STAMP_SPACE"))) ort_setting_number(v, &s->stamp_space);
        if ((v = value_of(entry, "ORDO_TEST_NO_WINDOWS"))) s->no_windows = is_1(v);
    }
    s->budget = budget != UINT64_MAX ? budget : s->rate ? 0 : DEFAULT_BUDGET;
}
