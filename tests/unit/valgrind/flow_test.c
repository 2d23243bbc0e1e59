/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * flow_test.c: natural loops in machine code whose loops are known. The routines are written in
 * assembly, with labels at the loops' headers, and never executed.
 */
#include "engine/valgrind/vg_flow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the headers above */
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static size_t taken;

void *ovg_flow_take(size_t size) {
    taken++;
    return calloc(1, size ? size : 1);
}

void ovg_flow_give(void *p) {
    if (p) taken--;
    free(p);
}

#define ROUTINE(name, text)                                                                        \
    extern const uint8_t name##_low[], name##_high[];                                              \
    __asm__(".pushsection .text\n" #name "_low:\n" text "\n" #name "_high: nop\n.popsection")
#define LABEL(name) extern const uint8_t name[]

static uint64_t at(const uint8_t *label) {
    return (uint64_t)(uintptr_t)label;
}

static const struct ovg_flow_loop *loop_at(const struct ovg_flow *f, const uint8_t *header) {
    for (uint32_t i = 0; i < f->n_loops; i++)
        if (f->loops[i].header == at(header)) return &f->loops[i];
    return NULL;
}

static const struct ovg_flow_loop *innermost(const struct ovg_flow *f, const uint8_t *place) {
    int32_t loop = f->blocks[ovg_flow_block_at(f, at(place))].loop;
    return loop < 0 ? NULL : &f->loops[loop];
}

static const struct ovg_flow_loop *parent(const struct ovg_flow *f, const struct ovg_flow_loop *l) {
    return l->parent < 0 ? NULL : &f->loops[l->parent];
}

#define FLOW(name) ovg_flow_new(name##_low, (uint64_t)(name##_high - name##_low), at(name##_low))

static void end(struct ovg_flow *f) {
    ovg_flow_free(f);
    assert_int_equal(taken, 0);
}

LABEL(nest_outer);
LABEL(nest_inner);
LABEL(nest_latch);
LABEL(nest_last);
LABEL(nest_after);
ROUTINE(nest, "xor %eax, %eax\n"
              "nest_outer: cmp %edi, %eax\n jge nest_after\n"
              "xor %ecx, %ecx\n"
              "nest_inner: inc %ecx\n call abort@plt\n cmp %eax, %ecx\n nest_last: jl nest_inner\n"
              "nest_latch: inc %eax\n jmp nest_outer\n"
              "nest_after: ret");

static void nested_loops_are_found(void **state) {
    (void)state;
    struct ovg_flow *f = FLOW(nest);
    assert_non_null(f);
    assert_int_equal(f->n_loops, 2);
    const struct ovg_flow_loop *outer = loop_at(f, nest_outer), *inner = loop_at(f, nest_inner);
    assert_non_null(outer);
    assert_non_null(inner);
    assert_ptr_equal(parent(f, inner), outer);
    assert_null(parent(f, outer));
    assert_true(outer->tests_first);
    assert_false(inner->tests_first);
    assert_int_equal(inner->latch, at(nest_last));
    assert_ptr_equal(innermost(f, nest_latch), outer);
    assert_ptr_equal(innermost(f, nest_last), inner);
    assert_null(innermost(f, nest_low));
    assert_null(innermost(f, nest_after));
    end(f);
}

/* Rotated: the test is in the middle, and is entered by a jump over padding. */
LABEL(turned_test);
LABEL(turned_body);
ROUTINE(turned, "jmp turned_test\n .p2align 5\n"
                "turned_body: dec %edi\n"
                "turned_test: test %edi, %edi\n jne turned_body\n ret");

static void a_test_that_is_jumped_to_is_the_header(void **state) {
    (void)state;
    struct ovg_flow *f = FLOW(turned);
    assert_int_equal(f->n_loops, 1);
    assert_int_equal(f->loops[0].header, at(turned_test));
    assert_true(f->loops[0].tests_first);
    assert_ptr_equal(innermost(f, turned_body), &f->loops[0]);
    end(f);
}

LABEL(spin_own);
ROUTINE(spin, "spin_own: dec %edi\n jne spin_own\n ret");

static void a_routine_may_begin_with_a_loop_of_one_block(void **state) {
    (void)state;
    struct ovg_flow *f = FLOW(spin);
    assert_int_equal(f->n_loops, 1);
    assert_int_equal(f->loops[0].header, at(spin_own));
    assert_false(f->loops[0].tests_first);
    end(f);
}

LABEL(cases_header);
LABEL(cases_one);
LABEL(cases_two);
LABEL(cases_out);
ROUTINE(cases, "cases_header: movzbl (%rdi), %eax\n inc %rdi\n jmp *(%rdx, %rax, 8)\n .p2align 4\n"
               "cases_one: inc %ecx\n jmp cases_header\n .p2align 4\n"
               "cases_two: dec %ecx\n jmp cases_header\n .p2align 4\n"
               "cases_out: ret");

static void cases_close_the_loop_around_a_switch(void **state) {
    (void)state;
    struct ovg_flow *f = FLOW(cases);
    assert_int_equal(f->n_loops, 1);
    assert_int_equal(f->loops[0].header, at(cases_header));
    assert_ptr_equal(innermost(f, cases_one), &f->loops[0]);
    assert_ptr_equal(innermost(f, cases_two), &f->loops[0]);
    assert_null(innermost(f, cases_out));
    end(f);
}

LABEL(two_a);
ROUTINE(two, "test %edi, %edi\n je two_b\n"
             "two_a: dec %edi\n"
             "two_b: dec %esi\n jne two_a\n ret");

static void a_cycle_with_two_entries_is_not_a_loop(void **state) {
    (void)state;
    struct ovg_flow *f = FLOW(two);
    assert_non_null(f);
    assert_int_equal(f->n_loops, 0);
    assert_null(innermost(f, two_a));
    end(f);
}

/* A landing pad is not reached by any jump; it continues with the loop or leaves it. */
LABEL(pads_header);
LABEL(pads_goes_on);
LABEL(pads_leaves);
ROUTINE(pads, "pads_header: call abort@plt\n dec %edi\n jne pads_header\n ret\n"
              "pads_goes_on: call abort@plt\n jmp pads_header\n"
              "pads_leaves: call abort@plt\n ud2");

static void unreached_code_belongs_to_the_loop_that_it_leads_to(void **state) {
    (void)state;
    struct ovg_flow *f = FLOW(pads);
    assert_int_equal(f->n_loops, 1);
    assert_ptr_equal(innermost(f, pads_goes_on), &f->loops[0]);
    assert_null(innermost(f, pads_leaves));
    end(f);
}

ROUTINE(data, "jmp data_high\n .byte 0x06, 0x06, 0x06");
ROUTINE(middle, "jmp . + 3\n mov $1, %eax\n ret");

static void bytes_that_are_not_code_have_no_flow(void **state) {
    (void)state;
    assert_null(FLOW(data));
    assert_null(FLOW(middle));
    assert_null(ovg_flow_new(data_low, 0, at(data_low)));
    assert_int_equal(taken, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_loops_are_found),
        cmocka_unit_test(a_test_that_is_jumped_to_is_the_header),
        cmocka_unit_test(a_routine_may_begin_with_a_loop_of_one_block),
        cmocka_unit_test(cases_close_the_loop_around_a_switch),
        cmocka_unit_test(a_cycle_with_two_entries_is_not_a_loop),
        cmocka_unit_test(unreached_code_belongs_to_the_loop_that_it_leads_to),
        cmocka_unit_test(bytes_that_are_not_code_have_no_flow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
