/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production_nesting.c: recursions that are entered again from their own loops, so that executions of these
 * loops are nested: a walk of a tree; two routines that list a tree in turn; an
 * expression's parser; a walk whose two routines are in separate files (PART 1 and 2). With
 * -DCOUNT it prints each marked scope's total in steps, and how often it is called.
 */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int n;
    long v;
    struct node **child;
};
long meet(const struct node *t);
long each(const struct node *t, long s);

#ifdef COUNT
enum { VISIT, CHILDREN, LIST, BRANCHES, LEAVES, EXPRESSION, TERMS, FACTOR, EACH, SCOPES };
static const char *const names[SCOPES] = {"visit",      "children", "list",   "branches", "leaves",
                                          "expression", "terms",    "factor", "each"};
static struct { long calls, cost, began, open; } counts[SCOPES];
static long steps;
static void enter(int s) {
    counts[s].calls++;
    if (!counts[s].open++) counts[s].began = steps;
}
static void leave(int s) {
    if (!--counts[s].open) counts[s].cost += steps - counts[s].began;
}
#define ENTER(s) enter(s)
#define LEAVE(s) leave(s)
#define STEP steps++
#else
#define ENTER(s) ((void)0)
#define LEAVE(s) ((void)0)
#define STEP ((void)0)
#endif

#if PART != 1
/* The compiler does not see that executions of this loop are nested. */
long each(const struct node *t, long s) {
    ENTER(EACH);
    for (int i = 0; i < t->n; i++) { /* each */
        STEP;
        s += meet(t->child[i]);
    }
    LEAVE(EACH);
    return s;
}
#endif

#if PART != 2
__attribute__((noinline)) long meet(const struct node *t) {
    return each(t, t->v) & 0xffff;
}

__attribute__((noinline)) static long visit(const struct node *t) { /* visit */
    long s = t->v;
    ENTER(VISIT), STEP;
    ENTER(CHILDREN);
    for (int i = 0; i < t->n; i++) { /* children */
        STEP;
        s += visit(t->child[i]);
    }
    LEAVE(CHILDREN);
    LEAVE(VISIT);
    return s & 0xffff;
}

static long leaves;
static void list(const struct node *t, int depth);
__attribute__((noinline)) static void descend(const struct node *t, int depth) {
    leaves += depth;
    STEP;
    list(t, depth + 1);
}
__attribute__((noinline)) static void list(const struct node *t, int depth) { /* list */
    ENTER(LIST), STEP;
    ENTER(BRANCHES);
    for (int i = 0; i < t->n; i++) { /* branches */
        STEP;
        if (t->child[i]->n) descend(t->child[i], depth);
    }
    LEAVE(BRANCHES);
    ENTER(LEAVES);
    for (int i = 0; i < t->n; i++) { /* leaves */
        STEP;
        if (!t->child[i]->n) leaves += t->child[i]->v;
    }
    LEAVE(LEAVES);
    LEAVE(LIST);
}

static char text[1 << 16];
static const char *at;
static long expression(void);
__attribute__((noinline)) static long factor(void) { /* factor */
    long v = *at;
    ENTER(FACTOR), STEP;
    if (*at++ == '(') {
        v = expression();
        at++;
    }
    LEAVE(FACTOR);
    return v;
}
__attribute__((noinline)) static long expression(void) { /* expression */
    ENTER(EXPRESSION), STEP;
    long v = factor();
    ENTER(TERMS);
    while (*at == '+') { /* terms */
        STEP;
        at++;
        v = (v * 3 + factor()) & 0xffff;
    }
    LEAVE(TERMS);
    LEAVE(EXPRESSION);
    return v;
}

static unsigned random_below(unsigned n) {
    static unsigned long state = 88172645463325252ul;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 20) % n;
}

static char *write_expression(char *to, int depth) {
    for (int terms = 2 + (int)random_below(2); terms > 0; terms--) {
        if (depth && random_below(2)) {
            *to++ = '(';
            to = write_expression(to, depth - 1);
            *to++ = ')';
        } else {
            *to++ = (char)('a' + random_below(26));
        }
        *to++ = terms > 1 ? '+' : '\0';
    }
    return to - 1;
}

/* The parent of a vertex is one of the `span` vertices before it: the smaller, the deeper the tree. */
static struct node *grow(int n, int span) {
    struct node *all = calloc((size_t)n, sizeof *all);
    int *parent = calloc((size_t)n, sizeof *parent);
    for (int i = 1; i < n; i++) {
        parent[i] = i - 1 - (int)random_below((unsigned)(i < span ? i : span));
        all[parent[i]].n++;
    }
    for (int i = 0; i < n; i++) {
        all[i].v = i % 97;
        all[i].child = calloc((size_t)all[i].n + 1, sizeof *all[i].child);
        all[i].n = 0;
    }
    for (int i = 1; i < n; i++) all[parent[i]].child[all[parent[i]].n++] = &all[i];
    free(parent);
    return all;
}

int main(int argc, char **argv) {
    int walks = atoi(argv[argc - 1]);
    struct node *wide = grow(3000, 3000), *deep = grow(600, 4);
    long s = 0;
    for (int i = 0; i < walks; i++) {
        s += visit(&wide[i ? random_below(3000) : 0]);
        list(&wide[i % 9 ? random_below(3000) : 0], 0);
        s += meet(&deep[random_below(300)]);
        write_expression(text, 6);
        at = text;
        s += expression();
    }
#ifdef COUNT
    for (int i = 0; i < SCOPES; i++)
        printf("%s %ld %ld\n", names[i], counts[i].calls, counts[i].cost);
#else
    printf("%ld\n", s + leaves);
#endif
    return 0;
}
#endif
