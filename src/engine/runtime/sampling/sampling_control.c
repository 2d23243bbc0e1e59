/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampling_control.c: compares what the control page wants with what the process does.
 *
 * The page's time limit is compared with the clock at most every LOOK_TICKS. A recording that has
 * reached its limit is over, even if its recorder puts the limit off later.
 */
#include "sampling_control.h"
#include "engine/runtime/core/thread_state.h"
#include "engine/runtime/system/control_page.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/raw_folder.h"
#include "engine/runtime/system/settings.h"
#include "rotation.h"
#include "sample_clock.h"

#define LOOK_TICKS 150000000u /* about 50 ms */

static int on; /* the process waits for recorders, whether or not it has a page */
static uint64_t recording;
static uint64_t over;   /* the recording that has reached its limit */
static uint64_t looked; /* ticks when the limit was last compared */
static struct { uint64_t rate, budget, log_bytes; } own_settings;

void ort_control_begin(void) {
    if (ort_settings.raw_dir || !ort_settings.control) return;
    on = 1;
    own_settings.rate = ort_settings.rate;
    own_settings.budget = ort_settings.budget;
    own_settings.log_bytes = ort_settings.log_bytes;
    ort_control_make();
}

uint64_t ort_control_recording(void) {
    return __atomic_load_n(&recording, __ATOMIC_RELAXED);
}

/* Returns the recording that is wanted now, or 0. */
static uint64_t wanted_now(void) {
    struct ordo_control *page = ort_control_page;
    uint64_t wanted = page ? __atomic_load_n(&page->wanted, __ATOMIC_ACQUIRE) : 0;
    if (!wanted || wanted == __atomic_load_n(&over, __ATOMIC_RELAXED)) return 0;
    uint64_t now = ort_clock_ticks();
    if (wanted != recording || now - __atomic_load_n(&looked, __ATOMIC_RELAXED) > LOOK_TICKS) {
        __atomic_store_n(&looked, now, __ATOMIC_RELAXED);
        if (ort_os_monotonic_ns() > __atomic_load_n(&page->until_ns, __ATOMIC_RELAXED)) {
            __atomic_store_n(&over, wanted, __ATOMIC_RELAXED);
            return 0;
        }
    }
    return wanted;
}

int ort_control_due(void) {
    return on && wanted_now() != ort_control_recording();
}

int ort_control_pauses(void) {
    return on && (!ort_control_recording() || wanted_now() != ort_control_recording());
}

/* ---- the change ---- */

static void (*renew_others)(void);
static uint64_t next; /* the recording that is to begin; 0: none, the current one ends */

static long begin_change(void) {
    char folder[sizeof ort_control_page->folder];
    if (!next) return ort_raw_folder_next(NULL);
    for (uint32_t i = 0; i < sizeof folder; i++) folder[i] = ort_control_page->folder[i];
    folder[sizeof folder - 1] = 0;
    return ort_raw_folder_next(folder);
}

/* Copies a setting's text, which another process may change at any time. */
static const char *setting(char *into, const char *from) {
    uint32_t most = sizeof ort_control_page->rate - 1;
    for (uint32_t i = 0; i < most; i++) into[i] = from[i];
    into[most] = 0;
    return into;
}

static void use_settings(void) {
    char rate[sizeof ort_control_page->rate], budget[sizeof rate], log[sizeof rate];
    const struct ordo_control *page = ort_control_page;
    ort_settings.rate = own_settings.rate;
    ort_settings.budget = own_settings.budget;
    ort_settings.log_bytes = own_settings.log_bytes;
    if (next)
        ort_settings_sample(setting(rate, page->rate), setting(budget, page->budget),
                            setting(log, page->log));
}

static void end_change(int changed) {
    if (!changed) {
        ort_raw_folder_next(NULL);
        return;
    }
    use_settings();
    renew_others();
    __atomic_store_n(&recording, next, __ATOMIC_RELAXED);
}

void ort_control_change(void (*renew)(void)) {
    static const struct ort_rotation change = {begin_change, end_change};
    struct ordo_control *page = ort_control_page;
    uint64_t wanted = wanted_now();
    renew_others = renew;
    next = recording ? 0 : wanted; /* a recorder takes the place of another: the next call */
    long r = ort_rotation_try(&change);
    if (r == 0 || !page) return;
    if (r < 0 && next) {
        page->error = (uint64_t)-r;
        __atomic_store_n(&page->failed, next, __ATOMIC_RELEASE);
        __atomic_store_n(&over, next, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&page->recording, recording, __ATOMIC_RELEASE);
}

void ort_control_in_child(void) {
    ort_control_forked();
    if (ort_control_page) ort_control_page->recording = recording;
}

void ort_control_stopped(void) {
    if (on) ort_control_note(ORDO_CONTROL_STOPPED, 0);
}
