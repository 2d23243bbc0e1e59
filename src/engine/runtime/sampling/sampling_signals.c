/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampling_signals.c: handlers of the signals that control sampling. A handler only sets a flag,
 * which the next gate that asks finds.
 */
#include "sampling_signals.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/setting_values.h"
#include "engine/runtime/system/settings.h"

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

void ort_sampling_signals_install(void) {
    static void (*const handlers[])(int) = {
        [ORT_SETTING_START] = start, [ORT_SETTING_STOP] = stop, [ORT_SETTING_ROTATE] = rotate};
    const char *at = ort_settings.signals;
    enum ort_setting_action action;
    int number;
    while (at && *at)
        if (ort_setting_signal(&at, &action, &number) &&
            ort_os_handle(number, handlers[action]) == 0 && action == ORT_SETTING_START)
            paused = 1;
}
