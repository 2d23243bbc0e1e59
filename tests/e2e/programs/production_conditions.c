/* production_conditions.c: loops that test a condition before each iteration, in the ways that C
 * programs write it. With COUNT it also prints of each marked loop: executions, executions with an
 * iteration, iterations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 199, LOOPS = 16 };

#ifdef COUNT
static unsigned long executions[LOOPS], entered[LOOPS], iterations[LOOPS];
#define LOOP(loop)                                                                                 \
    int first##loop = 1;                                                                           \
    executions[loop]++
#define ITERATION(loop) (entered[loop] += first##loop, first##loop = 0, iterations[loop]++)
#else
#define LOOP(loop) ((void)0)
#define ITERATION(loop) ((void)0)
#endif
#define ALONE __attribute__((noinline))

struct node {
    struct node *next;
    long key;
};

ALONE static long length(const char *s) {
    const char *p = s;
    LOOP(0);
    while (*p) { /* all in the test but a step */
        ITERATION(0);
        p++;
    }
    return p - s;
}

ALONE static long place(const int *a, int x) {
    long i = 0;
    LOOP(1);
    while (a[i] != x) { /* a step, by index */
        ITERATION(1);
        i++;
    }
    return i;
}

ALONE static long no_body(const char *a, char x) {
    const char *p = a;
    LOOP(2);
    while (*p++ != x) { /* an empty body */
        ITERATION(2);
    }
    return p - a;
}

ALONE static long both(const char *a, char x) {
    const char *p = a;
    LOOP(3);
    while (*p && *p != x) { /* two conditions of memory */
        ITERATION(3);
        p++;
    }
    return p - a;
}

ALONE static const struct node *look_up(const struct node *n, long key) {
    LOOP(4);
    while (n && n->key != key) { /* a list */
        ITERATION(4);
        n = n->next;
    }
    return n;
}

ALONE static long either(const char *a, char x, char y) {
    const char *p = a;
    LOOP(5);
    while (*p == x || *p == y) { /* one of two */
        ITERATION(5);
        p++;
    }
    return p - a;
}

ALONE static long sum_below(const int *a, int n, int limit) {
    long s = 0;
    LOOP(6);
    for (int i = 0; i < n && a[i] < limit; i++) { /* with continue and break */
        ITERATION(6);
        if (a[i] & 1) continue;
        s += a[i];
        if (s > 3000) break;
    }
    return s;
}

ALONE static long keys_before(const struct node *n, long key, int max) {
    long s = 0;
    LOOP(7);
    for (; max-- > 0 && n && n->key != key; n = n->next) { /* three conditions */
        ITERATION(7);
        s += n->key;
    }
    return s;
}

ALONE static int trimmed(const char *s) {
    int n = (int)strlen(s);
    LOOP(8);
    do { /* tested at the end */
        ITERATION(8);
        n--;
    } while (n > 0 && s[n] == 'x');
    return n;
}

ALONE static long run_of(const char *a, int n, char x) {
    const char *p = a;
    LOOP(9);
    while ((*p == x || *p == 'x') && n-- > 0) { /* mixed */
        ITERATION(9);
        p++;
    }
    return p - a;
}

/* Insertion: the test calls a routine. */
ALONE static int above(const int *a, int i, int x) {
    return i >= 0 && a[i] > x;
}

ALONE static long insert(int *a, int n, int x) {
    int i = n - 1;
    LOOP(10);
    while (above(a, i, x)) { /* a call */
        ITERATION(10);
        a[i + 1] = a[i];
        i--;
    }
    a[i + 1] = x;
    return i;
}

/* Loops whose first iteration differs: LLVM would put it in front of the loop. */
ALONE static long descents(const int *a, int n) {
    long s = 0;
    LOOP(13);
    for (int i = 0; i < n; i++) { /* the first has none before it */
        ITERATION(13);
        if (i > 0) s += a[i - 1] > a[i];
        s += a[i];
    }
    return s;
}

ALONE static long joined(char *to, const char *a, int n) {
    const char *from = to;
    int is_first = 1;
    LOOP(14);
    for (int i = 0; i < n; i++) { /* a separator between two */
        ITERATION(14);
        if (!is_first) *to++ = ',';
        is_first = 0;
        *to++ = a[i];
    }
    return to - from;
}

ALONE static int greatest(const int *a, int n) {
    int most = 0;
    LOOP(15);
    for (int i = 0; i < n; i++) { /* the first is the greatest so far */
        ITERATION(15);
        if (i == 0 || a[i] > most) most = a[i];
    }
    return most;
}

/* A recursion's routine, whose recorded version is compiled separately. */
ALONE static long descend(const struct node *n, int depth) {
    const struct node *at;
    long s = 0;
    LOOP(11);
    for (int k = 0; k < depth % 50; k++) { /* in a recursion */
        ITERATION(11);
        s = (s ^ n->key) * 31 + k;
    }
    LOOP(12);
    for (at = n; at && at->key % 7; at = at->next) { /* in a recursion, of memory */
        ITERATION(12);
        s ^= at->key;
    }
    return n->next && depth ? s + descend(n->next, depth - 1) : s;
}

int main(int argc, char **argv) {
    static char text[2 * TEXT], copy[2 * TEXT];
    static int numbers[TEXT + 1], sorted[TEXT];
    const struct node *list = NULL;
    long s = argc > 1 ? (long)strlen(argv[1]) : 0;
    for (int i = 0; i < TEXT; i++) text[i] = 'x';
    for (int i = 0; i <= TEXT; i++) numbers[i] = i;
    for (int k = 0; k < 100; k++) {
        struct node *n = malloc(sizeof *n);
        *n = (struct node){(struct node *)list, k};
        list = n;
    }
    for (int k = 0; k < 100; k++) {
        s += length(text + 100 + k) + place(numbers, k);
        text[k] = 'y';
        s += no_body(text, 'x') + both(text + k, 'x') + both(text + 2 * k, 'y');
        s += look_up(list, k * 3) != NULL;
        s += either(text + k, 'y', k % 3 ? 'x' : 'z');
        text[k] = 'x';
        s += sum_below(numbers, k, 70) + keys_before(list, 80, k) + keys_before(list, 99, k);
        s += trimmed(text + k) + run_of(text, k / 10, 'y') + insert(sorted, k, k * 37 % 101);
        s += descend(list, k);
        int few = k % 4 ? 1 : k / 2;
        s += descents(numbers + k, few) + joined(copy, text, few) + greatest(numbers + k, few);
    }
    printf("%ld\n", s);
#ifdef COUNT
    for (int k = 0; k < LOOPS; k++)
        printf("%lu %lu %lu\n", executions[k], entered[k], iterations[k]);
#endif
    return 0;
}
