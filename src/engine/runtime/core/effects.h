/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * effects.h: how a library model reports to the engine what the routine did.
 *
 * These functions are implemented by the runtime and by the reference engine
 * (src/engine/reference), so that both use the same models.
 *
 * Use:  struct ort_site s = ort_site();           the thread and activation of the call
 *       if (!s.on) return strlen(p);              recording is off
 *       ...
 *       cells += ort_effect_read(s.f, p, n + 1);
 *       ort_charge(s, &ort_library_strlen, cells);
 *
 * Signal-safe: yes; errno is not changed unless a comment says so. May allocate: never from the
 * program's heap.
 */
#ifndef ORT_EFFECTS_H
#define ORT_EFFECTS_H

#include "abi/abi.h"
#include "abi/raw.h"
#include "engine/runtime/system/address_limits.h"
#include "engine/runtime/system/recorded_process.h"
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

/* Count a read or a write of [addr, addr + size) by the routine for activation f. Return the number
 * of cells touched (0 if size is 0). */
uint64_t ort_effect_read(struct ordo_frame *f, const void *addr, size_t size);
uint64_t ort_effect_write(struct ordo_frame *f, const void *addr, size_t size);

/* Returns what to pass to the library in place of a routine of the program that it will call. While
 * a sample is recorded, that is the routine's recorded version. */
void *ort_called(void *routine);

/* Says that the next range that is read or written, from `addr` on, is text. */
void ort_effect_text(const void *addr);

/* Count accesses by a system call: one that filled the range (for rms a write by this thread, for
 * drms input to whoever reads it next), or one that took its contents (a read by this thread). */
uint64_t ort_effect_kernel_write(struct ordo_frame *f, const void *addr, size_t size);
uint64_t ort_effect_kernel_read(struct ordo_frame *f, const void *addr, size_t size);

/* Returns the number of cells that `bytes` bytes fill, rounded up: the cost of text written to a
 * stream. */
uint64_t ort_effect_cells(size_t bytes);

/* Marks the cells of a new object as never accessed. Takes O(size) time up to 64 KiB; larger
 * objects are cleared by dropping pages. */
void ort_effect_fresh(struct ordo_frame *f, const void *addr, size_t size);

/* Counts a new zeroed object as written by f, as ort_effect_write does, but in O(1) time and memory
 * if it is large. */
void ort_effect_zeroed(struct ordo_frame *f, const void *addr, size_t size);

/* Report blocks of memory, for the structures in them: a block was allocated (`bytes`: as
 * requested) or mapped, is about to be freed, was moved or resized in place; a range was copied, or
 * filled with a byte. */
void ort_effect_block(const void *p, size_t bytes);
void ort_effect_mapped(const void *p, size_t bytes, int fd); /* fd -1: no file */
void ort_effect_block_end(const void *p);
void ort_effect_block_move(const void *from, const void *to, size_t bytes);
void ort_effect_copy(const void *to, const void *from, size_t size);
void ort_effect_set(const void *to, size_t size);

/* Report links between objects of one type that the library itself follows or sets, in structure
 * builds. `link` is the address of a pointer in the object at `base`: it was read; it was set to
 * `to`, or is about to be. ort_effect_link reports that it is `to` now, which is not an access.
 * Types that the program does not have are ignored. */
struct ort_link_type {
    const char *name;             /* as in the source, including namespaces */
    const struct ordo_type *type; /* NULL: not found yet */
};
int ort_effect_links(void); /* 0: links are not recorded */
void ort_effect_link_read(struct ort_link_type *type, const void *base, const void *link);
void ort_effect_link_write(struct ort_link_type *type, const void *base, const void *link,
                           const void *to);
void ort_effect_link(struct ort_link_type *type, const void *base, const void *link,
                     const void *to);

/* Report a call that read `size` bytes at `data` from a stream or descriptor, or wrote them to it
 * (streams.c). `data` is NULL if the bytes are not in the program's memory; no lines are counted
 * then. ort_effect_descriptor_opened reports that the descriptor was just opened.
 * ort_effect_library_in counts bytes that a library without models may have read for itself.
 * ort_effect_file_in counts bytes that a stream delivered to a routine that says no more about
 * them, ort_effect_input those that arrived by another way. */
void ort_effect_file_in(FILE *stream, size_t size);
void ort_effect_input(size_t size);
void ort_effect_stream_in(FILE *stream, const void *data, size_t size);
void ort_effect_stream_out(FILE *stream, const void *data, size_t size);
void ort_effect_descriptor_in(int fd, const void *data, size_t size);
void ort_effect_descriptor_out(int fd, const void *data, size_t size);
void ort_effect_descriptor_opened(int fd);
void ort_effect_library_in(int fd, size_t size);

/* Counts a call of the library routine `library` that cost `blocks`, which are added to T->cost, to
 * f's cost below and to f's children. `library` is a static object of the model, of kind
 * ORDO_KIND_LIBRARY and with the id 0 at first. */
void ort_charge(struct ort_site s, struct ordo_scope *library, uint64_t blocks);

/* The same for a routine whose calls production builds count, with the bytes of its length. In a
 * sample, a call that is counted is part of the costs of the activations around it only. */
void ort_charge_counted(struct ort_site s, struct ordo_scope *library, uint64_t blocks,
                        size_t bytes);

/* Adds to an extra cost metric: 1 for an allocation, n for n bytes of I/O. */
void ort_count(struct ort_site s, enum ordo_raw_cost metric, uint64_t amount);

/* Count a block of `bytes` bytes that was allocated, a block that was freed, and one of `had` bytes
 * (0: none) that became one of `bytes` bytes. The first and the last count as an allocation. All
 * sizes are those that the allocator gives (libc_alloc.h). */
#define ORT_BYTES_UNKNOWN SIZE_MAX /* of `had`, or a block that was freed */
void ort_count_block(struct ort_site s, size_t bytes);
void ort_count_freed(struct ort_site s, size_t bytes);
void ort_count_resized(struct ort_site s, size_t had, size_t bytes);

/* Notes that the process is about to end (ORDO_RAW_FINISHED) or to be replaced (ORDO_RAW_EXECED).
 * ORDO_RAW_FINISHED closes the calling thread's open activations. ORDO_RAW_LIVE takes
 * ORDO_RAW_EXECED back after exec has failed. */
void ort_process_end(enum ordo_raw_state state);
/* Surround a call of the program's handler: `ort_signal_leave(ort_signal_enter())`.
 * ort_signal_enter returns the interrupted state; NULL if nothing is recorded here, so that there
 * is nothing to switch. */
struct ordo_thread *ort_signal_enter(void);
void ort_signal_leave(struct ordo_thread *interrupted);

/* Returns whether the engine must know of the process's end and of its signal handlers even while
 * nothing is recorded. In production builds it must, because they record only from time to time. */
int ort_follows(void);

/* Surround a switch of the calling thread to another machine stack. ort_stack_begin is called
 * before the switch; if nothing has run on the other stack yet (`fresh`), it gets a state of its
 * own. ort_stack_return is called when the thread is back on the stack of state `t`. It releases
 * the state that the thread comes from if ort_stack_begin made it and it has no open activation. */
void ort_stack_begin(int fresh);
void ort_stack_return(struct ordo_thread *t);

#endif
