/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An interpreter in one file, whose report of an error could begin it anew and never does: by its
 * calls all of it is one recursion, which is entered once, and by what runs it is three. The report
 * gives up (variants 1 to 4), or comes back.
 *
 * Algorithms:
 *   session#1: data-structure-less
 *   session#2: data-structure-less
 *   parse: construction of structure form; steps = n; n = elements 3..511
 *   evaluate: traversal of structure form; steps = n; n = elements 3..511
 *   [1,2,3,4] insert: construction of structure symbol; law = log n; n = elements 2..1000; coefficient = 1.1
 *   [5,6,7,8] insert: construction of structure symbol; law = log n; n = elements 3..1000; coefficient = 1.1
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

/* It may be told to begin anew, and never is. */
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
