/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_budget.c: what a thread may spend in samples.
 *
 * Debts are kept in full, so that the share holds in the long run, whatever a single sample cost.
 * Credit is bounded, so that a thread that was idle does not stall for long afterwards.
 */
#include "sample_budget.h"

#define SMALL_NS 50000 /* one sample may spend all of a credit up to this */
#define LEFT_NS 1000   /* credit that a gate leaves for each sample that it has had, */
#define MOST_LEFT 4000 /* for up to so many samples */
#define MOST_AFTERWARDS_NS 3000

void ort_budget_earn(struct ort_budget *b, uint64_t cpu_ns, uint64_t share) {
    int64_t passed = (int64_t)(cpu_ns - b->cpu_ns), part = (int64_t)share;
    int64_t earned = passed / 1000000 * part + passed % 1000000 * part / 1000000;
    b->cpu_ns = cpu_ns;
    if (earned > ORT_BUDGET_MOST_NS && b->credit_ns > 0) earned = ORT_BUDGET_MOST_NS;
    b->credit_ns += earned;
    if (b->credit_ns > ORT_BUDGET_MOST_NS) b->credit_ns = ORT_BUDGET_MOST_NS;
}

/* Returns the credit from which on a sample may begin. */
static int64_t enough(uint32_t samples, uint32_t need) {
    int64_t left = (int64_t)(samples < MOST_LEFT ? samples : MOST_LEFT) * LEFT_NS;
    return left + ((int64_t)ORT_BUDGET_LEAST_NS << need);
}

uint64_t ort_budget_wait(const struct ort_budget *b, uint64_t share, uint32_t samples,
                         uint32_t need) {
    int64_t missing = enough(samples, need) - b->credit_ns;
    if (missing <= 0 || !share) return 0;
    return (uint64_t)missing * 1000000 / share;
}

uint64_t ort_budget_allowance(const struct ort_budget *b, uint64_t share, uint32_t samples,
                              uint32_t need) {
    if (b->credit_ns < enough(samples, need)) return 0;
    uint64_t all = (uint64_t)b->credit_ns;
    if (need == ORT_BUDGET_MOST_NEED) return all + share * 1000;
    return all <= SMALL_NS ? all : all / 2 > SMALL_NS ? all / 2 : SMALL_NS;
}

uint32_t ort_budget_need(uint64_t ns) {
    uint32_t need = 0;
    while (need < ORT_BUDGET_MOST_NEED && (uint64_t)ORT_BUDGET_LEAST_NS << need < ns) need++;
    return need;
}

uint64_t ort_budget_price(uint64_t ns) {
    return ns + (ns < MOST_AFTERWARDS_NS ? ns : MOST_AFTERWARDS_NS);
}

void ort_budget_spend(struct ort_budget *b, uint64_t ns) {
    b->credit_ns -= (int64_t)ns;
}
