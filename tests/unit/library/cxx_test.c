/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cxx_test.c: effects of the models of the C++ library, called by their linkage names. */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "fake_effects.h"
#include <cmocka.h>

#define STRING(member) __ordo_wrap__ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE##member
#define CONST_STRING(member)                                                                       \
    __ordo_wrap__ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE##member

/* The C++ library's layout. */
struct string {
    char *text;
    size_t length;
    char rest[16];
};
struct tree_node {
    int colour;
    struct tree_node *parent, *left, *right;
};
struct list_node {
    struct list_node *next, *prev;
};

extern void STRING(C1EPKcRKS3_)(struct string *, const char *, const void *);
extern void STRING(C1ERKS4_)(struct string *, const struct string *);
extern void STRING(C1EOS4_)(struct string *, struct string *);
extern void STRING(D1Ev)(struct string *);
extern struct string *STRING(6appendEPKc)(struct string *, const char *);
extern struct string *STRING(6appendEPKcm)(struct string *, const char *, size_t);
extern void STRING(9push_backEc)(struct string *, char);
extern struct string *STRING(5eraseEmm)(struct string *, size_t, size_t);
extern void STRING(6resizeEmc)(struct string *, size_t, char);
extern int CONST_STRING(7compareERKS4_)(const struct string *, const struct string *);
extern size_t CONST_STRING(4findEPKcm)(const struct string *, const char *, size_t);
extern size_t CONST_STRING(5rfindEcm)(const struct string *, char, size_t);
extern struct string *CONST_STRING(6substrEmm)(struct string *, const struct string *, size_t,
                                               size_t);
extern void __ordo_wrap__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(
    _Bool, struct tree_node *, struct tree_node *, struct tree_node *);
extern void *__ordo_wrap__ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(void *);
extern void *__ordo_wrap__ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(void *);
extern void __ordo_wrap__ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct list_node *,
                                                                     struct list_node *);
extern void __ordo_wrap__ZNSt8__detail15_List_node_base9_M_unhookEv(struct list_node *);
extern size_t __ordo_wrap__ZSt11_Hash_bytesPKvmm(const void *, size_t, size_t);

static struct string s, o;
static char t[64];

static int prepare(void **state) {
    (void)state;
    fake_on = 1;
    fake_reset();
    fake_name(&s, sizeof s, "s");
    fake_name(&o, sizeof o, "o");
    fake_name(t, sizeof t, "t");
    return 0;
}

static void short_strings_live_in_their_object(void **state) {
    (void)state;
    strcpy(t, "hello");
    STRING(C1EPKcRKS3_)(&s, t, t);
    assert_string_equal(s.text, "hello");
    assert_string_equal(fake_log(), "read t+0:6 write s+0:22 std::string::string 28");
    STRING(9push_backEc)(&s, '!');
    assert_string_equal(s.text, "hello!");
    assert_string_equal(fake_log(), "read s+0:16 write s+21:2 write s+0:16 std::string::append 34");
    STRING(5eraseEmm)(&s, 1, 2);
    assert_string_equal(s.text, "hlo!");
    assert_string_equal(fake_log(), "read s+19:3 read s+0:16 write s+17:4 write s+0:16 std::string::erase 39");
    STRING(D1Ev)(&s);
    assert_string_equal(fake_log(), "read s+0:16 std::string::~string 16");
}

static void growing_reads_the_old_text_and_writes_the_new(void **state) {
    (void)state;
    STRING(C1EPKcRKS3_)(&s, "0123456789", t);
    strcpy(t, "abcdefghij");
    fake_log();
    assert_ptr_equal(STRING(6appendEPKc)(&s, t), &s);
    assert_string_equal(s.text, "0123456789abcdefghij");
    assert_string_equal(fake_log(),
                        expected("read t+0:11 read s+0:16 read s+16:10 fresh ?:31 block %zu "
                                 "write ?:21 write s+0:16 std::string::append 74",
                                 malloc_usable_size(s.text)));
    STRING(6appendEPKcm)(&s, t, 3);
    assert_string_equal(fake_log(),
                        "read t+0:3 read s+0:16 write ?:4 write s+0:16 std::string::append 39");
    STRING(C1EOS4_)(&o, &s);
    assert_int_equal(o.length, 23);
    assert_int_equal(s.length, 0);
    assert_string_equal(fake_log(), "read s+0:32 write o+0:32 write s+0:17 std::string::string 81");
    STRING(C1ERKS4_)(&s, &o);
    assert_string_equal(fake_log(), expected("read o+0:16 read ?:23 fresh ?:24 block %zu "
                                             "write s+0:32 write ?:24 std::string::string 95",
                                             malloc_usable_size(s.text)));
    STRING(6resizeEmc)(&s, 2, 'x');
    assert_string_equal(fake_log(), "read s+0:16 write ?:1 write s+0:16 std::string::resize 33");
    size_t n = malloc_usable_size(s.text);
    STRING(D1Ev)(&s);
    assert_string_equal(fake_log(), expected("read s+0:16 freed %zu std::string::~string 16", n));
    STRING(D1Ev)(&o);
}

static void searches_end_at_the_difference_or_the_hit(void **state) {
    (void)state;
    STRING(C1EPKcRKS3_)(&s, "one two", t);
    STRING(C1EPKcRKS3_)(&o, "ono", t);
    fake_log();
    assert_true(CONST_STRING(7compareERKS4_)(&s, &o) < 0);
    assert_string_equal(fake_log(), "read s+0:16 read o+0:16 read s+16:3 read o+16:3 "
                                    "std::string::compare 38");
    strcpy(t, "tw");
    assert_int_equal(CONST_STRING(4findEPKcm)(&s, t, 1), 4);
    assert_string_equal(fake_log(), "read t+0:3 read s+0:16 read s+17:5 std::string::find 24");
    assert_int_equal(CONST_STRING(4findEPKcm)(&s, "no", 0), (size_t)-1);
    assert_string_equal(fake_log(), "read ?:3 read s+0:16 read s+16:7 std::string::find 26");
    assert_int_equal(CONST_STRING(5rfindEcm)(&s, 'e', (size_t)-1), 2);
    assert_string_equal(fake_log(), "read s+0:16 read s+18:5 std::string::find 21");
    struct string part;
    fake_name(&part, sizeof part, "part");
    assert_ptr_equal(CONST_STRING(6substrEmm)(&part, &s, 4, 9), &part);
    assert_string_equal(part.text, "two");
    assert_string_equal(fake_log(), "read s+0:16 read s+20:3 write part+0:20 "
                                    "std::string::substr 39");
}

static void steps_through_a_tree_read_the_nodes_passed(void **state) {
    (void)state;
    static struct tree_node header, n[3];
    fake_name(&header, sizeof header, "h");
    fake_name(n, sizeof n, "n");
    header.left = header.right = &header;
    __ordo_wrap__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(1, &n[1], &header,
                                                                                  &header);
    assert_string_equal(fake_log(),
                        "read h+0:32 read h+0:32 write n+32:32 write h+0:32 write h+0:32 "
                        "std::_Rb_tree_insert_and_rebalance 160");
    __ordo_wrap__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(1, &n[0], &n[1],
                                                                                  &header);
    __ordo_wrap__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(0, &n[2], &n[1],
                                                                                  &header);
    fake_log();
    assert_ptr_equal(__ordo_wrap__ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(&n[1]), &n[2]);
    assert_string_equal(fake_log(), "read n+32:32 read n+64:32 std::_Rb_tree_increment 64");
    assert_ptr_equal(__ordo_wrap__ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(&n[0]), &n[1]);
    assert_string_equal(fake_log(), "read n+0:32 read n+32:32 std::_Rb_tree_increment 64");
    assert_ptr_equal(__ordo_wrap__ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(&n[2]), &header);
    fake_log();
    assert_ptr_equal(__ordo_wrap__ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(&header), &n[2]);
    assert_string_equal(fake_log(), "read h+0:32 read n+32:32 std::_Rb_tree_decrement 64");
    assert_ptr_equal(__ordo_wrap__ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(&n[2]), &n[1]);
}

static void list_nodes_are_linked_to_their_neighbours(void **state) {
    (void)state;
    static struct list_node head, x;
    fake_name(&head, sizeof head, "head");
    fake_name(&x, sizeof x, "x");
    head.next = head.prev = &head;
    __ordo_wrap__ZNSt8__detail15_List_node_base7_M_hookEPS0_(&x, &head);
    assert_ptr_equal(head.next, &x);
    assert_string_equal(fake_log(), "read head+0:16 write head+0:16 read head+0:16 write head+0:16 "
                                    "write x+0:16 std::__detail::_List_node_base::_M_hook 80");
    __ordo_wrap__ZNSt8__detail15_List_node_base9_M_unhookEv(&x);
    assert_ptr_equal(head.next, &head);
    strcpy(t, "abc");
    fake_log();
    size_t hash = __ordo_wrap__ZSt11_Hash_bytesPKvmm(t, 3, 1);
    assert_string_equal(fake_log(), "read t+0:3 std::_Hash_bytes 3");
    fake_on = 0;
    assert_int_equal(__ordo_wrap__ZSt11_Hash_bytesPKvmm(t, 3, 1), hash);
    assert_string_equal(fake_log(), "");
}

int main(void) {
#define T(f) cmocka_unit_test_setup(f, prepare)
    const struct CMUnitTest tests[] = {
        T(short_strings_live_in_their_object),
        T(growing_reads_the_old_text_and_writes_the_new),
        T(searches_end_at_the_difference_or_the_hit),
        T(steps_through_a_tree_read_the_nodes_passed),
        T(list_nodes_are_linked_to_their_neighbours),
    };
    return cmocka_run_group_tests_name("library of C++", tests, NULL, NULL);
}
