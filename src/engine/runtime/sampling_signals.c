/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A handler does nothing but set a flag, which the next gate that asks finds.
 */
#include "sampling_signals.h"
#include "os.h"
#include "settings.h"

#include <signal.h>
#include <stdint.h>

static volatile sig_atomic_t paused, rotation;

static void start(int number) {
    (void)number;
    paused = 0;
}

static void stop(int number) {
    (void)number;
    paused = 1;
}

static void rotate(int number) {
    (void)number;
    rotation = 1;
}

int ort_sampling_paused(void) {
    return paused;
}

int ort_sampling_rotation(void) {
    return rotation;
}

void ort_sampling_rotated(void) {
    rotation = 0;
}

/* The name's end in a list, when it is `name`; else NULL. */
static const char *after(const char *at, const char *name) {
    while (*name)
        if (*at++ != *name++) return NULL;
    return at;
}

/* A signal by its name, with or without SIG, or its number; 0: none. *end is where it ends. */
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
    int number = 0;
    for (*end = at; **end >= '0' && **end <= '9' && number < 1000; (*end)++)
        number = number * 10 + (**end - '0');
    return number <= 64 ? number : 0;
}

void ort_sampling_signals_install(void) {
    const char *at = ort_settings.signals;
    while (at && *at) {
        const char *name;
        void (*handler)(int) = NULL;
        if ((name = after(at, "start:")))
            handler = start;
        else if ((name = after(at, "stop:")))
            handler = stop;
        else if ((name = after(at, "rotate:")))
            handler = rotate;
        int number = name ? signal_of(name, &at) : 0;
        if (handler && number > 0 && ort_os_handle(number, handler) == 0 && handler == start)
            paused = 1;
        while (*at && *at != ',') at++;
        if (*at) at++;
    }
}
