/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * thread.c: a state consists of a THREAD block, a reserved range of addresses for 16 M frames, and
 * a shadow. The mapped part of the range is STACK blocks of the raw file. Frames never move,
 * because instrumented code holds their addresses. The stack grows by a new block, which is mapped
 * a second time right after the last one in the range.
 */
#include "thread.h"
#include "activation.h"
#include "block_counts.h"
#include "child_costs.h"
#include "contexts.h"
#include "engine/runtime/system/lock.h"
#include "engine/runtime/system/private_memory.h"
#include "engine/runtime/system/raw_file.h"
#include "engine/runtime/system/settings.h"
#include "engine/runtime/system/stop.h"
#include "extra.h"
#include "frame_push.h"
#include "renumber.h"
#include "scopes.h"
#include "seams.h"
#include "settling.h"
#include "shadow.h"
#include "steps.h"

#include <errno.h>

#define MOST_FRAMES (16u << 20)
#define FIRST_FRAMES 32u
#define MOST_GROWTH 8192u /* frames: 1 MiB */

__attribute__((visibility("default"))) __thread struct ordo_thread *__ordo_self;

struct ort_thread *ort_threads;
static struct ort_thread *pool;
static uint32_t latest_number;

/* ---- idle states: the first thread that needs one gets 256 frames, others get two. The first
 * frame is the root, to which routines without a frame of their own add their reads. ---- */

static struct {
    struct ordo_thread hot;
    uint64_t word; /* the only shadow word: all ones, like the clock, which writes store in it */
    struct ordo_frame frames[256];
} idle_first;

static __thread struct {
    struct ordo_thread hot;
    uint64_t word;
    struct ordo_frame frames[2];
} idle_other;

static int first_taken;

/* Nesting counters that are never read. While nothing is recorded, all scopes have the id 0.
 * Threads that have no state of their own although scopes have ids share a whole table. */
static struct ordo_nest idle_nest[1], *shared_nest;

static struct ordo_thread *idle(struct ordo_thread *hot, uint64_t *word, struct ordo_frame *frames,
                                struct ordo_frame *last) {
    *word = ~0ull;
    hot->clock = ~0u;
    hot->top = frames;
    hot->limit = last;
    hot->shadow_base = (uintptr_t)word;
    hot->shadow_mask = 0;
    hot->tick = 0;
    hot->nest = shared_nest ? shared_nest : idle_nest;
    hot->unframed = (uint8_t *)hot->nest;
    hot->counts = ort_block_counts_idle;
    return hot;
}

struct ordo_thread *ort_thread_idle(void) {
    if (!__atomic_exchange_n(&first_taken, 1, __ATOMIC_RELAXED))
        return idle(&idle_first.hot, &idle_first.word, idle_first.frames, &idle_first.frames[255]);
    return idle(&idle_other.hot, &idle_other.word, idle_other.frames, &idle_other.frames[1]);
}

/* ---- the stack ---- */

int ort_thread_grow_stack(struct ort_thread *t) {
    uint64_t have = (uint64_t)(t->frames_end - t->frames);
    uint64_t more = have < FIRST_FRAMES ? FIRST_FRAMES : have < MOST_GROWTH ? have : MOST_GROWTH;
    if (have + more > t->frames_most) {
        ort_stop(ORDO_STOP_DEPTH, 0);
        return -1;
    }
    struct ordo_raw_stack *b =
        ort_raw_block(t->number, sizeof *b + more * sizeof(struct ordo_frame), ORT_RAW_PAGES);
    if (!b) return -1;
    if (!ort_os_map_again(b + 1, t->frames_end, more * sizeof(struct ordo_frame))) {
        ort_stop(ORDO_STOP_MEMORY, ENOMEM);
        return -1;
    }
    b->address = (uint64_t)(uintptr_t)t->frames_end;
    b->n_frames = more;
    ort_raw_publish(b, ORDO_RAW_STACK);
    t->frames_end += more;
    t->hot.limit = t->extras ? NULL : t->frames_end;
    return 0;
}

/* Reserves nesting counters for all ids. Only the pages with ids of scopes that may be re-entered
 * are ever touched. */
static struct ordo_nest *reserve_nest(void) {
    struct ordo_nest *nest = ort_os_memory(NULL, ort_scopes_most() * sizeof *nest);
    if (!nest) ort_stop(ORDO_STOP_MEMORY, ENOMEM);
    return nest;
}

static uint8_t *reserve_unframed(void) {
    uint8_t *unframed = ort_os_memory(NULL, ort_scopes_most());
    if (!unframed) ort_stop(ORDO_STOP_MEMORY, ENOMEM);
    return unframed;
}

static int reserve_stack(struct ort_thread *t) {
    uint64_t n = MOST_FRAMES, allowed = ort_os_limit_memory();
    while (n * sizeof(struct ordo_frame) > allowed / 64) n /= 2;
    char *below = NULL;
    for (; n >= FIRST_FRAMES; n /= 2)
        if ((below = ort_os_reserve(NULL, ORT_PAGE + n * sizeof(struct ordo_frame)))) break;
    if (below) {
        if (!ort_os_back(below, ORT_PAGE)) below = NULL;
    }
    if (!below) {
        ort_stop(ORDO_STOP_MEMORY, ENOMEM);
        return -1;
    }
    t->frames = (struct ordo_frame *)(void *)(below + ORT_PAGE);
    _Static_assert(ORT_PAGE == ORDO_ROOT_ALIGN, "the root frame begins a page");
    t->frames[-1].stamp = UINT32_MAX; /* no frame below the root owns a cell */
    t->frames_most = n;
    t->frames_end = t->frames;
    return ort_thread_grow_stack(t);
}

/* ---- states ---- */

static struct ort_thread *make(void) {
    uint64_t saved = ort_lock_take(ORT_LOCK_THREADS);
    uint32_t number = ++latest_number;
    ort_lock_drop(ORT_LOCK_THREADS, saved);
    struct ordo_raw_thread *raw =
        ort_raw_block(number, offsetof(struct ordo_raw_thread, top) + sizeof(struct ort_thread),
                      ORT_RAW_ANYWHERE);
    if (!raw) return NULL;
    struct ort_thread *t = (struct ort_thread *)(void *)&raw->top;
    t->number = number;
    t->hot.counts = ort_block_counts_none;
    if (!(t->hot.nest = t->own_nest = reserve_nest()) || !(t->hot.unframed = reserve_unframed()) ||
        reserve_stack(t) < 0 || ort_shadow_init(t) < 0 || ort_child_costs_init(t) < 0 ||
        ort_extra_init(t) < 0 || ort_contexts_init(t, ort_root_scope.id) < 0)
        return NULL;
    ort_settling_init(t);
    t->hot.clock = 1;
    saved = ort_lock_take(ORT_LOCK_THREADS);
    t->next = ort_threads;
    __atomic_store_n(&ort_threads, t, __ATOMIC_RELEASE);
    ort_lock_drop(ORT_LOCK_THREADS, saved);
    return t;
}

static void begin_stack(struct ort_thread *t) {
    struct ordo_raw_thread *raw = ort_thread_raw(t);
    struct ordo_frame *root = t->frames;
    t->hot.top = root; /* frames above it are a former owner's */
    t->own_stack = 0;
    t->hot.tick = 1;
    t->hot.limit = t->extras ? NULL : t->frames_end;
    ort_frame_begin_root(t, 0);
    ort_renumber_first(t);
    raw->frames = (uint64_t)(uintptr_t)root;
    raw->tid = ort_os_tid();
    raw->threads++;
    ort_raw_publish(raw, ORDO_RAW_THREAD);
}

struct ort_thread *ort_thread_adopt(void) {
    if (ort_raw_header()->stop) return NULL;
    uint64_t saved = ort_lock_take(ORT_LOCK_THREADS);
    struct ort_thread *t = pool;
    if (t) pool = t->next_free;
    ort_lock_drop(ORT_LOCK_THREADS, saved);
    /* Recording may have stopped since, and the former owner have used the state after that: then
     * it has no shadow memory any more (__ordo_push). */
    if (ort_raw_header()->stop) return NULL;
    if (!t) t = make();
    if (!t) return NULL;
    begin_stack(t);
    if (ort_raw_header()->stop) t->hot.tick = 0; /* recording stopped while this state was begun */
    return t->hot.tick ? t : NULL;
}

void ort_thread_release(struct ort_thread *t) {
    if (t->hot.tick) ort_activation_end_above(t, t->frames, 0);
    t->interrupted = NULL;
    uint64_t saved = ort_lock_take(ORT_LOCK_THREADS);
    t->next_free = pool;
    pool = t;
    ort_lock_drop(ORT_LOCK_THREADS, saved);
}

int ort_thread_init(void) {
    shared_nest = reserve_nest();
    return shared_nest ? 0 : -1;
}

void ort_stop_threads(void) {
    for (struct ort_thread *t = __atomic_load_n(&ort_threads, __ATOMIC_ACQUIRE); t; t = t->next) {
        t->hot.tick = 0;
        t->hot.limit = NULL;
    }
}

struct ordo_nest *ort_thread_shared_nest(void) {
    return shared_nest;
}

__attribute__((visibility("default"))) ORDO_PRESERVE_MOST struct ordo_frame *
__ordo_push(struct ordo_thread *hot) {
    if (!hot->tick) {
        if (hot->limit) return hot->limit; /* idle: all deeper activations share the last frame */
        struct ort_thread *t = (struct ort_thread *)hot; /* stopped */
        hot->shadow_mask = 0;
        hot->shadow_base = (uintptr_t)&t->only_word;
        hot->clock = t->only_word = ~0u;
        return hot->top + 1 < t->frames_end ? hot->top + 1 : t->frames_end - 1;
    }
    struct ort_thread *t = (struct ort_thread *)hot;
    if (hot->top + 1 >= t->frames_end && ort_thread_grow_stack(t) < 0) return t->frames_end - 1;
    if (t->extras) ort_extra_enter(t, hot->top + 1);
    return hot->top + 1;
}

void ort_threads_forget_others(int (*own)(const struct ort_thread *)) {
    for (struct ort_thread *o = ort_threads; o; o = o->next) {
        if (own(o)) continue;
        ort_os_unmap((char *)o->frames - ORT_PAGE,
                     ORT_PAGE + o->frames_most * sizeof(struct ordo_frame));
        ort_private_array_free(o->recursions, o->n_recursions, sizeof *o->recursions);
        if (o->extras) ort_os_unmap(o->extras, o->frames_most * sizeof *o->extras);
    }
}

void ort_threads_relink(struct ort_thread **states) {
    pool = ort_threads = NULL;
    for (; *states; states++) {
        (*states)->next = ort_threads;
        ort_threads = *states;
    }
}
