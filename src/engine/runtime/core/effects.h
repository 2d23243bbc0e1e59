/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * effects.h: how a library model tells the engine what the routine did.
 *
 * Implemented twice: by the runtime (effects.c) and by the reference engine (src/engine/reference),
 * so that the models are one piece of code under both.
 *
 * Use:  struct ort_site s = ort_site();           where the call stands: thread and activation
 *       if (!s.on) return strlen(p);              recording is off
 *       ...
 *       cells += ort_effect_read(s.f, p, n + 1);
 *       ort_charge(s, &ort_library_strlen, cells);
 *
 * Signal-safe: yes; errno untouched. May allocate: never from the program's heap.
 */
#ifndef ORT_EFFECTS_H
#define ORT_EFFECTS_H

#include "abi/abi.h"
#include "abi/raw.h"
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

struct ort_site {
    struct ordo_thread *t;
    struct ordo_frame *f; /* the innermost open activation */
    int on;
};

static inline struct ort_site ort_site(void) {
    struct ordo_thread *t = __ordo_self;
    if (!t || !t->tick) return (struct ort_site){NULL, NULL, 0};
    return (struct ort_site){t, t->top, 1};
}

/* The routine read or wrote [addr, addr + size), on the account of activation f. Returns the number
 * of cells touched (0 for size 0). */
uint64_t ort_effect_read(struct ordo_frame *f, const void *addr, size_t size);
uint64_t ort_effect_write(struct ordo_frame *f, const void *addr, size_t size);

/* What the library is to be given in place of a routine of the program that it calls: while a
 * sample is recorded, what records. */
void *ort_called(void *routine);

/* What is read or written next, from `addr` on, is text. */
void ort_effect_text(const void *addr);

/* The same through the kernel: a system call filled the range (for rms a write by this thread, for
 * drms input to whoever reads it next) or took its contents (a read by this thread). */
uint64_t ort_effect_kernel_write(struct ordo_frame *f, const void *addr, size_t size);
uint64_t ort_effect_kernel_read(struct ordo_frame *f, const void *addr, size_t size);

/* Cells that `bytes` bytes fill, rounded up: the cost of text that went into a stream. */
uint64_t ort_effect_cells(size_t bytes);

/* A new object: its cells were never accessed. Time O(size) up to 64 kB, then by pages dropped. */
void ort_effect_fresh(struct ordo_frame *f, const void *addr, size_t size);

/* A new object full of zeros: as ort_effect_write by f, but O(1) time and memory when large. */
void ort_effect_zeroed(struct ordo_frame *f, const void *addr, size_t size);

/* Blocks of memory, for the structures that live in them: allocated, `bytes` as asked for; about to
 * be freed; moved (or resized in place). A range was copied; filled with bytes. */
void ort_effect_block(const void *p, size_t bytes);
void ort_effect_mapped(const void *p, size_t bytes, int fd); /* fd -1: no file */
void ort_effect_block_end(const void *p);
void ort_effect_block_move(const void *from, const void *to, size_t bytes);
void ort_effect_copy(const void *to, const void *from, size_t size);
void ort_effect_set(const void *to, size_t size);

/* Links between objects of one type of structure builds, which the library sets itself: the pointer
 * at `link` in the object at `base` was read; was set, or is about to be, to `to`. ort_effect_link
 * says what it is now, and is no access. A type that the program does not have is passed over. */
struct ort_link_type {
    const char *name;             /* as the source says it, namespaces included */
    const struct ordo_type *type; /* NULL: not found yet */
};
int ort_effect_links(void); /* 0: nobody wants to know */
void ort_effect_link_read(struct ort_link_type *type, const void *base, const void *link);
void ort_effect_link_write(struct ort_link_type *type, const void *base, const void *link,
                           const void *to);
void ort_effect_link(struct ort_link_type *type, const void *base, const void *link,
                     const void *to);

/* One call moved `size` bytes at `data` (NULL: not in the program's memory, no lines are counted)
 * in from, or out to, a stream or descriptor (streams.h); the descriptor was opened just now. */
void ort_effect_stream_in(FILE *stream, const void *data, size_t size);
void ort_effect_stream_out(FILE *stream, const void *data, size_t size);
void ort_effect_descriptor_in(int fd, const void *data, size_t size);
void ort_effect_descriptor_out(int fd, const void *data, size_t size);
void ort_effect_descriptor_opened(int fd);

/* One call of the library routine `library` (kind ORDO_KIND_LIBRARY, a static object of the model,
 * id 0 at first) that cost `blocks`: added to T->cost, to f's cost below, and to f's children. */
void ort_charge(struct ort_site s, struct ordo_scope *library, uint64_t blocks);

/* Amounts of the extra cost metrics: one allocation, n bytes of I/O. */
void ort_count(struct ort_site s, enum ordo_raw_cost metric, uint64_t amount);

/* The process is about to end (ORDO_RAW_FINISHED) or to be replaced (ORDO_RAW_EXECED, which
 * ORDO_RAW_LIVE takes back when exec has failed). */
void ort_process_end(enum ordo_raw_state state);
/* The same where nothing is recorded at this moment (no site): no activation is closed. */
void ort_process_mark(enum ordo_raw_state state);
/* It is about to become another user, or to get another root. */
void ort_process_confine(void);
/* Around a call that replaces the process: the limits on memory that it hands on are those that the
 * program has set (address_limits.h). `surely`: the call hardly fails; what it hands on then may
 * not be taken back altogether. errno may change. */
void ort_process_hand_on(int surely);
void ort_process_take_back(void);
/* The same for a shell: what it is to execute first; "": nothing. */
#define ORT_SHELL_PREFIX 160
void ort_process_hand_on_by_shell(char text[ORT_SHELL_PREFIX]);

/* Around a call of a signal handler: `ort_signal_leave(ort_signal_enter())`. */
struct ordo_thread *ort_signal_enter(void);
void ort_signal_leave(struct ordo_thread *interrupted);

/* The process's ends and its handlers concern the engine though nothing is recorded here at this
 * moment: production builds record now and then. */
int ort_follows(void);

/* The calling thread is about to go on on another machine stack; `fresh`: where nothing has run
 * yet, it gets a state of its own. It is back on the stack of state `t`: the state that it comes
 * from ends, when it began by ort_stack_begin and nothing is open on it any more. */
void ort_stack_begin(int fresh);
void ort_stack_return(struct ordo_thread *t);

#endif
