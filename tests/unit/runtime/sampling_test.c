/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * sampling_test.c: the parts of the sampler, each by itself: sketches of cells compared with exact
 * sets, intervals, the budget, the log. Random sequences have fixed seeds.
 */
#include "../../../src/engine/runtime/core/cell_sketch.h"
#include "../../../src/engine/runtime/sampling/sample_budget.h"
#include "../../../src/engine/runtime/sampling/sample_interval.h"
#include "../../../src/engine/runtime/sampling/thread_time.h"
#include "../../../src/engine/runtime/system/settings.h"
#include "scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;

static uint64_t below(uint64_t n) {
    return ort_interval_random(&seed) % n;
}

/* ---- sketches ---- */

enum { MOST_CELLS = 60000 };

static uint32_t captures[MOST_CELLS]; /* exact: number of executions with the cell */
static uint32_t latest[MOST_CELLS];   /* exact: the latest one, from 1 */
static uint32_t previous[MOST_CELLS]; /* exact: the previous one */

static int tracked_at(uint64_t cell, uint32_t level) {
    return ort_cell_hash(cell) <= ~0ull >> level;
}

static struct ort_cell_list list;

/* Executes once, reading `n` cells from `first` on at distance `step`, some of them twice. */
static void execution(struct ort_sketch *s, uint64_t first, uint64_t n, uint64_t step) {
    uint32_t now = s->samples + 1;
    ort_cell_list_begin(&list, s->level);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t cell = (first + i * step) % MOST_CELLS;
        ort_cell_list_add(&list, cell);
        if (below(3) == 0) ort_cell_list_add(&list, cell);
        if (latest[cell] == now) continue;
        previous[cell] = latest[cell];
        latest[cell] = now;
        captures[cell]++;
    }
    struct ort_sketch_counts counts;
    CHECK(ort_sketch_add(s, &list, &counts) == 0, "no memory");
    struct ort_sketch_counts exact = {0, 0, 0};
    uint32_t all = 0, once = 0, twice = 0;
    for (uint64_t cell = 0; cell < MOST_CELLS; cell++) {
        if (!captures[cell] || !tracked_at(cell, s->level)) continue;
        all++;
        once += captures[cell] == 1;
        twice += captures[cell] == 2;
        int here = latest[cell] == now;
        int there = now > 1 && (here ? previous[cell] == now - 1 : latest[cell] == now - 1);
        exact.tracked += (uint32_t)here;
        exact.before += (uint32_t)there;
        exact.again += (uint32_t)(here && there);
    }
    CHECK(s->samples == now, "%u samples", s->samples);
    CHECK(counts.tracked == exact.tracked, "counts.tracked: %u, not %u", counts.tracked,
          exact.tracked);
    CHECK(counts.again == exact.again, "counts.again: %u, not %u", counts.again, exact.again);
    CHECK(counts.before == exact.before, "counts.before: %u, not %u", counts.before, exact.before);
    CHECK(s->all == all, "all: %u, not %u", s->all, all);
    CHECK(s->once == once, "once: %u, not %u", s->once, once);
    CHECK(s->twice == twice, "twice: %u, not %u", s->twice, twice);
    CHECK(s->all <= ORT_SKETCH_CELLS, "%u cells", s->all);
}

static void forget_all(struct ort_sketch *s) {
    ort_sketch_forget(s);
    memset(captures, 0, sizeof captures);
    memset(latest, 0, sizeof latest);
    memset(previous, 0, sizeof previous);
}

static void run_sketch(const char *argument) {
    (void)argument;
    struct ort_sketch s = {0};
    static const struct {
        uint64_t n, move, step;
        const char *what;
    } shapes[] = {{30, 30, 1, "disjoint"},
                  {500, 0, 1, "identical"},
                  {700, 70, 1, "sliding"},
                  {300, 0, 0, "one cell"},
                  {5000, 2500, 1, "overlapping, large"},
                  {2048, 2048, 1, "a list that is full"},
                  {2049, 1, 3, "one more"},
                  {20000, 7, 1, "a list that overflows"}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        for (uint64_t i = 0; i < 40; i++)
            execution(&s, i * shapes[k].move, shapes[k].n, shapes[k].step);
        forget_all(&s);
    }
    for (uint64_t i = 1; i < 60; i++) execution(&s, 0, i * i * 3, 1); /* growing prefixes */
    forget_all(&s);
    for (int round = 0; round < 20; round++) {
        seed = (uint64_t)round;
        for (int i = 0; i < 40; i++)
            execution(&s, below(MOST_CELLS), below(1ull << (1 + below(15))), 1 + below(5));
        forget_all(&s);
    }
}

static void a_sketch_counts_like_sets_of_cells(void **state) {
    (void)state;
    scenario_pass("sketch", "", NULL);
}

/* All cells are tracked while there are few; then a share of them, which the counts allow for. */
static void run_levels(const char *argument) {
    (void)argument;
    struct ort_sketch s = {0};
    struct ort_sketch_counts counts;
    for (uint64_t n = 100; n <= 1000000; n *= 10) {
        ort_cell_list_begin(&list, s.level);
        for (uint64_t i = 0; i < n; i++) ort_cell_list_add(&list, i * 8191 + 0x7f0000000ull);
        CHECK(ort_sketch_add(&s, &list, &counts) == 0, "no memory");
        double estimate = (double)counts.tracked * (double)(1ull << s.level);
        CHECK(n > ORT_SKETCH_CELLS || (s.level == 0 && counts.tracked == n), "%lu cells", n);
        CHECK(estimate > 0.85 * (double)n && estimate < 1.15 * (double)n, "%g of %lu", estimate, n);
        CHECK(n <= ORT_SKETCH_CELLS || s.all > ORT_SKETCH_CELLS / 4, "%u tracked", s.all);
    }
}

static void a_sketch_keeps_a_known_share(void **state) {
    (void)state;
    scenario_pass("levels", "", NULL);
}

/* ---- intervals ---- */

static void intervals_have_the_rates_mean_and_are_memoryless(void **state) {
    (void)state;
    static const uint64_t rates[] = {2, 3, 10, 100, 100000};
    for (size_t k = 0; k < sizeof rates / sizeof *rates; k++) {
        const struct ort_gate_past past = {0};
        double sum = 0, squares = 0, mean = 2.0 * (double)rates[k] - 2;
        const int n = 200000;
        int zeros = 0;
        seed = 1;
        for (int i = 0; i < n; i++) {
            double x = ort_interval_draw(&past, (uint64_t)i, rates[k], &seed);
            sum += x;
            squares += x * x;
            zeros += x == 0;
        }
        double variance = squares / n - sum / n * (sum / n);
        assert_true(sum / n > 0.97 * mean && sum / n < 1.03 * mean);
        /* geometric: variance m (m + 1), probability of zero 1 / (m + 1) */
        assert_true(variance > 0.93 * mean * (mean + 1) && variance < 1.07 * mean * (mean + 1));
        if (rates[k] <= 100)
            assert_true(zeros > 0.8 * n / (mean + 1) && zeros < 1.25 * n / (mean + 1));
    }
}

static void rate_1_has_no_gaps(void **state) {
    (void)state;
    const struct ort_gate_past past = {0};
    for (int i = 0; i < 1000; i++)
        assert_int_equal(ort_interval_draw(&past, (uint64_t)i, 1, &seed), 0);
}

static double mean_interval(const struct ort_gate_past *past, uint64_t executions) {
    double sum = 0;
    seed = 3;
    for (int i = 0; i < 20000; i++) sum += ort_interval_draw(past, executions, 0, &seed);
    return sum / 20000;
}

static void without_a_rate_intervals_grow_with_the_samples(void **state) {
    (void)state;
    struct ort_gate_past past = {0};
    assert_true(mean_interval(&past, 1) < 4);
    assert_true(mean_interval(&past, 40) > 15 && mean_interval(&past, 40) < 30);
    double full = mean_interval(&past, 1000000);
    assert_true(full > 190 && full < 206);
    past.samples = 2560;
    assert_true(mean_interval(&past, 1000000) > 9 * full);
    past = (struct ort_gate_past){.second = 1};
    ort_interval_given_up(&past);
    assert_int_equal(past.second, 0);
    assert_true(mean_interval(&past, 1000000) > 1.9 * full);
    for (int i = 0; i < 100; i++) ort_interval_given_up(&past);
    past.samples = UINT32_MAX;
    double most = mean_interval(&past, UINT64_MAX / 8);
    assert_true(most > 1e8 && most <= ORT_INTERVAL_MOST);
    past.samples = 0;
    for (int i = 0; i < 200; i++) ort_interval_went_well(&past, 1);
    assert_true(mean_interval(&past, 1000000) < 1.1 * full);
}

/* A gate waits as many executions as will take that long, twice as many each time that other gates
 * were faster, and no longer once it had samples again. */
static void a_sample_that_cannot_be_paid_for_is_put_off(void **state) {
    (void)state;
    struct ort_gate_past past = {.second = 1};
    const struct ort_gate_pace pace = {.all = 1000000, .executions = 1001, .ticks = 3000001};
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t waits = ort_interval_unpaid(&past, pace, 300000);
        assert_in_range(waits, (100u << i) - 1, (100u << i) + 1);
        assert_int_equal(past.second, 0);
    }
    for (int i = 0; i < 100; i++) ort_interval_unpaid(&past, pace, 300000);
    assert_in_range(ort_interval_unpaid(&past, pace, 300000), 100000, 103000);
    assert_int_equal(
        ort_interval_unpaid(&past, (struct ort_gate_pace){UINT64_MAX, 1, 1}, UINT64_MAX >> 20),
        ORT_INTERVAL_MOST / 2);
    for (int i = 0; i < 4; i++) ort_interval_went_well(&past, 1);
    assert_in_range(ort_interval_unpaid(&past, pace, 300000), 99, 101);
    assert_int_equal(ort_interval_unpaid(&past, pace, 0), 0);
    assert_int_equal(ort_interval_unpaid(&past, (struct ort_gate_pace){1, 0, 0}, 0), 0);
}

/* The budget says when a sample can be paid for. */
static void waiting_for_credit_takes_as_long_as_foreseen(void **state) {
    (void)state;
    struct ort_budget b = {-1000000, 0};
    uint64_t wait = ort_budget_wait(&b, 5000, 0, 0);
    assert_int_equal(wait, (1000000 + ORT_BUDGET_LEAST_NS) * 200);
    ort_budget_earn(&b, wait - 1000000, 5000);
    assert_int_equal(ort_budget_allowance(&b, 10000, 0, 0), 0);
    ort_budget_earn(&b, wait, 5000);
    assert_true(ort_budget_allowance(&b, 10000, 0, 0) > 0);
    assert_int_equal(ort_budget_wait(&b, 5000, 0, 0), 0);
}

static void the_same_thread_gets_the_same_intervals(void **state) {
    (void)state;
    const struct ort_gate_past past = {0};
    uint64_t a = 42, b = 42;
    for (int i = 0; i < 1000; i++)
        assert_int_equal(ort_interval_draw(&past, (uint64_t)i, 100, &a),
                         ort_interval_draw(&past, (uint64_t)i, 100, &b));
}

/* ---- the budget, with a simulated clock ---- */

static void samples_take_their_share_of_cpu_time(void **state) {
    (void)state;
    static const uint64_t lengths[] = {500, 5000, 300000, 3000000, 15000000, 900000000};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        struct ort_budget b = {0, 0};
        struct ort_gate_past past = {0};
        uint64_t cpu = 0, in_samples = 0, samples = 0, given_up = 0;
        while (cpu < 200000000000) { /* 200 s */
            uint64_t allowed = ort_budget_allowance(&b, 10000, past.samples, past.need);
            if (allowed) {
                uint64_t takes = lengths[k] < allowed ? lengths[k] : allowed;
                if (lengths[k] > allowed) {
                    ort_interval_given_up(&past);
                    given_up++;
                } else {
                    ort_interval_went_well(&past, takes);
                }
                ort_budget_spend(&b, ort_budget_price(takes));
                in_samples += ort_budget_price(takes); /* plain code is slower afterwards */
                cpu += ort_budget_price(takes);
                samples++;
            } else {
                cpu += 100000;
            }
            ort_budget_earn(&b, cpu, 10000);
        }
        assert_true(samples > 10);
        assert_true(in_samples <= cpu / 100 + ORT_BUDGET_MOST_NS);
        assert_true(in_samples >= cpu / 100 * 9 / 10 - ORT_BUDGET_MOST_NS);
        if (lengths[k] > 2 * ORT_BUDGET_MOST_NS)
            assert_int_equal(given_up, samples);
        else
            assert_true(given_up <= 6 + samples / 10); /* later ones wait for enough credit */
    }
}

static void short_samples_are_charged_for_the_slowdown_after_them(void **state) {
    (void)state;
    assert_int_equal(ort_budget_price(0), 0);
    assert_int_equal(ort_budget_price(300), 600);
    assert_int_equal(ort_budget_price(3000), 6000);
    assert_int_equal(ort_budget_price(3001), 6001);
    assert_int_equal(ort_budget_price(20000000), 20003000);
}

static void debts_are_paid_before_the_next_sample(void **state) {
    (void)state;
    struct ort_budget b = {ORT_BUDGET_START_NS, 0};
    assert_true(ort_budget_allowance(&b, 10000, 0, 0) > 0);
    ort_budget_spend(&b, 1000000000); /* code without hooks is not interrupted */
    uint64_t cpu = 0;
    for (; !ort_budget_allowance(&b, 10000, 0, 0); ort_budget_earn(&b, cpu += 1000000, 10000))
        assert_true(cpu < 200000000000);
    assert_in_range(cpu, 99900000000, 100100000000);
}

static void idle_time_does_not_accumulate(void **state) {
    (void)state;
    struct ort_budget b = {0, 0};
    ort_budget_earn(&b, 1000000000000000, 10000); /* 11 days */
    assert_in_range(ort_budget_allowance(&b, 10000, 0, 0), 1, ORT_BUDGET_MOST_NS);
}

static void credit_that_was_earned_too_early_is_taken_back(void **state) {
    (void)state;
    struct ort_budget b = {0, 0};
    ort_budget_earn(&b, 16000000, 10000); /* a guess: it waited most of the time */
    assert_int_equal(b.credit_ns, 160000);
    ort_budget_spend(&b, 160000);
    ort_budget_earn(&b, 1000000, 10000);
    assert_int_equal(b.credit_ns, -150000);
    ort_budget_earn(&b, 17000000, 10000);
    assert_int_equal(b.credit_ns, 10000);
}

/* A gate of a server: how much CPU time passes between executions, and how long they take. */
struct served {
    uint64_t every_ns, takes_ns;
    struct ort_gate_past past;
    uint64_t executions, interval, at_ns, samples;
};

/* Asks for a sample at the gate. Returns what that costs. */
static uint64_t ask_at(struct served *g, struct ort_budget *b, uint64_t share, uint64_t *random) {
    uint64_t allowed = ort_budget_allowance(b, share, g->past.samples, g->past.need), price = 250;
    uint32_t waits = 0;
    g->executions += g->interval + 1;
    if (!allowed) {
        uint64_t wait = ort_budget_wait(b, share, g->past.samples, g->past.need);
        waits = ort_interval_unpaid(
            &g->past, (struct ort_gate_pace){g->executions, 1000, 1000 * g->every_ns}, wait);
    } else if (g->takes_ns > allowed) {
        price = ort_budget_price(allowed);
        ort_interval_given_up(&g->past);
    } else {
        price = ort_budget_price(g->takes_ns);
        ort_interval_went_well(&g->past, g->takes_ns);
        g->samples++;
    }
    ort_budget_spend(b, price);
    ort_budget_earn(b, g->at_ns + price, share);
    g->interval = waits + ort_interval_draw(&g->past, g->executions, 0, random);
    g->at_ns += price + (g->interval + 1) * g->every_ns;
    return price;
}

/* A day of a server in CPU time: quiet hours and busy ones, with loops of a microsecond, of a third
 * of a millisecond and of 40 ms. The share holds in each hour up to the most credit, and no hour is
 * without samples of a loop that the budget can pay for. */
static void a_day_of_a_server_stays_within_the_budget(void **state) {
    (void)state;
    static const uint64_t shares[] = {5000, 10000, 200000};
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
        struct served gates[] = {{.every_ns = 5000, .takes_ns = 1000},
                                 {.every_ns = 10000000, .takes_ns = 330000},
                                 {.every_ns = 4000000000, .takes_ns = 40000000}};
        struct ort_budget b = {0, 0};
        uint64_t random = 7, cpu = 0, all = 0;
        for (int hour = 0; hour < 24; hour++) {
            uint64_t busy = hour < 8 ? 20 : 2000; /* seconds */
            uint64_t begin = cpu, end = cpu + busy * 1000000000, spent = 0;
            for (int g = 0; g < 3; g++) gates[g].samples = 0;
            for (;;) {
                struct served *g = &gates[0];
                for (int i = 1; i < 3; i++)
                    if (gates[i].at_ns < g->at_ns) g = &gates[i];
                if (g->at_ns > end) break;
                cpu = g->at_ns > cpu ? g->at_ns : cpu;
                g->at_ns = cpu;
                ort_budget_earn(&b, cpu, shares[k]);
                uint64_t price = ask_at(g, &b, shares[k], &random);
                spent += price;
                cpu += price;
            }
            cpu = end > cpu ? end : cpu;
            uint64_t due = (cpu - begin) / 1000000 * shares[k];
            assert_in_range(spent, 0, due + ORT_BUDGET_MOST_NS);
            assert_true(gates[0].samples > 0);
            assert_true(gates[1].samples > 0);
            all += spent;
        }
        assert_true(all <= cpu / 1000000 * shares[k] + ORT_BUDGET_MOST_NS);
        assert_true(b.credit_ns <= ORT_BUDGET_MOST_NS);
    }
}

#define TICKS(ns) (3 * (ns)) /* of a clock that has not been calibrated yet (sample_clock.c) */

/* A gate that waits for a recorder asks about a hundred times a second, however often it is
 * executed, and soon again when it is executed less often than before. */
static void gates_ask_now_and_then_while_nothing_is_recorded(void **state) {
    (void)state;
    static const uint64_t every_ns[] = {20, 1000, 100000, 3000000, 500000000};
    uint32_t interval = 0;
    for (size_t k = 0; k < sizeof every_ns / sizeof *every_ns; k++) {
        uint64_t asked = 0, waited = 0;
        for (uint64_t ns = 0; ns < 20000000000; asked++) {
            uint64_t passed = (interval + 1) * every_ns[k];
            if (asked > 20 && passed > waited) waited = passed; /* once it is used to the pace */
            interval = ort_interval_idle(interval, TICKS(passed));
            ns += passed;
        }
        assert_true(interval < 1024);
        assert_true(waited <= 45000000 + every_ns[k]);
        assert_true(asked <= 20000000000 / every_ns[k] / 500 + 8000);
    }
}

/* ---- a thread's CPU time, for a thread that runs and waits as simulated ---- */

struct pattern {
    uint64_t runs, waits; /* nanoseconds, alternately */
};

/* Returns the CPU time `ns` after the start. */
static uint64_t true_cpu(const struct pattern *p, uint64_t ns) {
    uint64_t turn = p->runs + p->waits, rest = ns % turn;
    return ns / turn * p->runs + (rest < p->runs ? rest : p->runs);
}

static void few_readings_suffice_for_cpu_time(void **state) {
    (void)state;
    static const struct pattern patterns[] = {
        {1000000, 0}, {300000, 300000}, {100000, 900000}, {3000000, 40000000}, {200000, 20000}};
    seed = 5;
    for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++) {
        const struct pattern *p = &patterns[k];
        struct ort_thread_time t = {0, 0, 0};
        struct ort_budget b = {0, 0};
        uint64_t now = 1000000000, begin = now, end = now + 10000000000;
        uint64_t readings = 0, worst = 0, asked = 0;
        for (; now < end; now += 1 + below(300000)) {
            uint64_t cpu = true_cpu(p, now - begin);
            if (now > begin && cpu == true_cpu(p, now - begin - 1))
                continue; /* a waiting thread does not ask */
            if (ort_thread_time_due(&t, TICKS(now))) {
                ort_thread_time_read(&t, cpu, TICKS(now));
                readings++;
            }
            uint64_t guess = ort_thread_time_guess(&t, TICKS(now));
            assert_true(guess + 1 >= cpu);
            if (now > asked + 1000000) assert_int_equal(guess, cpu); /* it may have waited */
            asked = now;
            if (guess > cpu && guess - cpu > worst) worst = guess - cpu;
            ort_budget_earn(&b, guess, 10000);
            b.credit_ns = 0; /* all credit is spent at once */
        }
        uint64_t long_waits = p->waits > 400000 ? 10000000000 / (p->runs + p->waits) : 0;
        assert_true(readings <= 10000000000 / 16000000 + 2 + long_waits);
        assert_true(worst <= 17000000);
        if (!p->waits) assert_true(worst <= 1);
        ort_thread_time_read(&t, true_cpu(p, now - begin), TICKS(now));
        ort_budget_earn(&b, t.cpu_ns, 10000);
        assert_true(b.credit_ns >= -170000); /* a share of what it waited */
    }
}

/* A measured interval begins some time after a reading and ends with one. */
static void waiting_is_elapsed_time_without_cpu_time(void **state) {
    (void)state;
    static const struct {
        uint64_t before, waited_before, runs, waits; /* the interval */
        uint64_t allowed, waited, used;
    } cases[] = {
        {5000, 0, 700, 0, 1000, 0, 700},        /* it did not wait */
        {5000, 0, 700, 0, 100, 0, 700},         /* and used more than it was allowed */
        {5000, 0, 700, 9000, 1000, 9000, 1000}, /* it waited: at most what it was allowed */
        {5000, 0, 700, 9000, 600, 9000, 700},   /* and what it used if that is more */
        {0, 0, 700, 9000, 100000, 9000, 700},   /* exact: it was read at the beginning */
        {200, 0, 700, 9000, 100000, 9000, 900}, /* not more than was used since the reading */
        {5000, 8000, 700, 0, 500, 700, 500},    /* it waited, but before: not less than */
        {5000, 100, 700, 0, 500, 100, 600},     /* it was allowed, or lasted without that */
        {5000, 8000, 700, 0, UINT64_MAX, 700, 700}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct ort_thread_time from, to;
        uint64_t began = 1000000 + cases[k].before + cases[k].waited_before;
        ort_thread_time_read(&from, 77, TICKS(1000000));
        ort_thread_time_read(&to, 77 + cases[k].before + cases[k].runs,
                             TICKS(began + cases[k].runs + cases[k].waits));
        uint64_t waited = ort_thread_time_waited(&from, &to, TICKS(began));
        uint64_t used = ort_thread_time_used(&from, &to, TICKS(began), cases[k].allowed);
        assert_in_range(waited + 2, cases[k].waited, cases[k].waited + 4); /* ticks are rounded */
        assert_in_range(used + 2, cases[k].used, cases[k].used + 4);
    }
    struct ort_thread_time from, to;
    ort_thread_time_read(&from, 700, TICKS(1000));
    ort_thread_time_read(&to, 9000, TICKS(5000)); /* the clocks do not agree */
    assert_int_equal(ort_thread_time_waited(&from, &to, TICKS(2000)), 0);
}

static void hot_gates_leave_credit_for_others(void **state) {
    (void)state;
    struct ort_budget b = {1000000, 0};
    assert_true(ort_budget_allowance(&b, 10000, 0, 0) > 0);
    assert_true(ort_budget_allowance(&b, 10000, 100, 0) > 0);
    assert_int_equal(ort_budget_allowance(&b, 10000, 1000, 0), 0);
    b.credit_ns = ORT_BUDGET_MOST_NS;
    assert_true(ort_budget_allowance(&b, 10000, UINT32_MAX, 0) > 0);
}

/* The longest executions get more than there can ever be, for once: the debt is what is earned in a
 * second. */
static void the_longest_executions_may_be_overdrawn(void **state) {
    (void)state;
    struct ort_budget b = {ORT_BUDGET_MOST_NS, 0};
    assert_true(ort_budget_allowance(&b, 5000, 0, ORT_BUDGET_MOST_NEED - 1) ==
                ORT_BUDGET_MOST_NS / 2);
    uint64_t most = ort_budget_allowance(&b, 5000, 0, ORT_BUDGET_MOST_NEED);
    assert_int_equal(most, ORT_BUDGET_MOST_NS + 5000000);
    ort_budget_spend(&b, most);
    uint64_t wait = ort_budget_wait(&b, 5000, 0, 0);
    assert_in_range(wait, 1000000000, 1001000000);
}

static void needs_are_the_least_sufficient_credit(void **state) {
    (void)state;
    assert_int_equal(ort_budget_need(0), 0);
    assert_int_equal(ort_budget_need(ORT_BUDGET_LEAST_NS), 0);
    assert_int_equal(ort_budget_need(ORT_BUDGET_LEAST_NS + 1), 1);
    assert_int_equal(ort_budget_need(ORT_BUDGET_LEAST_NS * 8), 3);
    assert_int_equal(ort_budget_need(UINT64_MAX), ORT_BUDGET_MOST_NEED);
    struct ort_budget b = {ORT_BUDGET_LEAST_NS * 8, 0};
    assert_true(ort_budget_allowance(&b, 10000, 0, ort_budget_need(ORT_BUDGET_LEAST_NS * 8)) > 0);
    assert_int_equal(
        ort_budget_allowance(&b, 10000, 0, ort_budget_need(ORT_BUDGET_LEAST_NS * 8 + 1)), 0);
}

/* ---- settings ---- */

static void run_settings(const char *argument) {
    uint64_t rate, budget;
    CHECK(sscanf(argument, "%lu %lu", &rate, &budget) == 2, "%s", argument);
    ort_settings_read();
    CHECK(ort_settings.rate == rate, "the rate is %lu", ort_settings.rate);
    CHECK(ort_settings.budget == budget, "the budget is %lu", ort_settings.budget);
}

static void rates_and_budgets_are_read_in_every_form(void **state) {
    (void)state;
    static const struct {
        const char *rate, *budget, *means;
    } cases[] = {{"ORDO_RATE=1/100", "X=", "100 0"},
                 {"ORDO_RATE=0.01", "X=", "100 0"},
                 {"ORDO_RATE=1%", "X=", "100 0"},
                 {"ORDO_RATE=1", "X=", "1 0"},
                 {"ORDO_RATE=1.0", "X=", "1 0"},
                 {"ORDO_RATE=100%", "X=", "1 0"},
                 {"ORDO_RATE=1/100000", "X=", "100000 0"},
                 {"ORDO_RATE=.5", "X=", "2 0"},
                 {"ORDO_RATE=1/3", "ORDO_BUDGET=2%", "3 20000"},
                 {"ORDO_RATE=0", "X=", "0 5000"},
                 {"ORDO_RATE=often", "X=", "0 5000"},
                 {"ORDO_RATE=", "ORDO_BUDGET=0.5%", "0 5000"},
                 {"ORDO_RATE=", "ORDO_BUDGET=1/50", "0 20000"},
                 {"ORDO_RATE=", "ORDO_BUDGET=20000000000/1000000000000", "0 20000"},
                 {"ORDO_RATE=", "ORDO_BUDGET=0", "0 0"},
                 {"ORDO_RATE=", "ORDO_BUDGET=0.0000001", "0 1"},
                 {"ORDO_RATE=", "ORDO_BUDGET=200%", "0 5000"},
                 {"ORDO_RATE=", "ORDO_BUDGET=much", "0 5000"},
                 {"X=", "X=", "0 5000"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        scenario_pass("settings", cases[k].means,
                      (const char *const[]){cases[k].rate, cases[k].budget, NULL});
}

static void run_sizes(const char *argument) {
    uint64_t log, limit;
    char misread[80];
    CHECK(sscanf(argument, "%lu %lu %79s", &log, &limit, misread) == 3, "%s", argument);
    ort_settings_read();
    CHECK(ort_settings.log_bytes == log, "the log is %lu", ort_settings.log_bytes);
    CHECK(ort_settings.limit_bytes == limit, "the limit is %lu", ort_settings.limit_bytes);
    CHECK(strcmp(ort_settings.misread_as ? ort_settings.misread : "-", misread) == 0,
          "misread is %s", ort_settings.misread);
}

static void sizes_have_units_and_unreadable_ones_are_reported(void **state) {
    (void)state;
    static const struct {
        const char *first, *second, *means;
    } cases[] = {{"ORDO_LOG=64M", "ORDO_LIMIT=1G", "67108864 1073741824 -"},
                 {"ORDO_LOG=8k", "ORDO_LIMIT=8K", "8192 8192 -"},
                 {"ORDO_LOG=0", "ORDO_LIMIT=3", "0 3 -"},
                 {"ORDO_LOG=", "ORDO_LIMIT=", "4194304 2147483648 -"},
                 {"ORDO_LOG=1", "ORDO_LIMIT=99999999999T", "1 2147483648 ORDO_LIMIT=99999999999T"},
                 {"ORDO_LOG=99999999999999999999999", "X=",
                  "4194304 2147483648 "
                  "ORDO_LOG=99999999999999999999999"},
                 {"ORDO_LOG=64MB", "X=", "4194304 2147483648 ORDO_LOG=64MB"},
                 {"ORDO_LOG=-1", "ORDO_LIMIT=x", "4194304 2147483648 ORDO_LOG=-1"},
                 {"ORDO_RATE=0", "X=", "4194304 2147483648 ORDO_RATE=0"},
                 {"ORDO_RATE=3/2", "X=", "4194304 2147483648 ORDO_RATE=3/2"},
                 {"ORDO_BUDGET=0", "ORDO_BUDGET=2", "4194304 2147483648 ORDO_BUDGET=2"},
                 {"ORDO_SIGNALS=start:USR1,stop:SIGUSR2,rotate:1", "X=", "4194304 2147483648 -"},
                 {"ORDO_SIGNALS=start:USR1,rotate:KILLED",
                  "X=", "4194304 2147483648 ORDO_SIGNALS=start:USR1,rotate:KILLED"},
                 {"ORDO_SIGNALS=begin:USR1", "X=", "4194304 2147483648 ORDO_SIGNALS=begin:USR1"},
                 {"ORDO_SIGNALS=stop:65", "X=", "4194304 2147483648 ORDO_SIGNALS=stop:65"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        scenario_pass("sizes", cases[k].means,
                      (const char *const[]){cases[k].first, cases[k].second, NULL});
}

const struct scenario scenarios[] = {{"sketch", run_sketch},
                                     {"levels", run_levels},
                                     {"settings", run_settings},
                                     {"sizes", run_sizes},
                                     {NULL, NULL}};

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sketch_counts_like_sets_of_cells),
        cmocka_unit_test(a_sketch_keeps_a_known_share),
        cmocka_unit_test(intervals_have_the_rates_mean_and_are_memoryless),
        cmocka_unit_test(rate_1_has_no_gaps),
        cmocka_unit_test(without_a_rate_intervals_grow_with_the_samples),
        cmocka_unit_test(a_sample_that_cannot_be_paid_for_is_put_off),
        cmocka_unit_test(waiting_for_credit_takes_as_long_as_foreseen),
        cmocka_unit_test(the_same_thread_gets_the_same_intervals),
        cmocka_unit_test(samples_take_their_share_of_cpu_time),
        cmocka_unit_test(a_day_of_a_server_stays_within_the_budget),
        cmocka_unit_test(gates_ask_now_and_then_while_nothing_is_recorded),
        cmocka_unit_test(short_samples_are_charged_for_the_slowdown_after_them),
        cmocka_unit_test(debts_are_paid_before_the_next_sample),
        cmocka_unit_test(idle_time_does_not_accumulate),
        cmocka_unit_test(credit_that_was_earned_too_early_is_taken_back),
        cmocka_unit_test(few_readings_suffice_for_cpu_time),
        cmocka_unit_test(waiting_is_elapsed_time_without_cpu_time),
        cmocka_unit_test(hot_gates_leave_credit_for_others),
        cmocka_unit_test(the_longest_executions_may_be_overdrawn),
        cmocka_unit_test(needs_are_the_least_sufficient_credit),
        cmocka_unit_test(rates_and_budgets_are_read_in_every_form),
        cmocka_unit_test(sizes_have_units_and_unreadable_ones_are_reported),
    };
    return cmocka_run_group_tests_name("sampling", tests, NULL, NULL);
}
