/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * decode_test.c: compares the Valgrind engine's decoder with the disassembler of GNU binutils, on
 * all of the C library and of the program itself: lengths, kinds and targets of all instructions.
 */
#include "engine/valgrind/vg_decode.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the headers above */
#include <cmocka.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    uint64_t address;
    uint8_t bytes[32];
    uint32_t n;
    char text[512]; /* mnemonic and operands, without prefixes */
};

/* Parses a line such as "  401000:\t48 83 ec 08 \tsub    $0x8,%rsp". */
static int read_line(const char *text, struct line *l) {
    char *end;
    l->address = strtoull(text, &end, 16);
    if (end == text || end[0] != ':' || end[1] != '\t') return 0;
    const char *p = end + 2, *tab = strchr(p, '\t');
    if (!tab || strstr(tab, "(bad)")) return 0;
    for (l->n = 0; p < tab && l->n < sizeof l->bytes; p = end) {
        while (*p == ' ') p++;
        if (p == tab) break;
        unsigned long byte = strtoul(p, &end, 16);
        l->bytes[l->n++] = (uint8_t)byte;
    }
    static const char *const prefixes[] = {
        "bnd ",    "notrack ", "lock ",  "rep ",    "repz ", "repnz ",
        "data16 ", "cs ",      "rex.W ", "addr32 ", "ds ",   "rex.",
    };
    snprintf(l->text, sizeof l->text, "%s", tab + 1);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t n = strlen(prefixes[i]);
        if (strncmp(l->text, prefixes[i], n)) continue;
        const char *rest = prefixes[i][n - 1] == '.' ? strchr(l->text, ' ') : l->text + n;
        if (!rest) break;
        while (*rest == ' ') rest++;
        memmove(l->text, rest, strlen(rest) + 1);
        i = (size_t)-1; /* start again from the first */
    }
    return l->n > 0;
}

static const char *operand(const char *text) {
    const char *space = text + strcspn(text, " ");
    return space + strspn(space, " ");
}

static enum ovg_flow_kind kind_of(const char *text) {
    if (strncmp(text, "jmp", 3) == 0 || strncmp(text, "ljmp", 4) == 0)
        return operand(text)[0] == '*' ? OVG_INDIRECT : OVG_JUMP;
    if (text[0] == 'j' || strncmp(text, "loop", 4) == 0) return OVG_BRANCH;
    if (strncmp(text, "ret", 3) == 0 || strncmp(text, "lret", 4) == 0 ||
        strncmp(text, "iret", 4) == 0 || strncmp(text, "ud", 2) == 0 ||
        strncmp(text, "hlt", 3) == 0 || strncmp(text, "int3", 4) == 0)
        return OVG_NOWHERE;
    return OVG_NEXT;
}

static unsigned long wrong;

static void compare(const struct line *l) {
    struct ovg_instruction i = ovg_decode(l->bytes, l->n, l->address);
    enum ovg_flow_kind kind = kind_of(l->text);
    uint64_t target = strtoull(operand(l->text), NULL, 16);
    int jumps = kind == OVG_JUMP || kind == OVG_BRANCH;
    if (i.length == l->n && i.kind == kind && (!jumps || i.target == target)) return;
    print_error("%llx: %s: length %u, kind %d, target %llx; expected %u, %d\n",
                (unsigned long long)l->address, l->text, i.length, (int)i.kind,
                (unsigned long long)i.target, l->n, (int)kind);
    wrong++;
}

static unsigned long compare_object(const char *path) {
    char command[4200], *text = NULL;
    size_t room = 0;
    unsigned long n = 0;
    snprintf(command, sizeof command, "objdump -d -w --insn-width=16 '%s' 2>/dev/null", path);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    while (getline(&text, &room, f) > 0) {
        struct line l;
        char *start = text + strspn(text, " ");
        if (!read_line(start, &l)) continue;
        compare(&l);
        n++;
    }
    free(text);
    pclose(f);
    return n;
}

static void instructions_match_the_disassembler(void **state) {
    (void)state;
    Dl_info info;
    char own[4096];
    if (system("objdump --version >/dev/null 2>&1") != 0) {
        print_message("SKIP: no objdump\n");
        skip();
    }
    assert_true(dladdr((void *)(uintptr_t)&fopen, &info) && info.dli_fname);
    assert_non_null(realpath("/proc/self/exe", own));
    assert_true(compare_object(own) > 100);
    assert_true(compare_object(info.dli_fname) > 100000);
    assert_int_equal(wrong, 0);
}

static void a_truncated_instruction_is_rejected(void **state) {
    (void)state;
    static const uint8_t jump[] = {0xe9, 1, 0, 0, 0}, prefixes[] = {0x66, 0x66, 0x2e};
    assert_int_equal(ovg_decode(jump, 5, 100).length, 5);
    assert_int_equal(ovg_decode(jump, 5, 100).target, 106);
    for (uint64_t n = 0; n < 5; n++) assert_int_equal(ovg_decode(jump, n, 100).length, 0);
    assert_int_equal(ovg_decode(prefixes, 3, 0).length, 0);
    assert_int_equal(ovg_decode((const uint8_t[]){0x06}, 1, 0).length, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_match_the_disassembler),
        cmocka_unit_test(a_truncated_instruction_is_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
