/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "setting_values.h"

#include <signal.h>
#include <stddef.h>

#define UNIT 1000000ull

/* Reads the digits at `at` as a number, UINT64_MAX if it is too large. Returns their end. */
static const char *digits(const char *at, uint64_t *n) {
    for (*n = 0; *at >= '0' && *at <= '9'; at++)
        *n = *n > UINT64_MAX / 10 - 1 ? UINT64_MAX : *n * 10 + (uint64_t)(*at - '0');
    return at;
}

int ort_setting_number(const char *text, uint64_t *value) {
    uint64_t n;
    const char *end = digits(text, &n);
    if (end == text || *end || n == UINT64_MAX) return 0;
    *value = n;
    return 1;
}

int ort_setting_size(const char *text, uint64_t *value) {
    uint64_t n;
    const char *end = digits(text, &n);
    if (end == text || n == UINT64_MAX) return 0;
    uint32_t shift = *end == 'k' || *end == 'K' ? 10
                     : *end == 'M'              ? 20
                     : *end == 'G'              ? 30
                     : *end == 'T'              ? 40
                                                : 0;
    if (shift) end++;
    if (*end || n > UINT64_MAX >> shift) return 0;
    *value = n << shift;
    return 1;
}

int ort_setting_share(const char *text, uint64_t *value) {
    uint64_t whole, below, sum, unit = UNIT;
    const char *at = digits(text, &whole);
    if ((at == text && *at != '.') || whole > UNIT * UNIT) return 0;
    int some = whole != 0;
    if (*at == '/') {
        if (!ort_setting_number(at + 1, &below) || !below) return 0;
        sum = whole * UNIT / below;
        if (whole > below) return 0;
    } else {
        sum = whole * UNIT;
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
        if (*at || sum > UNIT) return 0;
    }
    *value = sum || !some ? sum : 1;
    return 1;
}

int ort_setting_one_of(const char *text, uint64_t *value) {
    if (text[0] == '1' && text[1] == '/') {
        uint64_t n;
        if (!ort_setting_number(text + 2, &n) || !n) return 0;
        *value = n;
        return 1;
    }
    uint64_t share;
    if (!ort_setting_share(text, &share) || !share) return 0;
    *value = (UNIT + share / 2) / share;
    return 1;
}

/* Returns where the name ends if the text begins with it, else NULL. */
static const char *after(const char *at, const char *name) {
    while (*name)
        if (*at++ != *name++) return NULL;
    return at;
}

/* Returns the signal with the name or number at `at`, or 0, and sets *end to where that ends. */
static int signal_of(const char *at, const char **end) {
    static const struct {
        const char *name;
        int number;
    } names[] = {{"USR1", SIGUSR1}, {"USR2", SIGUSR2},     {"HUP", SIGHUP},  {"WINCH", SIGWINCH},
                 {"URG", SIGURG},   {"CONT", SIGCONT},     {"IO", SIGIO},    {"PWR", SIGPWR},
                 {"ALRM", SIGALRM}, {"VTALRM", SIGVTALRM}, {"PROF", SIGPROF}};
    const char *e = after(at, "SIG");
    if (e) at = e;
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
        if ((e = after(at, names[i].name)) && (!*e || *e == ',')) {
            *end = e;
            return names[i].number;
        }
    uint64_t number;
    *end = digits(at, &number);
    return number <= 64 ? (int)number : 0;
}

int ort_setting_signal(const char **at, enum ort_setting_action *action, int *number) {
    static const char *const actions[] = {"start:", "stop:", "rotate:"}; /* in the enum's order */
    *number = 0;
    for (uint32_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        const char *name = after(*at, actions[i]);
        if (!name) continue;
        *action = (enum ort_setting_action)i;
        *number = signal_of(name, at);
        break;
    }
    int whole = *number > 0 && (!**at || **at == ',');
    while (**at && **at != ',') ++*at;
    if (**at) ++*at;
    return whole;
}
