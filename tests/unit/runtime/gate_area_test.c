/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gate_area_test.c: gates that are reached through the segment register GS: where GS points for
 * each thread, and what is there.
 */
#include "../../../src/engine/runtime/sampling/gate_area.h"
#include "../../../src/engine/runtime/sampling/gate_sets.h"
#include "../../../src/engine/runtime/system/raw_file.h"
#include "sampled_program.h"
#include "scenario.h"

#include <asm/prctl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FEW = 2, MANY = 6 };

#define IN_SECTION __attribute__((section("ordo_gates"), aligned(64)))

/* The gates of two objects; the executable's are there once. */
static struct {
    struct ordo_gates_head head;
    struct ordo_gate gates[FEW];
} few IN_SECTION = {.head = {.size = 64 + 32 * FEW, .n_gates = FEW, .number = 1}};
static struct {
    struct ordo_gates_head head;
    struct ordo_gate gates[MANY];
} many IN_SECTION = {.head = {.size = 64 + 32 * MANY, .n_gates = MANY, .number = 2}};
static struct ordo_gates_head sampling IN_SECTION = {.size = 64};

extern char __start_ordo_gates[], __stop_ordo_gates[];

#define MODULE(its)                                                                                \
    {                                                                                              \
        .n_gates = its.head.n_gates, .own = &its.head, .section = __start_ordo_gates,              \
        .section_end = __stop_ordo_gates, .sampling = &sampling                                    \
    }

/* Counts like plain code. */
#define COUNT(its, gate) __asm__ volatile("incq %%gs:%0" : "+m"(its.gates[gate].iterations))

static uint64_t sampling_by_gs(void) {
    uint64_t on;
    __asm__ volatile("movq %%gs:%1, %0" : "=r"(on) : "m"(sampling.sampling));
    return on;
}

static uint64_t gs(void) {
    uint64_t base = 1;
    syscall(SYS_arch_prctl, ARCH_GET_GS, &base);
    return base;
}

static struct ordo_production of_few, of_many;

/* Loads them, with an area of the calling thread's own, of which a part is returned. */
static char *load(void) {
    of_few = (struct ordo_production)MODULE(few);
    of_many = (struct ordo_production)MODULE(many);
    sampled_load();
    ort_gate_area_module(&of_few);
    ort_gate_area_module(&of_many);
    return ort_gate_area_make(7);
}

/* ---- an area is a sequence of blocks ---- */

static void check_blocks(const char *area) {
    struct raw_image live = raw_image_live();
    uint64_t n = 0, size = (uint64_t)(__stop_ordo_gates - __start_ordo_gates);
    for (const void *b = NULL; (b = raw_image_next(&live, ORDO_RAW_GATES, b));) {
        const struct ordo_raw_gates *part = b;
        if ((const char *)part < area || (const char *)part >= area + size) continue;
        const struct ordo_gates_head *from =
            (const struct ordo_gates_head *)(__start_ordo_gates + ((const char *)part - area));
        int last = (const char *)from + from->size == __stop_ordo_gates;
        CHECK(part->thread == 7, "thread %u", part->thread);
        CHECK(part->number == from->number, "number %u", part->number);
        CHECK(part->n_gates == from->n_gates, "%u gates", part->n_gates);
        CHECK(part->size == from->size || (last && part->size > from->size), "part %d is %d bytes",
              (int)n, (int)part->size);
        n++;
    }
    CHECK(n == 3, "%d parts", (int)n);
}

static void run_blocks(const char *argument) {
    (void)argument;
    char *area = load();
    CHECK(area != NULL, "no area");
    check_blocks(area);
    /* never in a released block: a fork's child copies areas up to the old end of the file */
    struct ordo_raw_block *old = ort_raw_block(3, 1 << 9, ORT_RAW_ANYWHERE);
    for (uint64_t i = sizeof *old; i < 1 << 9; i++) ((char *)old)[i] = 0x55;
    ort_raw_release(old);
    char *again = ort_gate_area_make(7);
    CHECK(again > (char *)old, "a released block is taken");
    check_blocks(again);
    const struct ordo_gate *g = (const struct ordo_gate *)(ort_gate_area_part(again, &of_many) + 1);
    for (int i = 0; i < MANY; i++)
        CHECK(g[i].iterations == 0 && g[i].countdown == 0, "gate %d is not at its beginning", i);
}

static void an_area_is_a_sequence_of_blocks(void **state) {
    (void)state;
    scenario_pass("blocks", "", NULL);
}

/* ---- where GS points ---- */

static void run_enter(const char *argument) {
    (void)argument;
    char *area = load(), *other = ort_gate_area_make(8);
    COUNT(many, 3);
    CHECK(many.gates[3].iterations == 1, "at first the section itself");
    CHECK(ort_gate_area_enter(NULL) == -1, "no area is entered");
    CHECK(ort_gate_area_enter(area) == 1, "not entered");
    CHECK(ort_gate_area_enter(area) == 0, "entered twice");
    const struct ordo_gate *g = (const struct ordo_gate *)(ort_gate_area_part(area, &of_many) + 1);
    COUNT(many, 3);
    CHECK(many.gates[3].iterations == 1 && g[3].iterations == 1, "counted elsewhere");
    ort_sampling_set(1);
    CHECK(__ordo_sampling && sampling_by_gs() && !sampling.sampling, "says what?");
    CHECK(ort_gate_area_enter(other) == 1 && sampling_by_gs(), "the other area says so too");
    CHECK(!((struct ordo_gates_head *)(area + ((char *)&sampling - __start_ordo_gates)))->sampling,
          "what was left still says so");
    ort_sampling_set(0);
    CHECK(!sampling_by_gs(), "still sampling");
    COUNT(few, 1);
    CHECK(((struct ordo_gate *)(ort_gate_area_part(other, &of_few) + 1))[1].iterations == 1,
          "counted elsewhere");
}

static void a_thread_counts_in_the_area_that_it_entered(void **state) {
    (void)state;
    scenario_pass("enter", "", NULL);
}

/* ---- new threads ---- */

typedef int create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
extern create __wrap_pthread_create, __real_pthread_create;

/* As in a static program; a sanitizer has its own, which must see the thread too. */
int __real_pthread_create(pthread_t *out, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *argument) {
    return pthread_create(out, attributes, start, argument);
}

static void *begin(void *argument) {
    (void)argument;
    uint64_t base = gs();
    char *mine = ort_gate_area_idle();
    CHECK(mine && ort_gate_area_enter(mine) == 1, "cannot have an area");
    return (void *)base;
}

static void run_thread(const char *argument) {
    (void)argument;
    pthread_t t;
    void *base;
    ort_gate_area_enter(load());
    uint64_t own = gs();
    CHECK(own != 0, "GS leads nowhere");
    CHECK(__wrap_pthread_create(&t, NULL, begin, NULL) == 0, "no thread");
    CHECK(gs() == own && !ort_gate_area_is_left(), "its maker is elsewhere");
    pthread_join(t, &base);
    CHECK(base == NULL, "a new thread is in its maker's area");
    ort_gate_area_leave();
    CHECK(gs() == 0 && ort_gate_area_is_left(), "not left");
    struct ordo_gate *gates = many.gates;
    of_many.number = ORT_GATES_UNSAMPLED; /* would be sent to an idle area */
    CHECK(!__ordo_sample(&gates, &of_many, 3, __builtin_frame_address(0)), "a sample");
    CHECK(gs() == 0, "came back by asking");
    ort_gate_area_return();
    CHECK(gs() == own, "not back");
}

static void a_new_thread_is_in_no_area(void **state) {
    (void)state;
    scenario_pass("thread", "", NULL);
}

/* ---- without a recording ---- */

static struct ordo_gate *gates_of_many = many.gates;

static void *ask(void *argument) {
    (void)argument;
    char here;
    CHECK(!__ordo_sample(&gates_of_many, &of_many, 3, &here), "a sample of nothing");
    COUNT(many, 3);
    return (void *)gs();
}

static void run_idle(const char *argument) {
    (void)argument;
    static struct ordo_module module = {.abi_version = ORDO_ABI_VERSION, .production = &of_many};
    void *base[2];
    pthread_t t;
    of_many = (struct ordo_production)MODULE(many);
    __ordo_module_add(&module);
    base[0] = ask(NULL);
    __wrap_pthread_create(&t, NULL, ask, NULL);
    pthread_join(t, &base[1]);
    CHECK(base[0] && base[1], "all threads count in one place");
    CHECK(many.gates[3].iterations == 0, "which is the section");
    CHECK(gates_of_many[3].countdown > 1000000, "an idle gate asks");
}

static void threads_that_record_nothing_count_elsewhere(void **state) {
    (void)state;
    assert_int_equal(scenario_run_idle("idle", ""), 0);
}

const struct scenario scenarios[] = {{"blocks", run_blocks},
                                     {"enter", run_enter},
                                     {"thread", run_thread},
                                     {"idle", run_idle},
                                     {NULL, NULL}};

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_area_is_a_sequence_of_blocks),
        cmocka_unit_test(a_thread_counts_in_the_area_that_it_entered),
        cmocka_unit_test(a_new_thread_is_in_no_area),
        cmocka_unit_test(threads_that_record_nothing_count_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
