/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_payment.c: what samples may cost and have cost.
 *
 * Short samples are timed by the cycle counter alone. A long sample may have waited, and the
 * thread's CPU time shows for how long. If that was last read some time before the sample, part of
 * the wait may have been before the sample too. So such a sample is not assumed to have waited
 * longer than it lasted, nor to have taken less than it was allowed.
 */
#include "engine/runtime/system/os.h"
#include "engine/runtime/system/raw_file.h"
#include "recorded_hooks.h"
#include "sampler.h"
#include "sampling_control.h"

#define EARN_TICKS 30000u /* about 10 us, of which half a per cent, 50 ns, is worth adding */
#define LONG_NS 100000u   /* a sample that takes longer may have waited */
#define HOLLOW_NS 4u      /* a hook call that records nothing, with the slower code around it */

/* The process's: the first thread that is short of credit takes all of it. */
static int64_t start_credit = ORT_BUDGET_START_NS;

void ort_sampler_time_forget(struct ort_sampler *s) {
    s->time = (struct ort_thread_time){0, 0, 0};
    s->budget.cpu_ns = 0;
}

static void read_time(struct ort_sampler *s, uint64_t now) {
    ort_thread_time_read(&s->time, ort_os_thread_cpu_ns(), now);
}

/* Pays `price` for recorded code that took `ns`. */
static void spend(struct ort_sampler *s, uint64_t ns, uint64_t price) {
    if (ort_settings.budget) ort_budget_spend(&s->budget, price);
    __atomic_fetch_add(&ort_raw_header()->sampled_ns, ns, __ATOMIC_RELAXED);
}

void ort_sample_pay_hollow(struct ort_sampler *s) {
    uint64_t ns = (uint64_t)ort_hollow_hooks * HOLLOW_NS;
    ort_hollow_hooks = 0;
    if (ns) spend(s, ns, ns);
}

/* Begins with no credit and no debt: what the thread did before this recording pays for nothing in
 * it. */
static void begin_account(struct ort_sampler *s, uint64_t now) {
    read_time(s, now);
    s->budget = (struct ort_budget){0, s->time.cpu_ns};
    s->account = ort_control_recording();
    s->time.asked = now;
}

void ort_sample_payment_forget(void) {
    __atomic_store_n(&start_credit, ORT_BUDGET_START_NS, __ATOMIC_RELAXED);
}

/* Returns the need of the gate's samples. If more time went into samples that were given up than
 * into others, gates with long executions that never had a complete one wait for all the credit
 * that there can be. */
static uint32_t need_of(const struct ort_sampler *s, const struct ort_gate_past *past) {
    int waste = s->wasted_ns > s->useful_ns + ORT_BUDGET_START_NS;
    int tried = past->samples || past->need < ORT_BUDGET_LONG_NEED;
    return waste && !tried ? ORT_BUDGET_MOST_NEED : past->need;
}

uint64_t ort_sample_allowance(struct ort_sampler *s, uint64_t now,
                              const struct ort_gate_past *past) {
    if (!ort_settings.budget) return UINT64_MAX;
    if (unlikely(s->account != ort_control_recording())) begin_account(s, now);
    if (now - s->time.asked >= EARN_TICKS) {
        if (ort_thread_time_due(&s->time, now)) read_time(s, now);
        ort_budget_earn(&s->budget, ort_thread_time_guess(&s->time, now), ort_settings.budget);
        ort_sample_pay_hollow(s);
    }
    if (unlikely(s->budget.credit_ns < ORT_BUDGET_LEAST_NS &&
                 __atomic_load_n(&start_credit, __ATOMIC_RELAXED)))
        s->budget.credit_ns += __atomic_exchange_n(&start_credit, 0, __ATOMIC_RELAXED);
    return ort_clock_ticks_of(
        ort_budget_allowance(&s->budget, ort_settings.budget, past->samples, need_of(s, past)));
}

uint64_t ort_sample_wait(const struct ort_sampler *s, const struct ort_gate_past *past) {
    return ort_clock_ticks_of(
        ort_budget_wait(&s->budget, ort_settings.budget, past->samples, need_of(s, past)));
}

void ort_sampler_earn_last(struct ort_sampler *s) {
    if (ort_settings.budget)
        ort_budget_earn(&s->budget, ort_os_thread_cpu_ns(), ort_settings.budget);
}

int ort_sample_used_up(struct ort_sampler *s, struct ort_sample *x) {
    uint64_t now = ort_clock_ticks();
    if (!x->until || now < x->until) return 0;
    read_time(s, now);
    uint64_t ticks = ort_clock_ticks_of(ort_thread_time_waited(&x->before, &s->time, x->began));
    if (ticks > x->waited) {
        x->until += ticks - x->waited;
        x->waited = ticks;
    }
    return now >= x->until;
}

uint64_t ort_sample_pay(struct ort_sampler *s, const struct ort_sample *x, uint64_t now) {
    uint64_t ns = ort_clock_ns(now - x->began);
    if (ns > LONG_NS) {
        uint64_t allowed = x->until ? ort_clock_ns(x->until - x->waited - x->began) : UINT64_MAX;
        read_time(s, now);
        ns = ort_thread_time_used(&x->before, &s->time, x->began, allowed);
    }
    *(x->flags & ORDO_SAMPLE_GIVEN_UP ? &s->wasted_ns : &s->useful_ns) += ns;
    spend(s, ns, ort_budget_price(ns));
    return ns;
}
