/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_clock.c: the rate of the processor's cycle counter.
 *
 * The rate is the quotient of both clocks' advance since the start. It is measured again whenever
 * that time has doubled, so that its error shrinks like the reciprocal of the time. Until the first
 * measurement the counter is assumed to run at 3 GHz.
 */
#include "sample_clock.h"
#include "engine/runtime/system/os.h"

#define FIRST_STRETCH 60000u /* ticks */
#define GUESS ((1ull << 32) / 3)

static uint64_t start_ticks, start_ns;
static uint64_t ns_per_tick = GUESS; /* fixed point with 32 fractional bits */
static uint64_t next_stretch = FIRST_STRETCH;

void ort_clock_start(void) {
    start_ns = ort_os_monotonic_ns();
    start_ticks = ort_clock_ticks();
}

uint64_t ort_clock_ns(uint64_t ticks) {
    uint64_t rate = __atomic_load_n(&ns_per_tick, __ATOMIC_RELAXED);
    return (uint64_t)((unsigned __int128)ticks * rate >> 32);
}

uint64_t ort_clock_ticks_of(uint64_t ns) {
    uint64_t rate = __atomic_load_n(&ns_per_tick, __ATOMIC_RELAXED);
    return ns >> 31 ? (ns << 8) / (rate >> 24 ? rate >> 24 : 1) : (ns << 32) / rate;
}

uint64_t ort_clock_since_start(uint64_t ticks) {
    return ticks > start_ticks ? ort_clock_ns(ticks - start_ticks) : 0;
}

void ort_clock_adjust(uint64_t now_ticks) {
    uint64_t next = __atomic_load_n(&next_stretch, __ATOMIC_RELAXED);
    uint64_t ticks = now_ticks - start_ticks;
    if ((int64_t)ticks < 0 || ticks < next) return;
    uint64_t ns = ort_os_monotonic_ns() - start_ns;
    ticks = ort_clock_ticks() - start_ticks;
    __atomic_store_n(&next_stretch, 2 * ticks, __ATOMIC_RELAXED);
    for (; ns >> 31; ns >>= 1) ticks >>= 1;
    if (ns && ticks) __atomic_store_n(&ns_per_tick, (ns << 32) / ticks, __ATOMIC_RELAXED);
}
