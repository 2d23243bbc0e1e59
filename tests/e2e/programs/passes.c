/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * passes.c: calls of a linear routine, `look`, over data that grow, shrink or stay, and over data
 * that are new for each call; and calls of a quadratic one, `compare`.
 *
 *   passes MODE N
 */
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static long *data, sum;
static jmp_buf out;

__attribute__((noinline)) static void look(const long *a, long n) {
    for (long i = 0; i < n; i++) sum += a[i];
}

__attribute__((noinline)) static void fill(long *a, long n) {
    for (long i = 0; i < n; i++) a[i] = i;
}

__attribute__((noinline)) static void look_and_jump(const long *a, long n) {
    look(a, n);
    longjmp(out, 1);
}

/* Each call sees one element more, or one less, or all of them. */
static void grows(long n) {
    for (long i = 0; i < n; i++) {
        data[i] = i;
        look(data, i + 1);
    }
}
static void falls(long n) {
    fill(data, n);
    for (long i = 0; i < n; i++) look(data + i, n - i);
}
static void fixed(long n) {
    fill(data, n);
    for (long i = 0; i < n; i++) look(data, n);
}

static void little(long n) {
    fill(data, n);
    for (long i = 0; i < n; i++) look(data, 100);
}

/* Moves a text by one place for each of its characters. A library routine has a small part in it.
 */
__attribute__((noinline)) static void shift(char *text) {
    for (char *at = text + strlen(text) - 1; at > text; at--) *at = at[-1];
}
static void shifts(long n) {
    char *text = malloc((size_t)n + 1);
    memset(text, 'x', (size_t)n);
    text[n] = 0;
    for (long i = 0; i < n; i++) shift(text + i);
    free(text);
}

/* Searches that end where they find something: at any place among the elements that there are so
 * far, of which ever fewer are new; and among at most n / 4 elements. */
static unsigned random_number(void) {
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}
static void searches(long n) {
    long known = 0;
    for (long i = 0; i < n; i++) {
        long place = random_number() % (n * 3 / 5);
        if (place >= known) data[known] = known, place = known++;
        look(data, place + 1);
    }
}
static void filled(long n) {
    for (long i = 0; i < n; i++) {
        long most = i < n / 4 ? i + 1 : n / 4;
        if (i < n / 4) data[i] = i;
        look(data, 1 + random_number() % most);
    }
}

/* As `grows`, in a list whose every ninth element is a short list. */
static void read_list(long n, bool is_inner) {
    for (long i = 0; i < n; i++) {
        if (!is_inner && i % 9 == 0) read_list(2, true);
        if (!is_inner) data[i] = i;
        look(data, is_inner ? 0 : i + 1);
    }
}
static void nested(long n) {
    read_list(n, false);
}

/* Records of ascending size: in one buffer, each in a block of its own, loaded before. */
static void buffer(long n) {
    for (long i = 1; i <= n; i++) {
        fill(data, i);
        look(data, i);
    }
}
static void blocks(long n) {
    for (long i = 1; i <= n; i++) {
        long *record = malloc((size_t)i * sizeof *record);
        fill(record, i);
        look(record, i);
        free(record);
    }
}
static void loaded(long n) {
    long *all = malloc((size_t)(n * (n + 1) / 2) * sizeof *all);
    fill(all, n * (n + 1) / 2);
    for (long i = 1, at = 0; i <= n; at += i++) look(all + at, i);
    free(all);
}

/* Twenty passes over each record. */
__attribute__((noinline)) static void look_often(const long *a, long n) {
    for (int k = 0; k < 20; k++) look(a, n);
}
static void often(long n) {
    for (long i = 1; i <= n; i++) {
        fill(data, i);
        look_often(data, i);
    }
}

/* A quadratic routine, for lines of various lengths, or of ascending length. */
__attribute__((noinline)) static void compare(const long *a, long n) {
    for (long i = 0; i < n; i++)
        for (long k = 0; k < n; k++) sum += a[i] < a[k];
}
static void lines(long n) {
    for (long i = 0; i < n; i++) {
        fill(data, 10 + i * 37 % 100);
        compare(data, 10 + i * 37 % 100);
    }
}
static void longer_lines(long n) {
    for (long i = 0; i < n; i++) {
        fill(data, 10 + i / 6);
        compare(data, 10 + i / 6);
    }
}

/* As `grows`, but each call is left by a jump; in a child; until the process is killed. */
static void jumps(long n) {
    for (volatile long i = 0; i < n; i++) {
        data[i] = i;
        if (!setjmp(out)) look_and_jump(data, i + 1);
    }
}
static void forks(long n) {
    for (long i = 0; i < n; i++) {
        data[i] = i;
        look(data, i + 1);
        if (i % (n / 4) == n / 8 && fork() == 0) {
            look(data, i + 1);
            _exit(0);
        }
    }
    while (wait(NULL) > 0) {
    }
}
static void killed(long n) {
    grows(n);
    raise(SIGKILL);
}
/* The loop that calls `look` is open when the process is killed. */
static void killed_within(long n) {
    for (long i = 0; i < n; i++) {
        data[i] = i;
        look(data, i + 1);
        if (i == n - 1) raise(SIGKILL);
    }
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(long);
    } modes[] = {{"grows", grows},
                 {"falls", falls},
                 {"fixed", fixed},
                 {"buffer", buffer},
                 {"blocks", blocks},
                 {"loaded", loaded},
                 {"often", often},
                 {"jumps", jumps},
                 {"forks", forks},
                 {"killed", killed},
                 {"lines", lines},
                 {"longer", longer_lines},
                 {"searches", searches},
                 {"filled", filled},
                 {"nested", nested},
                 {"shifts", shifts},
                 {"killed-within", killed_within},
                 {"little", little}};
    if (argc != 3) return 2;
    long n = strtol(argv[2], NULL, 10);
    data = malloc((size_t)n * sizeof *data);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(argv[1], modes[i].name) == 0) modes[i].run(n);
    printf("%ld\n", sum);
}
