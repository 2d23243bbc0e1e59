/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trace.c: plays a trace file to an engine's hooks, like code of the compiler pass.
 *
 *   call NAME            enters the routine NAME
 *   loop NAME            enters the loop NAME
 *   recur NAME           enters the routine NAME, which may be entered again
 *   return               leaves the innermost scope
 *   read VAR [SIZE]      default 1 byte; VAR is a letter, at multiples of 64 bytes, or LETTER+BYTES
 *   write VAR [SIZE]
 *   fresh VAR [SIZE]
 *   block [N]            executes N more basic blocks, default 1
 *   unwind N             leaves the innermost N scopes without hooks, then notifies the engine
 * Lines that begin with # or expect are ignored here.
 */
#include "abi/abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SCOPES = 32, VARIABLE_BYTES = 64 };

extern char ORDO_ABI_ANCHOR;
const char *anchor = &ORDO_ABI_ANCHOR;

static struct ordo_scope scopes[MAX_SCOPES];
static char names[MAX_SCOPES][64];
static struct ordo_module module = {
    .abi_version = ORDO_ABI_VERSION, .scopes = scopes, .source_root = "/", .unit = "trace.c"};
static char memory[26 * VARIABLE_BYTES] __attribute__((aligned(64)));

static _Noreturn void die(const char *what, const char *line) {
    fprintf(stderr, "trace: %s: %s\n", what, line);
    exit(2);
}

static struct ordo_scope *scope_named(const char *name) {
    for (unsigned i = 0; i < module.n_scopes; i++)
        if (!strcmp(names[i], name)) return &scopes[i];
    if (module.n_scopes == MAX_SCOPES) die("too many scopes", name);
    unsigned i = module.n_scopes++;
    snprintf(names[i], sizeof names[i], "%s", name);
    scopes[i] = (struct ordo_scope){.name = names[i],
                                    .linkage_name = names[i],
                                    .file = "trace.c",
                                    .arg_names = "",
                                    .routine = &scopes[i],
                                    .group = &scopes[i],
                                    .line = i + 1};
    return &scopes[i];
}

static void declare_scopes(FILE *in) {
    char line[256], word[16], name[64];
    while (fgets(line, sizeof line, in)) {
        if (sscanf(line, "%15s %63s", word, name) != 2) continue;
        if (!strcmp(word, "loop")) scope_named(name)->kind = ORDO_KIND_LOOP;
        if (!strcmp(word, "call")) scope_named(name);
        if (!strcmp(word, "recur")) scope_named(name)->flags = ORDO_SCOPE_RECURSIVE;
    }
    rewind(in);
}

static void enter(struct ordo_thread *t, const char *name) {
    struct ordo_frame *f = t->top + 1;
    if (f >= t->limit) f = __ordo_push(t);
    uint32_t stamp = t->clock + t->tick;
    if (stamp < t->clock) stamp = __ordo_renumber(t);
    t->clock = stamp;
    f->stamp = stamp;
    f->flags = 0;
    f->scope = scope_named(name);
    f->rms = 0;
    f->cost_entry = t->cost;
    f->cost_below = f->iterations = 0;
    f->context = f->children = 0;
    t->top = f;
    if (f->scope->flags & ORDO_SCOPE_RECURSIVE) __ordo_recur(t, f);
}

static const void *address_of(const char *var, const char *line) {
    if (var[0] < 'a' || var[0] > 'z' || (var[1] && var[1] != '+')) die("unknown variable", line);
    return memory + (var[0] - 'a') * VARIABLE_BYTES + (var[1] ? atoi(var + 2) : 0);
}

static void play(struct ordo_thread *t, const char *line) {
    char word[16] = "", name[64] = "";
    unsigned long size = 1;
    if (sscanf(line, "%15s %63s %lu", word, name, &size) < 1) return;
    if (word[0] == '#' || !strcmp(word, "expect")) return;
    if (!strcmp(word, "call") || !strcmp(word, "loop") || !strcmp(word, "recur"))
        enter(t, name);
    else if (!strcmp(word, "return"))
        __ordo_leave(t, t->top);
    else if (!strcmp(word, "read"))
        __ordo_read(t->top, address_of(name, line), size);
    else if (!strcmp(word, "write"))
        __ordo_write(t->top, address_of(name, line), size);
    else if (!strcmp(word, "fresh"))
        __ordo_fresh(t->top, address_of(name, line), size);
    else if (!strcmp(word, "block"))
        t->cost += name[0] ? strtoul(name, NULL, 10) : 1;
    else if (!strcmp(word, "unwind"))
        __ordo_unwind(t, t->top - atoi(name));
    else
        die("unknown word", line);
}

int main(int argc, char **argv) {
    FILE *in = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!in) die("usage: trace FILE", argc == 2 ? argv[1] : "");
    declare_scopes(in);
    __ordo_module_add(&module);
    struct ordo_thread *t = __ordo_begin();
    char line[256];
    while (fgets(line, sizeof line, in)) play(t, line);
    fclose(in);
    return 0;
}
