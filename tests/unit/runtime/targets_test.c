/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * targets_test.c: the routines that recorded code calls instead of a callee (targets.c): they lead
 * to the right one and preserve every register, arguments and what preserve_most promises. Routines
 * here only store registers.
 */
#include "sampled_program.h"
#include "scenario.h"

#include <stdlib.h>
#include <string.h>

enum { WHOLES = 9, VECTORS = 8 };

static const char *const whole_names[WHOLES] = {"rax", "rdi", "rsi", "rdx", "rcx",
                                                "r8",  "r9",  "r10", "rbx"};

struct registers {
    uint64_t whole[WHOLES];
    uint64_t vector[VECTORS][2];
    uint64_t stack; /* the first argument on the stack */
    uint64_t place; /* the stack pointer */
};

/* Not static: the assembly below refers to them. */
struct registers targets_given, targets_seen;
void *targets_entry;
uint64_t targets_reached; /* number of the routine that was reached */
void targets_enter(void);

/* All registers, at their places in struct registers. */
#define REGISTERS(WHOLE, VECTOR)                                                                   \
    WHOLE("rax", "0")                                                                              \
    WHOLE("rdi", "8")                                                                              \
    WHOLE("rsi", "16")                                                                             \
    WHOLE("rdx", "24")                                                                             \
    WHOLE("rcx", "32")                                                                             \
    WHOLE("r8", "40")                                                                              \
    WHOLE("r9", "48")                                                                              \
    WHOLE("r10", "56")                                                                             \
    WHOLE("rbx", "64")                                                                             \
    VECTOR("xmm0", "72")                                                                           \
    VECTOR("xmm1", "88")                                                                           \
    VECTOR("xmm2", "104")                                                                          \
    VECTOR("xmm3", "120")                                                                          \
    VECTOR("xmm4", "136")                                                                          \
    VECTOR("xmm5", "152")                                                                          \
    VECTOR("xmm6", "168")                                                                          \
    VECTOR("xmm7", "184")
#define SEE_WHOLE(name, place) "movq %" name ", targets_seen+" place "(%rip)\n"
#define SEE_VECTOR(name, place) "movups %" name ", targets_seen+" place "(%rip)\n"
#define GIVE_WHOLE(name, place) "movq targets_given+" place "(%rip), %" name "\n"
#define GIVE_VECTOR(name, place) "movups targets_given+" place "(%rip), %" name "\n"
#define SEE REGISTERS(SEE_WHOLE, SEE_VECTOR)
#define GIVE REGISTERS(GIVE_WHOLE, GIVE_VECTOR)

/* Calls the entry with the given registers. Stores the registers after the call, or those that
 * the routine that it leads to received. */
__asm__(".text\n"
        "targets_enter:\n"
        "pushq %rbx\npushq %rbp\n"
        "pushq targets_given+200(%rip)\n"
        "movq %rsp, targets_given+208(%rip)\n" /**/
        GIVE                                   /**/
        "call *targets_entry(%rip)\n"
        "cmpq $0, targets_reached(%rip)\n"
        "jne 1f\n" /**/
        SEE        /**/
        "movq %rsp, targets_seen+208(%rip)\n"
        "1: addq $8, %rsp\n"
        "popq %rbp\npopq %rbx\nret\n");

#define ROUTINE(name, number)                                                                      \
    __asm__(".text\n" #name ":\n" SEE "movq 8(%rsp), %r11\n"                                       \
            "movq %r11, targets_seen+200(%rip)\nleaq 8(%rsp), %r11\n"                              \
            "movq %r11, targets_seen+208(%rip)\nmovq $" #number ", targets_reached(%rip)\nret\n"); \
    void name(void)

ROUTINE(targets_plain, 1);
ROUTINE(targets_recorded, 2);
ROUTINE(targets_asking, 3);
ROUTINE(targets_unknown, 4);
ROUTINE(targets_late, 5);

static struct ordo_scope routines[3];
static struct ordo_module routines_module = {.abi_version = ORDO_ABI_VERSION,
                                             .n_scopes = 2,
                                             .scopes = routines,
                                             .source_root = "/source",
                                             .unit = "routines.c"};
static struct ordo_module late_module = {.abi_version = ORDO_ABI_VERSION,
                                         .n_scopes = 1,
                                         .scopes = &routines[2],
                                         .source_root = "/source",
                                         .unit = "late.c"};

static void describe(struct ordo_scope *s, uint32_t line, void (*plain)(void),
                     void (*recorded)(void)) {
    *s = (struct ordo_scope){.name = "routine",
                             .linkage_name = "routine",
                             .file = "routines.c",
                             .arg_names = "",
                             .routine = s,
                             .group = s,
                             .address = (void *)plain,
                             .recorded = (void *)recorded,
                             .line = line,
                             .kind = ORDO_KIND_ROUTINE,
                             .flags = ORDO_SCOPE_SAMPLED};
}

static void load(void) {
    describe(&routines[0], 1, targets_plain, targets_recorded);
    describe(&routines[1], 2, targets_asking, NULL);
    describe(&routines[2], 3, targets_late, targets_recorded);
    sampled_load();
    __ordo_module_add(&routines_module);
}

static void give(void) {
    for (unsigned i = 0; i < WHOLES; i++) targets_given.whole[i] = 0x1111111111111111u * (i + 1);
    for (unsigned i = 0; i < VECTORS; i++)
        targets_given.vector[i][0] = 0xABCDEF00u + i, targets_given.vector[i][1] = ~(uint64_t)i;
    targets_given.stack = 0x5A5A5A5A5A5Au;
    memset(&targets_seen, 0, sizeof targets_seen);
    targets_reached = 0;
}

enum { R10 = 7 };

/* Returns the routine that a jumping hook leads to, with the given registers. */
static uint64_t reached(void (*hook)(void), void *r10) {
    give();
    targets_given.whole[R10] = (uint64_t)(uintptr_t)r10;
    targets_entry = (void *)hook;
    targets_enter();
    for (unsigned i = 0; i < WHOLES; i++)
        CHECK(targets_seen.whole[i] == targets_given.whole[i], "%s: %lx", whole_names[i],
              (unsigned long)targets_seen.whole[i]);
    for (unsigned i = 0; i < VECTORS; i++)
        CHECK(!memcmp(targets_seen.vector[i], targets_given.vector[i], 16), "xmm%u", i);
    CHECK(targets_seen.stack == targets_given.stack, "the argument on the stack");
    CHECK(targets_seen.place == targets_given.place, "the stack");
    return targets_reached;
}

/* Returns the result of a preserve_most hook, which preserves all registers except RAX, R11 and
 * vector registers. */
static uint64_t answer_to(void *hook, const void *const *arguments, unsigned n) {
    give();
    for (unsigned i = 0; i < n; i++) targets_given.whole[1 + i] = (uint64_t)(uintptr_t)arguments[i];
    targets_entry = hook;
    targets_enter();
    for (unsigned i = 1; i < WHOLES; i++)
        CHECK(targets_seen.whole[i] == targets_given.whole[i], "%s: %lx", whole_names[i],
              (unsigned long)targets_seen.whole[i]);
    CHECK(targets_seen.place == targets_given.place, "the stack");
    return targets_seen.whole[0];
}

static uint64_t answer(void *hook, const void *argument) {
    return answer_to(hook, &argument, 1);
}

#define CALLEE(routine)                                                                            \
    { #routine, (void *)targets_##routine, NULL, 0, 0 }

static int incomplete(void) {
    struct ordo_frame *f = __ordo_self->top;
    int is_so = f->flags != 0;
    f->flags = 0;
    return is_so;
}

static void ways(void) {
    struct ordo_callee plain = CALLEE(plain), asking = CALLEE(asking), unknown = CALLEE(unknown);
    for (int again = 0; again < 3; again++) {
        CHECK(reached(__ordo_call, &plain) == 2, "%lu", (unsigned long)targets_reached);
        CHECK(reached(__ordo_call, &asking) == 3, "%lu", (unsigned long)targets_reached);
        CHECK(reached(__ordo_call_at, (void *)targets_plain) == 2, "by address");
        CHECK(reached(__ordo_call_at, (void *)targets_asking) == 3, "by address");
        CHECK(answer((void *)__ordo_target, (void *)targets_plain) ==
                  (uint64_t)(uintptr_t)targets_recorded,
              "asked");
        CHECK(!incomplete(), "all of these record");
        CHECK(reached(__ordo_call, &unknown) == 4, "%lu", (unsigned long)targets_reached);
        CHECK(incomplete(), "by name");
        CHECK(reached(__ordo_call_at, (void *)targets_unknown) == 4, "by address");
        CHECK(incomplete(), "by address");
        CHECK(answer((void *)__ordo_target, (void *)targets_unknown) ==
                  (uint64_t)(uintptr_t)targets_unknown,
              "asked");
        CHECK(incomplete(), "asked");
    }
    CHECK(plain.state == 1 && plain.target == (void *)targets_recorded, "what is kept");
    /* modules are loaded and unloaded */
    CHECK(reached(__ordo_call_at, (void *)targets_late) == 5, "not yet");
    CHECK(incomplete(), "not yet");
    __ordo_module_add(&late_module);
    CHECK(reached(__ordo_call_at, (void *)targets_late) == 2, "now");
    CHECK(!incomplete(), "now");
    __ordo_module_remove(&late_module);
    CHECK(reached(__ordo_call_at, (void *)targets_late) == 5, "no more");
    CHECK(incomplete(), "no more");
    /* of the library: a model's wrapper, or the routine itself if there is no model */
    void *wrapper = (void *)(uintptr_t)answer((void *)__ordo_target, (void *)strlen);
    CHECK(wrapper != (void *)strlen && ((size_t(*)(const char *))wrapper)("seven c") == 7,
          "a model");
    CHECK(answer((void *)__ordo_target, wrapper) == (uint64_t)(uintptr_t)wrapper, "itself");
    CHECK(answer((void *)__ordo_target, (void *)abs) == (uint64_t)(uintptr_t)abs, "no model");
    CHECK(!incomplete(), "the library");
}

static void run_ways(const char *argument) {
    static char cells[64];
    (void)argument;
    load();
    sampled_loop(cells, 3, &(struct sampled_way){.between = ways});
    /* no sample is in progress */
    struct ordo_callee plain = CALLEE(plain);
    CHECK(reached(__ordo_call, &plain) == 1, "%lu", (unsigned long)targets_reached);
    CHECK(reached(__ordo_call_at, (void *)targets_plain) == 1, "by address");
    CHECK(answer((void *)__ordo_target, (void *)targets_plain) ==
              (uint64_t)(uintptr_t)targets_plain,
          "asked");
    CHECK(!plain.state, "it was looked up in vain");
}

static void calls_lead_to_the_recorded_version(void **state) {
    static const char *const rate_1[] = {"ORDO_RATE=1", NULL};
    (void)state;
    scenario_pass("ways", "", rate_1);
}

static void accesses(void) {
    static char cell[16] __attribute__((aligned(16)));
    void *const hooks[] = {(void *)__ordo_read_1,  (void *)__ordo_read_8,  (void *)__ordo_read_16,
                           (void *)__ordo_write_1, (void *)__ordo_write_8, (void *)__ordo_write_16};
    for (unsigned i = 0; i < sizeof hooks / sizeof *hooks; i++) {
        uint64_t rax = 0x1111111111111111u;
        CHECK(answer(hooks[i], cell) == rax, "hook %u", i);
    }
    struct ordo_frame *f =
        (void *)(uintptr_t)answer((void *)__ordo_enter, &sampled_program[SAMPLED_INNER]);
    CHECK(f == __ordo_self->top && f->scope == &sampled_program[SAMPLED_INNER], "entered");
    answer((void *)__ordo_end, f);
    CHECK(f == __ordo_self->top + 1, "ended");
}

static void run_accesses(const char *argument) {
    static char cells[64];
    (void)argument;
    load();
    sampled_loop(cells, 3, &(struct sampled_way){.between = accesses});
}

/* The first execution is never a sample. */
static void run_question(const char *argument) {
    const void *const arguments[] = {&sampled_gates, &sampled_gates_info, (void *)SAMPLED_GATE_LOOP,
                                     __builtin_frame_address(0)};
    (void)argument;
    load();
    sampled_gates[SAMPLED_GATE_LOOP].countdown--;
    CHECK((uint32_t)answer_to((void *)__ordo_sample, arguments, 4) == 0, "a sample");
    CHECK(sampled_gates[SAMPLED_GATE_LOOP].countdown >= 0, "it was not asked");
}

static void hooks_preserve_registers(void **state) {
    static const char *const rate_1[] = {"ORDO_RATE=1", NULL}, *const seldom[] = {
                                                                   "ORDO_RATE=1/1000", NULL};
    (void)state;
    scenario_pass("accesses", "", rate_1);
    scenario_pass("question", "", seldom);
}

const struct scenario scenarios[] = {
    {"ways", run_ways}, {"accesses", run_accesses}, {"question", run_question}, {NULL, NULL}};

int main(int argc, char **argv) {
    scenario_child(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_lead_to_the_recorded_version),
        cmocka_unit_test(hooks_preserve_registers),
    };
    return cmocka_run_group_tests_name("targets", tests, NULL, NULL);
}
