/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_events.c: handles what Valgrind reports about memory, threads, signals and system calls.
 *
 * Memory that the kernel writes counts as written by the calling thread; memory that it reads
 * counts as read. A file's mapping begins as never accessed. An anonymous mapping, and heap that
 * grows, begin as written by the activation that asks for them, recorded as one range whatever its
 * size. A signal handler runs on a state of its own until it returns, or until control is back
 * above the place where it began.
 */
#include "vg_events.h"
#include "vg_calls.h"
#include "vg_checks.h"
#include "vg_loops.h"
#include "vg_routines.h"
#include "vg_state.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_basics.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "engine/runtime/core/access.h"
#include "engine/runtime/core/drms.h"
#include "engine/runtime/lifecycle/signal.h"
#include "engine/runtime/lifecycle/start.h"
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/settings.h"

/* From <sys/mman.h>, which cannot be included together with Valgrind's headers. */
#define MCL_CURRENT 1u
#define MCL_FUTURE 2u
#define MCL_ONFAULT 4u
#define MAP_FIXED_NOREPLACE 0x100000u

#define MOST_SEGMENTS 1024
#define LARGEST_RESERVED (1ull << 30) /* the stack's is at most 16 MiB, the heap's little more */

static UInt live_threads;
static int ending;       /* the process is exiting */
static ThreadId leaving; /* the thread that has called exit */
static int begins_here;  /* the running thread is about to begin a routine that was not called */

static void fresh_for_all(Addr a, SizeT size) {
    for (struct ort_thread *t = ort_threads; t; t = t->next)
        if (t->hot.tick) ort_access_fresh(t, a, size);
}

static void anonymous(Addr a, SizeT size) {
    struct ort_thread *self = ort_thread_current();
    fresh_for_all(a, size);
    if (self) ort_access_zeroed(self, self->hot.top, a, size);
}

static void on_map(Addr a, SizeT size, Bool rr, Bool ww, Bool xx, ULong di) {
    const NSegment *s = VG_(am_find_nsegment)(a);
    (void)xx;
    if (rr || ww) ovg_state_mapped(a, a + size);
    (void)di;
    if (s && s->kind == SkAnonC)
        anonymous(a, size);
    else
        fresh_for_all(a, size);
}

static void on_protection(Addr a, SizeT size, Bool rr, Bool ww, Bool xx) {
    (void)xx;
    if (rr || ww) ovg_state_mapped(a, a + size);
}

static void on_heap(Addr a, SizeT size, ThreadId tid) {
    (void)tid;
    ovg_state_mapped(a, a + size);
    anonymous(a, size);
}

static void on_unmap(Addr a, SizeT size) {
    fresh_for_all(a, size);
    ovg_routine_forget(a, a + size);
    ovg_code_forget(a, a + size);
}

static void on_heap_end(Addr a, SizeT size) {
    fresh_for_all(a, size);
}

/* Pages that move keep nothing of the old place's history. */
static void on_move(Addr from, Addr to, SizeT size) {
    struct ort_thread *self = ort_thread_current();
    ovg_state_mapped(to, to + size);
    fresh_for_all(to, size);
    fresh_for_all(from, size);
    if (self) ort_access_zeroed(self, self->hot.top, to, size);
}

static void on_kernel_read(CorePart part, ThreadId tid, const HChar *what, Addr a, SizeT size) {
    struct ort_thread *self = ort_thread_current();
    (void)tid;
    (void)what;
    if (part != Vg_CoreSysCall || !self || !size) return;
    if (self->seen) ort_drms_read(self, self->hot.top, a, size);
    ort_access_read(self, self->hot.top, a, size);
}

static void on_kernel_write(CorePart part, ThreadId tid, Addr a, SizeT size) {
    struct ort_thread *self = ort_thread_current();
    (void)tid;
    if (part == Vg_CoreStartup || !self || !size) return;
    if (self->seen) ort_drms_write(self, a, size, part == Vg_CoreSysCall);
    ort_access_write(self, self->hot.top, a, size);
}

static void on_run(ThreadId tid, ULong blocks) {
    (void)blocks;
    ovg_state_switch(tid);
    ovg_checks_run(tid);
    if (!begins_here) return;
    begins_here = 0;
    ovg_begin(VG_(get_IP)(tid), VG_(get_SP)(tid));
}

/* Announces the mappings that exist when the program starts, and the range that its stack may
 * grow into. */
static void note_segments(void) {
    static Addr starts[MOST_SEGMENTS];
    Int n = VG_(am_get_segment_starts)(SkFileC | SkAnonC | SkShmC | SkResvn, starts, MOST_SEGMENTS);
    for (Int i = 0; i < n; i++) {
        const NSegment *s = VG_(am_find_nsegment)(starts[i]);
        if (s && s->end - s->start < LARGEST_RESERVED) ovg_state_mapped(s->start, s->end + 1);
    }
}

static void on_thread(ThreadId parent, ThreadId child) {
    (void)child;
    live_threads++;
    if (parent != VG_INVALID_THREADID) return;
    begins_here = 1; /* the program's first */
    note_segments();
}

static void on_thread_end(ThreadId tid) {
    live_threads--;
    if (leaving == tid && !ending) ovg_state_end(tid);
    leaving = VG_INVALID_THREADID;
}

static void on_signal(ThreadId tid, Int number, Bool on_other_stack) {
    (void)number;
    ovg_state_switch(tid);
    ovg_state_save();
    ort_signal_enter();
    struct ort_thread *own = ort_thread_current();
    if (own) {
        Addr other = on_other_stack ? VG_(thread_get_altstack_min)(tid) : 0;
        SizeT size = on_other_stack ? VG_(thread_get_altstack_size)(tid) : 0;
        own->frames->args[0] = (int64_t)(on_other_stack ? other + size : VG_(get_SP)(tid));
        own->frames->args[1] = (int64_t)other;
    }
    ovg_state_note();
    begins_here = 1;
}

static void on_signal_end(ThreadId tid, Int number) {
    (void)number;
    ovg_state_switch(tid);
    ovg_state_save();
    struct ort_thread *self = ort_thread_current();
    if (self && self->interrupted) ort_signal_leave(self->interrupted);
    ovg_state_note();
}

ULong ovg_call_number(ULong number, ULong first) {
    ULong valid = MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT;
    Bool locks = number == __NR_mlockall && first && first != MCL_ONFAULT && !(first & ~valid);
    return locks || number == __NR_munlockall ? __NR_sched_yield : number;
}

ULong ovg_call_first(ULong number, ULong first, ULong fourth) {
    Bool wish = number == __NR_mmap && !(fourth & (VKI_MAP_FIXED | MAP_FIXED_NOREPLACE));
    return wish && first >= ORT_OWN_FIRST && first < ORT_OWN_END ? 0 : first;
}

static void before_call(ThreadId tid, UInt number, UWord *arguments, UInt n) {
    (void)arguments;
    (void)n;
    if (number == __NR_exit) leaving = tid;
    int last = number == __NR_exit_group || (number == __NR_exit && live_threads == 1);
    if (!last && number != __NR_execve && number != __NR_execveat) return;
    ovg_state_switch(tid);
    ovg_state_save();
    ort_process_end(last ? ORDO_RAW_FINISHED : ORDO_RAW_EXECED);
    if (last) ending = 1;
}

enum { NEITHER, IN, OUT };

/* Returns the direction of a call that returns the number of bytes that it transferred. */
static int transfers(UInt number) {
    switch (number) {
    case __NR_read:
    case __NR_readv:
    case __NR_pread64:
    case __NR_preadv:
    case __NR_preadv2:
    case __NR_recvfrom:
    case __NR_recvmsg:
        return IN;
    case __NR_write:
    case __NR_writev:
    case __NR_pwrite64:
    case __NR_pwritev:
    case __NR_pwritev2:
    case __NR_sendto:
    case __NR_sendmsg:
    case __NR_sendfile:
    case __NR_copy_file_range:
        return OUT;
    default:
        return NEITHER;
    }
}

static void after_call(ThreadId tid, UInt number, UWord *arguments, UInt n, SysRes result) {
    (void)arguments;
    (void)n;
    struct ort_thread *self = ort_thread_current();
    int direction = transfers(number);
    if (self && direction != NEITHER && !sr_isError(result)) {
        self->counts[ORDO_COST_IO_BYTES] += sr_Res(result);
        /* Reads of libraries by the dynamic loader do not count as input. */
        if (direction == IN && !ovg_is_in_loader(VG_(get_IP)(tid))) self->input += sr_Res(result);
    }
    if (number == __NR_execve || number == __NR_execveat) ort_process_end(ORDO_RAW_LIVE);
}

void ovg_events_init(void) {
    VG_(needs_syscall_wrapper)(before_call, after_call);
    VG_(track_new_mem_mmap)(on_map);
    VG_(track_new_mem_brk)(on_heap);
    VG_(track_copy_mem_remap)(on_move);
    VG_(track_change_mem_mprotect)(on_protection);
    VG_(track_die_mem_munmap)(on_unmap);
    VG_(track_die_mem_brk)(on_heap_end);
    VG_(track_pre_mem_read)(on_kernel_read);
    VG_(track_post_mem_write)(on_kernel_write);
    VG_(track_start_client_code)(on_run);
    VG_(track_pre_thread_ll_create)(on_thread);
    VG_(track_pre_thread_ll_exit)(on_thread_end);
    VG_(track_pre_deliver_signal)(on_signal);
    VG_(track_post_deliver_signal)(on_signal_end);
}
