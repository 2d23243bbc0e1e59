/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * start.c: the runtime is started by its own constructor, by a module's, or by an instrumented
 * routine that runs before these, whichever comes first. Its destructor is the last of the process,
 * because all instrumented objects depend on the runtime, or, if it is linked statically, because
 * it has the first priority.
 */
#include "start.h"
#include "engine/runtime/core/activation.h"
#include "engine/runtime/core/input.h"
#include "engine/runtime/core/scopes.h"
#include "engine/runtime/core/seams.h"
#include "engine/runtime/core/thread.h"
#include "engine/runtime/system/lock.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/raw_folder.h"
#include "engine/runtime/system/settings.h"
#include "engine/runtime/system/short_text.h"
#include "fork.h"
#include "thread_life.h"

#include <errno.h>

/* Instrumented objects cannot be linked without this symbol. */
__attribute__((visibility("default"))) const char ORDO_ABI_ANCHOR[] = ORDO_ABI_MARK;

#define OWN_FOLDER "ordo.raw" /* of production builds if no other folder is set */

static int started;
static long without_file; /* -errno: the raw file could not be made */

static void record(void) {
    without_file = ort_raw_create();
    if (without_file < 0) return;
    ort_root_scope.routine = ort_root_scope.group = &ort_root_scope;
    ort_root_scope.id = ort_scope_numbers(1);
    ort_scope_describe(&ort_root_scope, 0, 0);
    if (ort_thread_init() < 0) return;
    ort_thread_life_init();
    ort_fork_init();
    ort_input_begin();
    ort_recording = 1;
}

/* Does a production build record although nobody has named a folder? */
static int records_by_itself(void) {
    return !ort_recording && !ort_settings.raw_dir &&
           (ort_settings.rate_given || ort_settings.control);
}

/* Writes the parts of a line, up to NULL, in one piece. */
static void say(const char *const *parts) {
    char text[sizeof ort_raw_path + 200], *at = text, *end = text + sizeof text - 1;
    for (; *parts; parts++) at = ort_append_text(at, end, *parts);
    ort_os_say(text);
}

/* Reports that there is no raw file: someone set a folder, or asked for samples, and will look for
 * it. `ordo record` reports this itself. */
static void say_without_file(void) {
    if (without_file >= 0 || ort_settings.recorder) return;
    if (!ort_settings.raw_dir) {
        ort_os_say("ordo: ORDO_CONTROL: this process cannot be recorded: the system gives it no "
                   "file in memory\n");
        return;
    }
    const char *why = without_file == -ENOENT    ? "there is no such folder"
                      : without_file == -ENOTDIR ? "it is not a folder"
                      : without_file == -EACCES  ? "it is not writable"
                      : without_file == -EROFS   ? "it is not writable"
                      : without_file == -ENOSPC  ? "its disk is full"
                                                 : "the system does not allow it";
    say((const char *const[]){"ordo: nothing is recorded: no raw file can be made in ",
                              ort_raw_folder(), " (ORDO_RAW_DIR): ", why,
                              "; make the folder, or name another\n", NULL});
}

/* Returns whether the process runs under Ordo's tool of Valgrind, which records all of it
 * (vg_tool.c). The instructions have no effect on a processor; Valgrind recognises them as a
 * question to the tool. */
static int runs_under_tool(void) {
#ifdef ORT_NO_SAMPLER /* the tool itself */
    return 0;
#else
    const uint64_t question[6] = {ORDO_VALGRIND_REQUEST};
    uint64_t answer = 0;
    __asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\t"
                     "xchgq %%rbx, %%rbx"
                     : "+d"(answer)
                     : "a"(question)
                     : "cc", "memory");
    return answer == 1;
#endif
}

static void start(void) {
    ort_settings_read();
    if (!ort_settings.raw_dir && !ort_settings.control) return;
    if (runs_under_tool()) {
        ort_settings.raw_dir = NULL;
        ort_settings.rate_given = 0;
        ort_settings.control = NULL;
        return;
    }
    if (!ort_settings.raw_dir) return;
    record();
    say_without_file();
}

static void say_misread(void) {
    say((const char *const[]){"ordo: ", ort_settings.misread, ": ", ort_settings.misread_as,
                              "; ignored\n", NULL});
}

void ort_start_sampling(void) {
    static int settled; /* a program has hundreds of modules */
    if (__atomic_load_n(&settled, __ATOMIC_ACQUIRE)) return;
    int error = errno;
    uint64_t saved = ort_lock_take(ORT_LOCK_START);
    if (!settled) {
        if (records_by_itself()) {
            if (!ort_settings.control) {
                ort_settings.raw_dir = OWN_FOLDER;
                ort_os_make_folder(OWN_FOLDER, 0777);
            }
            record();
            say_without_file();
        }
        if ((ort_recording || ort_settings.control_given) && ort_settings.misread_as) say_misread();
        __atomic_store_n(&settled, 1, __ATOMIC_RELEASE);
    }
    ort_lock_drop(ORT_LOCK_START, saved);
    errno = error;
}

int ort_start_pending(void) {
    ort_start();
    return ort_recording || records_by_itself();
}

void ort_start(void) {
    if (__atomic_load_n(&started, __ATOMIC_ACQUIRE)) return;
    int error = errno;
    uint64_t saved = ort_lock_take(ORT_LOCK_START);
    if (!started && ort_settings_there()) {
        start();
        __ordo_self = NULL; /* it is idle if a routine ran before the settings were available */
        __atomic_store_n(&started, 1, __ATOMIC_RELEASE);
    }
    ort_lock_drop(ORT_LOCK_START, saved);
    errno = error;
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST struct ordo_thread *
__ordo_begin(void) {
    int error = errno;
    ort_start();
    if (!ort_recording || ort_sampler_on) return __ordo_self = ort_thread_idle();
    uint64_t saved = ort_os_signals_block(); /* or a handler could begin a state at the same time */
    if (!__ordo_self) {
        struct ort_thread *t = ort_thread_adopt();
        __ordo_self = t ? &t->hot : ort_thread_idle();
        if (t) ort_thread_watch();
    }
    ort_os_signals_restore(saved);
    errno = error;
    return __ordo_self;
}

void ort_process_end(enum ordo_raw_state state) {
    if (!ort_process_is_own()) return;
    if (state == ORDO_RAW_FINISHED && ort_sampler_on) {
        ort_sampler_exit();
    } else if (state == ORDO_RAW_FINISHED) {
        struct ort_thread *t = ort_thread_current();
        for (; t; t = (struct ort_thread *)t->interrupted)
            ort_activation_end_above(t, t->frames, 1);
        ort_input_end();
    }
    ort_process_mark(state);
}

__attribute__((constructor(101))) static void begin(void) {
    ort_start();
}

__attribute__((destructor(101))) static void end(void) {
    ort_process_end(ORDO_RAW_FINISHED);
}
