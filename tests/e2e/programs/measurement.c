/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * measurement.c: docs/measurement.md row by row. One routine per rule, with its size in 8-byte cells.
 *
 * Scopes
 * expect: calls(loop_of("loop_never_runs")) == 1 and iterations(loop_of("loop_never_runs")) == 0
 * expect: sizes(loop_of("loop_never_runs")) == {1: 1}
 * expect: iterations(loop_of("iterations_test_first")) == 5
 * expect: iterations(loop_of("iterations_test_both")) == 3
 * expect: iterations(loop_of("iterations_test_last")) == 1 + 5
 * expect: sizes(loop_of("exit_of_a_loop")) == {2: 1} and sizes("exit_of_a_loop") == {3: 1}
 * expect: "irreducible-loop" in [w["code"] for w in report["warnings"]]
 * expect: cost("not_profiled") == 21 and "calls" not in loop_of("not_profiled")
 * expect: calls("recursion") == 7 and sizes("recursion", "depth") == {0: 2, 1: 2, 2: 2, 3: 1}
 * expect: [s["calls"] for s in report["scopes"] if s["kind"] == "recursion" and s["name"] == "recursion"] == [2]
 * Cost
 * expect: last(costs("blocks_one")) == 1 and last(costs("blocks_branch")) == 5
 * expect: last(costs("constant_copy")) == 1
 * expect: last(costs("variable_copy")) == 1 + 2 * 5
 * Sizes
 * expect: sizes("read_then_write") == {1: 1} and sizes("write_then_read") == {0: 1}
 * expect: sizes("atomic_add") == {1: 1} and sizes("atomic_swap_fails") == {1: 1}
 * expect: sizes("arguments") == {0: 1} and sizes("variadic") == {0: 1}
 * expect: sizes("pass_aggregate") == {4: 1} and sizes("take_aggregate") == {0: 1}
 * expect: sizes("assembly") == {1: 1}
 * expect: sizes("local_escapes") == {0: 1} and sizes("reads_three") == {3: 1}
 * expect: sizes("local_stays") == {0: 1} and sizes(second_loop_of("local_stays")) == {8: 1}
 * expect: sizes("local_moved") == {0: 1}
 * expect: sizes("variable_array") == {0: 1} and sizes(second_loop_of("variable_array")) == {8: 1}
 * expect: sizes("malloc_unwritten") == {4: 1}
 * expect: sizes("calloc_reader") == {4: 1} and sizes("calloc_owner") == {0: 1}
 * expect: sizes("calloc_large_reader") == {4: 1} and sizes("calloc_large_owner") == {0: 1}
 * expect: sizes("map_anonymous") == {0: 1}
 * expect: sizes("realloc_stays") == {0: 1} and sizes("realloc_moves") == {1025: 1}
 * expect: sizes("tables_of_libc") == {0: 1}
 * expect: sizes("constants") == {2: 1}
 * expect: sizes("arg_values", "arg:a") == {0: 1, 7: 1} and sizes("arg_values", "arg:c") == {200: 2}
 * expect: sizes("arg_values", "arg:b") == {3: 1}
 * expect: sizes("other_thread") == {0: 1} and sizes("after_thread") == {1: 1}
 * expect: sizes("interrupted") == {1: 1} and sizes("on_signal") == {1: 1}
 * expect: sizes("layout") == {3: 1}
 */
#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct aggregate {
    long a, b, c, d;
};

static long g[16], total;
static struct aggregate ga, gb;

long loop_never_runs(void) {
    long sum = 0;
    for (long i = 0; i < g[0]; i++) sum += i;
    return sum;
}

long iterations_test_first(long n) {
    long sum = 0;
    while (n-- > 0) sum += n;
    return sum;
}

long iterations_test_both(long n) {
    long sum = 0;
    for (long i = 0; i < n && g[1] == 0; i++) {
        sum += i;
        if (i == 2) g[1] = 1;
    }
    g[1] = 0;
    return sum;
}

long iterations_test_last(long n) {
    long sum = 0;
    do {
        sum += n;
    } while (n-- > 0);
    return sum;
}

long exit_of_a_loop(long n) {
    for (long i = 0; i < n; i++)
        if (g[i] != 0) {
            long found = g[8];
            return found + i;
        }
    return 0;
}

long not_profiled(long n) {
    long sum = 0;
    if (n & 1) goto second;
first:
    sum += n;
second:
    sum += 2;
    if (n-- > 0) goto first;
    return sum;
}

long recursion(long n) { return n <= 0 ? 0 : n + recursion(n - 1); }

long blocks_one(long n) { return n * 3 + 1; }

long blocks_branch(long n) {
    long r = 1;
    if (n > 2) r = blocks_one(n) - blocks_one(n + 1);
    return r;
}

void constant_copy(void) { ga = gb; }

void variable_copy(long *to, const long *from, size_t n) { memcpy(to, from, n); }

long read_then_write(void) {
    long v = g[2];
    g[2] = 0;
    return v;
}

long write_then_read(void) {
    g[3] = 0;
    return g[3];
}

void atomic_add(void) { __atomic_fetch_add(&g[4], 1, __ATOMIC_SEQ_CST); }

int atomic_swap_fails(void) {
    long expected = 77;
    return __atomic_compare_exchange_n(&g[5], &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

long arguments(long a, long b, long c, long d, long e, long f, long h, long i) {
    return a + b + c + d + e + f + h + i;
}

long variadic(int n, ...) {
    va_list list;
    long sum = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++) sum += va_arg(list, long);
    va_end(list);
    return sum;
}

long take_aggregate(struct aggregate s) { return s.a + s.b + s.c + s.d; }
long pass_aggregate(void) { return take_aggregate(ga); }

long assembly(void) {
    long v;
    __asm__ volatile("movq %1, %0" : "=r"(v) : "m"(g[6]));
    return v;
}

long reads_three(const long *p) { return p[0] + p[1] + p[2]; }

long local_escapes(void) {
    long a[3];
    for (int i = 0; i < 3; i++) a[i] = i;
    return reads_three(a);
}

long local_stays(long n) {
    long a[8], sum = 0;
    for (long i = 0; i < 8; i++) a[i] = i * n;
    for (long i = 0; i < 8; i++) sum += a[i];
    return sum;
}

long variable_array(long n) {
    long a[n], sum = 0;
    for (long i = 0; i < n; i++) a[i] = i;
    for (long i = 0; i < n; i++) sum += a[i];
    return sum;
}

/* Volatile, so that the compiler must read memory that was never written. */
long malloc_unwritten(void) {
    volatile long *p = malloc(4 * sizeof *p);
    long sum = 0;
    for (int i = 0; i < 4; i++) sum |= p[i];
    free((void *)p);
    return sum & 1;
}

long calloc_reader(const long *p) { return p[0] + p[1] + p[2] + p[3]; }
long calloc_owner(void) {
    long *p = calloc(4, sizeof *p), sum = calloc_reader(p) + p[0];
    free(p);
    return sum;
}

long calloc_large_reader(const long *p) { return p[0] + p[9999] + p[100000] + p[199999]; }
long calloc_large_owner(void) {
    long *p = calloc(200000, sizeof *p), sum = calloc_large_reader(p) + p[77777];
    free(p);
    return sum;
}

long map_anonymous(void) {
    long *p = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    long sum = p[0] + p[1000];
    munmap(p, 1 << 20);
    return sum;
}

long realloc_stays(long *p) {
    p = realloc(p, 2 * sizeof *p);
    p[0] = 1;
    long v = p[0];
    free(p);
    return v;
}

/* A block that cannot grow in place, because another one follows it. Its size is an odd number of words,
 * so that malloc gives exactly the bytes that were asked for. */
long *realloc_moves(long *p) { return realloc(p, 3 * 1025 * sizeof *p); }

int tables_of_libc(int c) { return (isalpha(c) != 0) + (errno == EDOM); }

static const long fixed[2] = {4, 5};
long constants(long i) { return fixed[i] + fixed[i ^ 1]; }

long arg_values(unsigned a, short b, unsigned char c) { return a + b + c; }

static long from_thread;
long other_thread(void) { return from_thread = 3; }
static void *start(void *unused) {
    total += other_thread();
    return unused;
}
long after_thread(void) { return from_thread; }

long on_signal(void) { return g[7] + 1; }
static void handler(int number) {
    (void)number;
    total += on_signal();
}
/* The array is still a local of no size, although a library routine receives its address. */
long local_moved(long n) {
    long a[8] = {n, n};
    memmove(a, a + 1, (size_t)n * sizeof *a);
    return a[0];
}

long interrupted(void) {
    long before = g[9];
    raise(SIGUSR1);
    return before + g[9];
}

static char one, two, three;
int layout(void) { return one + two + three; }

int main(void) {
    pthread_t thread;
    total += loop_never_runs() + iterations_test_first(5) + iterations_test_both(9) +
             iterations_test_last(5);
    g[1] = 1;
    total += exit_of_a_loop(3);
    g[1] = 0;
    total += not_profiled(9) + recursion(3) + recursion(2) + blocks_branch(5);
    constant_copy();
    variable_copy(g, g + 8, 5 * sizeof *g);
    total += read_then_write() + write_then_read() + atomic_swap_fails();
    atomic_add();
    total += arguments(1, 2, 3, 4, 5, 6, 7, 8) + variadic(9, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    total += pass_aggregate() + assembly() + local_escapes() + local_stays(2) + variable_array(8) +
             local_moved(3);
    total += malloc_unwritten() + calloc_owner() + calloc_large_owner() + map_anonymous();
    total += realloc_stays(malloc(4 * sizeof(long)));
    long *block = malloc(1025 * sizeof *block), *next = malloc(1025 * sizeof *block);
    memset(block, 0, 1025 * sizeof *block);
    block = realloc_moves(block);
    total += block[1024] + (next == NULL);
    free(block);
    free(next);
    total += tables_of_libc('a') + constants(1) + arg_values(7, 3, 200) + arg_values(0, -3, 200);
    pthread_create(&thread, NULL, start, NULL);
    pthread_join(thread, NULL);
    signal(SIGUSR1, handler);
    total += after_thread() + interrupted() + layout();
    return total == 0;
}
