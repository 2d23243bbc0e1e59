/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tables_test.c: LLVM's types of the tables in abi/tables.def have the layout of the C structures,
 * and each value is in the field of its name.
 */
#include "engine/llvm/ir/tables.h"

#include <llvm-c/Target.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* A pass over an empty module for x86-64. */
struct fixture {
    struct opass pass;
    LLVMTargetDataRef layout;
};

static void begin(struct fixture *f, bool production) {
    memset(f, 0, sizeof *f);
    struct opass *p = &f->pass;
    p->options.production = production;
    p->c = LLVMContextCreate();
    p->m = LLVMModuleCreateWithNameInContext("tables", p->c);
    p->i32 = LLVMInt32TypeInContext(p->c);
    p->i64 = LLVMInt64TypeInContext(p->c);
    p->ptr = LLVMPointerTypeInContext(p->c, 0);
    f->layout = LLVMCreateTargetData("e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128");
}

static void end(struct fixture *f) {
    LLVMDisposeTargetData(f->layout);
    LLVMDisposeModule(f->pass.m);
    LLVMContextDispose(f->pass.c);
}

static void check_field(struct fixture *f, LLVMTypeRef type, unsigned field, size_t offset,
                        size_t size) {
    assert_int_equal(LLVMOffsetOfElement(f->layout, type, field), offset);
    assert_int_equal(LLVMABISizeOfType(f->layout, LLVMStructGetTypeAtIndex(type, field)), size);
}

/* For each table: a function that compares it with its C structure. */
#define ORDO_TABLE(name)                                                                           \
    static void check_##name(struct fixture *f) {                                                  \
        typedef struct ordo_##name record;                                                         \
        typedef struct opass_##name##_values values;                                               \
        LLVMTypeRef type = opass_table_type(&f->pass, TABLE_##name);                               \
        assert_int_equal(LLVMABISizeOfType(f->layout, type), sizeof(record));                      \
        assert_int_equal(LLVMCountStructElementTypes(type), OPASS_FIELDS(name));
#define ORDO_NUMBER(type_, name)                                                                   \
    check_field(f, type, offsetof(values, name) / sizeof(uint64_t), offsetof(record, name),        \
                sizeof((record){0}.name));
#define ORDO_NUMBERS(type, name, count) ORDO_NUMBER(type, name)
#define ORDO_POINTER(type, name) ORDO_NUMBER(type, name)
#define ORDO_TABLE_END(name) }
#include "abi/tables.def"

static void check_all(bool production) {
    struct fixture f;
    begin(&f, production);
#define ORDO_TABLE(name) check_##name(&f);
#include "abi/tables.def"
    end(&f);
}

static void types_have_the_layout_of_the_structures(void **state) {
    (void)state;
    check_all(false);
}

static void distances_do_not_change_the_layout(void **state) {
    (void)state;
    check_all(true);
}

static unsigned long long number(LLVMValueRef value, unsigned field) {
    return LLVMConstIntGetZExtValue(LLVMGetAggregateElement(value, field));
}

static void a_value_is_in_the_field_of_its_name_and_others_are_zero(void **state) {
    (void)state;
    struct fixture f;
    begin(&f, false);
    struct opass *p = &f.pass;
    LLVMValueRef array = opass_table_declare(p, TABLE_scope, 2, "scopes");
    LLVMValueRef value = OPASS_VALUE(p, scope, .file = array, .line = 7, .flags = 1u << 31);
    assert_ptr_equal(LLVMTypeOf(value), opass_table_type(p, TABLE_scope));
    assert_ptr_equal(LLVMGetAggregateElement(value, OPASS_FIELD(scope, file)), array);
    assert_int_equal(number(value, OPASS_FIELD(scope, line)), 7);
    assert_int_equal(number(value, OPASS_FIELD(scope, flags)), 1u << 31);
    assert_int_equal(number(value, OPASS_FIELD(scope, column)), 0);
    assert_true(LLVMIsNull(LLVMGetAggregateElement(value, OPASS_FIELD(scope, name))));
    value = OPASS_VALUE(p, gates_head, .size = UINT64_MAX);
    assert_int_equal(number(value, OPASS_FIELD(gates_head, size)), UINT64_MAX);
    assert_true(LLVMIsNull(LLVMGetAggregateElement(value, OPASS_FIELD(gates_head, pad))));
    end(&f);
}

static void pointers_of_production_builds_are_distances_from_their_field(void **state) {
    (void)state;
    struct fixture f;
    begin(&f, true);
    struct opass *p = &f.pass;
    LLVMValueRef array = opass_table_declare(p, TABLE_callee, 2, "callees");
    LLVMValueRef field = opass_table_field(p, array, 1, OPASS_FIELD(callee, name));
    struct opass_callee_values values = {.name = array, .address = array};
    LLVMValueRef value = opass_table_value(p, TABLE_callee, &values, array, 1);
    assert_ptr_equal(LLVMGetAggregateElement(value, OPASS_FIELD(callee, name)),
                     opass_distance(p, field, array));
    assert_ptr_equal(LLVMGetAggregateElement(value, OPASS_FIELD(callee, address)), array);
    values.name = NULL;
    value = opass_table_value(p, TABLE_callee, &values, array, 1);
    assert_int_equal(number(value, OPASS_FIELD(callee, name)), 0);
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_have_the_layout_of_the_structures),
        cmocka_unit_test(distances_do_not_change_the_layout),
        cmocka_unit_test(a_value_is_in_the_field_of_its_name_and_others_are_zero),
        cmocka_unit_test(pointers_of_production_builds_are_distances_from_their_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
