/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* greater_cycle.c: An interpreter in one file, whose error report could start it again but never does.
 * In the call graph all of it is one recursion, which is entered once; when it runs there are three
 * recursions. The report never returns in variants 1 to 4, and returns in the others.
 *
 * Algorithms:
 *   session#1: no data structure
 *   session#2: no data structure
 *   parse: construction of structure form; steps = n; n = elements 3..511
 *   evaluate: traversal of structure form; steps = n; n = elements 3..511
 *   [1,2,3,4] insert: construction of structure symbol; class = log n; n = elements 2..1000; coefficient = 1.1
 *   [5,6,7,8] insert: construction of structure symbol; class = log n; n = elements 3..1000; coefficient = 1.1
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

struct symbol {
    struct symbol *left, *right;
    unsigned key;
};

struct form {
    struct form *first, *second;
    unsigned value;
};

static struct symbol *symbols;
static unsigned long evaluated;
static unsigned reports;
static jmp_buf top;
static unsigned session(unsigned depths);

/* Could start a new session, and never does. */
static void report(const char *why) {
    fprintf(stderr, "%s\n", why);
    if (reports) session(1);
    if (VARIANT < 5) longjmp(top, 1);
}

static void *take(size_t size) {
    void *p = malloc(size);
    if (!p) report("no memory");
    return p;
}

static struct symbol *insert(struct symbol *s, unsigned key) {
    if (!s) {
        s = take(sizeof *s);
        *s = (struct symbol){NULL, NULL, key};
    } else if (key < s->key) {
        s->left = insert(s->left, key);
    } else if (key > s->key) {
        s->right = insert(s->right, key);
    }
    return s;
}

static struct form *parse(unsigned n, unsigned depth) {
    struct form *f = take(sizeof *f);
    *f = (struct form){NULL, NULL, n};
    if (depth) {
        f->first = parse(n * 2 + 1, depth - 1);
        f->second = parse(n * 2 + 2, depth - 1);
    }
    return f;
}

static unsigned evaluate(struct form *f) {
    evaluated++;
    if (f->value > 1u << 20) report("too large");
    return f->value + (f->first ? evaluate(f->first) : 0) + (f->second ? evaluate(f->second) : 0);
}

static unsigned session(unsigned depths) {
    unsigned sum = 0;
    for (unsigned k = 0; k < 5 * depths; k++) sum += evaluate(parse(0, 1 + k % depths));
    for (unsigned k = 0; k < 1000; k++) symbols = insert(symbols, k * 2654435761u >> 8);
    return sum;
}

int main(void) {
    if (setjmp(top)) return 1;
    printf("%u %lu\n", session(8), evaluated);
    return 0;
}
