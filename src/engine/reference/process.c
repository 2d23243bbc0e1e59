/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * process.c: the engine's part of the models of signals, stacks, _exit and exec (effects.h).
 *
 * The whole raw file is written at each end of the process. If an exec fails, the real end writes
 * it again.
 */
#include "engine.h"

#include "engine/runtime/core/effects.h"
#include "strand_exit.h"

struct ordo_thread *ort_signal_enter(void) {
    if (!oref.on) return NULL;
    struct ordo_thread *interrupted = &oref_strand_self()->hot;
    oref_strand_interrupt();
    return interrupted;
}

void ort_signal_leave(struct ordo_thread *interrupted) {
    if (interrupted) oref_strand_resume();
}

int ort_follows(void) {
    return 0;
}

void ort_stack_begin(int fresh) {
    if (fresh) strand_stack_begin();
}

void ort_stack_return(struct ordo_thread *t) {
    strand_stack_return((struct strand *)(void *)t);
}

/* The raw file is opened by name at the end, with the process's identity at that time. */
void ort_process_confine(void) {}

/* The reference engine makes no system call before the end. */
void ort_process_restrict(void) {}

void ort_process_hand_on(int surely) {
    (void)surely;
}

void ort_process_take_back(void) {}

void ort_process_hand_on_by_shell(char text[ORT_SHELL_PREFIX]) {
    text[0] = 0;
}

void ort_process_end(enum ordo_raw_state state) {
    if (!oref.on) return;
    struct engine_hold h = oref_engine_lock();
    if (state == ORDO_RAW_FINISHED) oref_engine_close_all();
    oref_raw_image_write(state);
    oref_engine_unlock(&h);
}

void ort_process_mark(enum ordo_raw_state state) {
    ort_process_end(state);
}
