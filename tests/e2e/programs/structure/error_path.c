/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An interpreter in one file: whoever takes memory may have to give up, and who gives up reports it
 * by the interpreter, so that by its calls all of it is one recursion.
 *
 * Algorithms:
 *   main: data-structure-less
 *   parse: construction of structure form; steps = n; n = elements 3..511
 *   evaluate: traversal of structure form; steps = n; n = elements 3..511
 *   insert: construction of structure symbol; law = log n; n = elements 2..511; coefficient = 1.1
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
static jmp_buf top;
static unsigned long evaluated;
static unsigned handlers;

static unsigned evaluate(struct form *f);
static struct symbol *insert(struct symbol *s, unsigned key);

static void give_up(const char *why) {
    static struct form message;
    struct form *f = &message;
    fprintf(stderr, "%s\n", why);
    symbols = insert(symbols, 1);
    if (handlers) evaluate(f);
    longjmp(top, 1);
}

static void *take(size_t size) {
    void *p = malloc(size);
    if (!p) give_up("no memory");
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
    symbols = insert(symbols, f->value * 2654435761u >> 8);
    return f->value + (f->first ? evaluate(f->first) : 0) + (f->second ? evaluate(f->second) : 0);
}

int main(void) {
    unsigned sum = 0;
    if (setjmp(top)) return 1;
    for (unsigned depth = 1; depth < 9; depth++) sum += evaluate(parse(0, depth));
    printf("%u %lu\n", sum, evaluated);
    return 0;
}
