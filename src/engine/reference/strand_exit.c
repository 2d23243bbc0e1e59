/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * strand_exit.c: the destructor of a thread-specific value notices a thread's end. Destructors of
 * the program may run after it and begin a new strand; this sets the value again, and POSIX then
 * repeats the destructors.
 */
#include "strand_exit.h"

#include <pthread.h>

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void retire(void *strand) {
    struct engine_hold h = oref_engine_lock();
    for (struct strand *s = strand; s; s = s->interrupted) oref_strand_retire(s);
    __ordo_self = NULL;
    oref_engine_unlock(&h);
}

static void make_key(void) {
    pthread_key_create(&key, retire);
}

void oref_strand_exit_arm(void) {
    pthread_once(&once, make_key);
    pthread_setspecific(key, oref_strand_of(__ordo_self));
}
