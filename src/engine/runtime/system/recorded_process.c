/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "recorded_process.h"
#ifndef ORT_NO_SAMPLER
#include "control_page.h"
#endif
#include "os.h"
#include "raw_file.h"
#include "raw_folder.h"
#include "stop.h"

int ort_recording;

/* The process id is 0 if a filter of system calls blocks getpid. */
int ort_process_is_own(void) {
    if (!ort_recording) return 0;
    uint32_t pid = ort_os_pid();
    return !pid || pid == ort_raw_header()->pid;
}

void ort_process_confine(void) {
    if (ort_process_is_own() && !ort_raw_header()->stop) ort_raw_hold();
}

void ort_process_restrict(void) {
    if (ort_process_is_own()) ort_stop(ORDO_STOP_SECCOMP, 0);
}

static void mark(enum ordo_raw_state state) {
    struct ordo_raw_header *h = ort_raw_header();
    h->end_ns = state == ORDO_RAW_LIVE ? 0 : ort_os_now_ns();
    h->state = state;
#ifndef ORT_NO_SAMPLER
    ort_control_note(state == ORDO_RAW_LIVE ? ORDO_CONTROL_LIVE : ORDO_CONTROL_ENDED,
                     state == ORDO_RAW_FINISHED);
#endif
}

void ort_process_mark(enum ordo_raw_state state) {
    if (ort_process_is_own()) mark(state);
}
