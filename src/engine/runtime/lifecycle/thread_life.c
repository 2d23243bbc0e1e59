/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * thread_life.c: the destructor of a thread-specific value notices the end of a thread. It acts in
 * its third round, after the program's own destructors, which may be instrumented.
 */
#include "thread_life.h"
#include "engine/runtime/core/seams.h"
#include "engine/runtime/core/thread.h"
#include "signal.h"

#include <errno.h>
#include <pthread.h>

static pthread_key_t ending;
static int watching;

#define ROUNDS 3 /* of at least four that POSIX guarantees to destructors */

static void end(void *value) {
    uintptr_t round = (uintptr_t)value;
    if (round < ROUNDS) {
        pthread_setspecific(ending, (void *)(round + 1));
        return;
    }
    if (ort_sampler_on) {
        ort_sampler_thread_end();
        return;
    }
    struct ordo_thread *self = __ordo_self;
    if (!self || (!self->tick && self->limit)) return; /* idle */
    struct ort_thread *t = ort_state_bottom((struct ort_thread *)self);
    __ordo_self = NULL;
    ort_thread_release(t);
}

void ort_thread_life_init(void) {
    watching = pthread_key_create(&ending, end) == 0;
}

void ort_thread_watch(void) {
    int error = errno;
    if (watching) pthread_setspecific(ending, (void *)1);
    errno = error;
}
