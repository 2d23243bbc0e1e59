/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sample_interval.c: random intervals between samples.
 *
 * A number from a geometric distribution is one from an exponential distribution rounded down:
 * -ln(u) (mean + 1/2) for a random u. The logarithm has 16 fractional bits and is approximated by a
 * parabola between powers of two (error below 0.01). Random numbers are Steele, Lea and Flood's
 * SplitMix (Fast Splittable Pseudorandom Number Generators, OOPSLA 2014): a counter and a mixing
 * function, deterministic per thread state.
 */
#include "sample_interval.h"
#include "sample_budget.h"

#define MANY_SAMPLES 256u /* beyond this, intervals grow with the number of samples */
#define MOST_PRESSURE 12u
#define MOST_UNPAID 10u
#define IDLE_TICKS 30000000u /* about 10 ms between two questions, */
#define IDLE_MOST 1023u      /* but no more executions than this: a gate may become rare */
#define LN2 45426u           /* with 16 fractional bits */

uint64_t ort_interval_random(uint64_t *random) {
    uint64_t z = *random += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

/* Returns -ln(r / 2^64) with 16 fractional bits. */
static uint64_t minus_log(uint64_t r) {
    r |= 1;
    uint32_t zeros = (uint32_t)__builtin_clzll(r);
    uint64_t f = r << zeros << 1 >> 48;                   /* r = 2^(63 - zeros) (1 + f) */
    uint64_t log = f + (f * (65536 - f) >> 16) * 11 / 32; /* log2(1 + f) */
    return (((uint64_t)(zeros + 1) << 16) - log) * LN2 >> 16;
}

/* Returns one of how many executions is to be sampled now if the budget decides. */
static uint64_t own_rate(const struct ort_gate_past *past, uint64_t executions) {
    uint64_t rate = 2 + executions / 4;
    if (rate > ORT_INTERVAL_RATE) rate = ORT_INTERVAL_RATE;
    if (past->samples > MANY_SAMPLES) rate = rate * past->samples / MANY_SAMPLES;
    return rate;
}

uint32_t ort_interval_draw(const struct ort_gate_past *past, uint64_t executions, uint64_t rate,
                           uint64_t *random) {
    if (rate > ORT_INTERVAL_MOST) rate = ORT_INTERVAL_MOST;
    if (!rate) rate = own_rate(past, executions);
    rate <<= past->pressure; /* pressure is 0 without a budget */
    if (rate > ORT_INTERVAL_MOST / 2) rate = ORT_INTERVAL_MOST / 2;
    uint64_t mean = 2 * rate - 2;
    if (!mean) return 0;
    uint64_t n = ((2 * mean + 1) * minus_log(ort_interval_random(random))) >> 17;
    return n < ORT_INTERVAL_MOST ? (uint32_t)n : ORT_INTERVAL_MOST;
}

uint32_t ort_interval_idle(uint32_t interval, uint64_t ticks) {
    if (ticks < IDLE_TICKS / 2) return interval < IDLE_MOST / 2 ? 2 * interval + 1 : IDLE_MOST;
    return ticks > 2 * IDLE_TICKS ? interval / 4 : interval;
}

void ort_interval_given_up(struct ort_gate_past *past) {
    past->second = 0;
    if (past->pressure < MOST_PRESSURE) past->pressure++;
    past->need += 2;
    if (past->need > ORT_BUDGET_MOST_NEED) past->need = ORT_BUDGET_MOST_NEED;
}

uint32_t ort_interval_unpaid(struct ort_gate_past *past, struct ort_gate_pace pace, uint64_t wait) {
    past->second = 0;
    double each = (double)(pace.ticks | 1) / (double)(pace.executions | 1);
    double n = (double)(wait << past->unpaid) / each;
    if (past->unpaid < MOST_UNPAID) past->unpaid++;
    if (past->need && !past->samples && !past->pressure) past->need--; /* foreseen, not known */
    if (n > (double)pace.all) n = (double)pace.all;
    return n < ORT_INTERVAL_MOST / 2 ? (uint32_t)n : ORT_INTERVAL_MOST / 2;
}

void ort_interval_went_well(struct ort_gate_past *past, uint64_t ns) {
    past->samples++;
    if (past->pressure) past->pressure--;
    past->unpaid /= 2;
    if (past->need && ns < (uint64_t)ORT_BUDGET_LEAST_NS << past->need >> 3) past->need--;
}
