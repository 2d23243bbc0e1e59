# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""programs.py: small programs whose bytes allocated, and peak of bytes in use, are known functions of n.

Each program calls work(n) for several n. ZERO stands for costs that are 0, NEVER for a routine that allocates nothing,
which then has no such points.
"""
import dataclasses

ZERO, NEVER = "0", "-"
DOUBLING = "for (int n = 16; n <= 4096; n += n / 2)"
SMALL = "for (int n = 8; n <= 400; n += n / 4 + 1)"
TINY = "for (int n = 3; n <= 14; n++)"
CUBES = "for (int n = 4; n <= 90; n += n / 4 + 1)"

C_HEAD = """
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
struct node { struct node *next, *other; long value; };
static volatile long sink;
static struct node *push(struct node *list, long value) {
    struct node *x = malloc(sizeof *x);
    x->next = list, x->other = 0, x->value = value;
    return x;
}
static void drop(struct node *list) {
    while (list) { struct node *next = list->next; free(list); list = next; }
}
"""
CXX_HEAD = """
#include <cstdlib>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
static volatile long sink;
"""


@dataclasses.dataclass
class Program:
    name: str
    allocated: str  # class
    peak: str
    body: str
    sizes: str = DOUBLING
    size: str = "arg:n"
    routine: str = "work"
    kind: str = "routine"
    cxx: bool = False

    def source(self):
        return f"{CXX_HEAD if self.cxx else C_HEAD}{self.body}\nint main(void) {{ {self.sizes} work(n); return 0; }}\n"


def c(name, allocated, peak, body, **more):
    return Program(name, allocated, peak, body, **more)


def cxx(name, allocated, peak, body, **more):
    return Program(name, allocated, peak, body, cxx=True, **more)


PROGRAMS = [
    # ---- constant ----
    c("nothing", NEVER, NEVER, "void work(int n) { long s = 0; for (int i = 0; i < n; i++) s += i; sink = s; }"),
    c("one_block", "1", "1", "void work(int n) { char *p = malloc(64); p[0] = n; sink = p[0]; free(p); }"),
    c("ten_blocks", "1", "1", """void work(int n) { struct node *list = 0;
        for (int i = 0; i < 10; i++) list = push(list, n); drop(list); }"""),
    c("fixed_window", "n", "1", """void work(int n) { void *ring[8] = {0};
        for (int i = 0; i < n; i++) { free(ring[i % 8]); ring[i % 8] = malloc(40); }
        for (int i = 0; i < 8; i++) free(ring[i]); }"""),
    # ---- log n ----
    c("halving_kept", "log n", "log n", """void work(int n) { struct node *list = 0;
        for (int i = n; i; i /= 2) list = push(list, i); drop(list); }"""),
    c("halving_freed", "log n", "1", """void work(int n) {
        for (int i = n; i; i /= 2) { char *p = malloc(50); p[0] = i; sink = p[0]; free(p); } }"""),
    c("halving_recursion", "log n", "log n", """void work(int n) { if (!n) return;
        char *p = malloc(100); p[0] = n; work(n / 2); sink = p[0]; free(p); }""", kind="recursion"),
    c("digits", "log n", "log n", """void work(int n) { int digits = 0; for (int i = n; i; i /= 2) digits++;
        char *p = malloc(80 * digits); p[0] = 0; free(p); }"""),
    # ---- sqrt n ----
    c("root", "sqrt n", "sqrt n", "void work(int n) { free(malloc(40 * (int)sqrt(n))); }",
      sizes="for (int n = 100; n <= 400000; n *= 2)"),
    # ---- n ----
    c("array", "n", "n", "void work(int n) { long *p = malloc(n * sizeof *p); p[n - 1] = 1; sink = p[n - 1]; free(p); }"),
    c("zeroed_bits", "n", "n", "void work(int n) { char *p = calloc(4 * n, 1); sink = p[n / 2]; free(p); }"),
    c("aligned", "n", "n", "void work(int n) { void *p = aligned_alloc(64, 64 * n); sink = p != 0; free(p); }"),
    c("list", "n", "n", """void work(int n) { struct node *list = 0;
        for (int i = 0; i < n; i++) list = push(list, i); drop(list); }"""),
    c("leak", "n", "n", """static struct node *all;
        void work(int n) { for (int i = 0; i < n; i++) all = push(all, i); }"""),
    c("one_at_a_time", "n", "1", """void work(int n) {
        for (int i = 0; i < n; i++) { struct node *x = push(0, i); sink = x->value; free(x); } }"""),
    c("deep_recursion", "n", "n", """void work(int n) { if (!n) return;
        struct node *x = push(0, n); work(n - 1); free(x); }""", sizes=SMALL, kind="recursion"),
    c("doubled_by_realloc", "n", "n", """void work(int n) { long *p = 0; int room = 0;
        for (int i = 0; i < n; i++) {
            if (i == room) p = realloc(p, (room = room ? 2 * room : 1) * sizeof *p);
            p[i] = i;
        } free(p); }""", sizes="for (int n = 15; n < 20000; n = 3 * n / 2 + 1)"),
    c("doubled_by_copy", "n", "n", """void work(int n) { long *p = malloc(8); int room = 1;
        for (int i = 0; i < n; i++) {
            if (i == room) {
                long *q = malloc(2 * room * sizeof *q); memcpy(q, p, room * sizeof *q); free(p); p = q; room *= 2;
            }
            p[i] = i;
        } free(p); }""", sizes="for (int n = 15; n < 20000; n = 3 * n / 2 + 1)"),
    c("exact_realloc", "n", "n", "void work(int n) { char *p = malloc(20 * n); p = realloc(p, 40 * n); sink = p[0] = 1; free(p); }"),
    c("shrunk", "n", "n", "void work(int n) { char *p = malloc(100 * n); p = realloc(p, 10 * n); sink = p[0] = 1; free(p); }"),
    c("duplicates_kept", "n", "n", """void work(int n) { char **p = malloc(n * sizeof *p);
        for (int i = 0; i < n; i++) p[i] = strdup("a text of some length, which is kept");
        for (int i = 0; i < n; i++) free(p[i]); free(p); }"""),
    c("duplicates_freed", "n", "1", """void work(int n) { for (int i = 0; i < n; i++) free(strdup("a text of some length")); }"""),
    c("formatted", "n", "1", """void work(int n) { for (int i = 0; i < n; i++) {
        char *p; if (asprintf(&p, "number %06d of them", i) > 0) free(p); } }"""),
    c("wide_duplicates", "n", "1", """void work(int n) { for (int i = 0; i < n; i++) free(wcsdup(L"a wide text")); }"""),
    c("arena", "n", "n", """struct chunk { struct chunk *next; char room[2000]; };
        void work(int n) { struct chunk *all = 0; int used = 2000;
        for (int i = 0; i < n; i++, used += 40)
            if (used >= 2000) { struct chunk *x = malloc(sizeof *x); x->next = all; all = x; used = 0; }
        while (all) { struct chunk *next = all->next; free(all); all = next; } }""",
      sizes="for (int n = 400; n <= 40000; n += n / 2)"),
    c("hash_table", "n", "n", """void work(int n) { struct node **table = calloc(4, sizeof *table); int room = 4;
        for (int i = 0; i < n; i++) {
            if (i == room) {
                struct node **more = calloc(2 * room, sizeof *more);
                for (int k = 0; k < room; k++) while (table[k]) {
                    struct node *x = table[k]; table[k] = x->next;
                    x->next = more[x->value * 7 % (2 * room)]; more[x->value * 7 % (2 * room)] = x;
                }
                free(table); table = more; room *= 2;
            }
            table[i * 7 % room] = push(table[i * 7 % room], i);
        }
        for (int k = 0; k < room; k++) drop(table[k]); free(table); }"""),
    c("copied_list", "n", "n", """struct node *copy(const struct node *list) { struct node *all = 0;
        for (; list; list = list->next) all = push(all, list->value); return all; }
        void work(int n) { struct node *list = 0; for (int i = 0; i < n; i++) list = push(list, i);
        struct node *other = copy(list); drop(list); drop(other); }""", routine="copy", size="rms"),
    c("older_freed", "n", ZERO, """static char *kept; static struct node *older;
        void replace(int n) { free(kept); kept = malloc(64 * n); }
        void work(int n) { kept = malloc(64 * n); replace(n); free(kept); }""", routine="replace"),
    c("older_freed_first", "n", "n", """static char *kept;
        void replace(int n) { free(kept); kept = malloc(80 * n); }
        void work(int n) { kept = malloc(16 * n); replace(n); free(kept); }""", routine="replace"),
    c("handed_over", "n", "n", """char *make(int n) { return malloc(16 * n); }
        void work(int n) { char *p = make(n); sink = p != 0; free(p); }""", routine="make"),
    c("only_frees", NEVER, NEVER, """void release(struct node *list, int n) { while (list) {
        struct node *next = list->next; free(list); list = next; } sink = n; }
        void work(int n) { struct node *list = 0; for (int i = 0; i < n; i++) list = push(list, i); release(list, n); }""",
      routine="release"),
    c("jumped_out", "n", "n", """static jmp_buf back; static struct node *left;
        void build(int n) { for (int i = 0; i < n; i++) left = push(left, i); longjmp(back, 1); }
        void work(int n) { if (!setjmp(back)) build(n); drop(left); left = 0; }""", routine="build"),
    c("in_a_thread", "n", "n", """void *build(struct node *list, int n) { for (int i = 0; i < n; i++) list = push(list, i);
        drop(list); return 0; }
        static void *run(void *n) { return build(0, *(int *)n); }
        void work(int n) { pthread_t t; pthread_create(&t, 0, run, &n); pthread_join(t, 0); }""", routine="build"),
    # ---- n log n ----
    c("merge_sort", "n log n", "n", """static void sort(long *p, int n) { if (n < 2) return;
        long *q = malloc(n * sizeof *q); memcpy(q, p, n * sizeof *q);
        sort(q, n / 2); sort(q + n / 2, n - n / 2);
        for (int i = 0, a = 0, b = n / 2; i < n; i++)
            p[i] = b == n || (a < n / 2 && q[a] < q[b]) ? q[a++] : q[b++];
        free(q); }
        void work(int n) { long *p = malloc(n * sizeof *p); for (int i = 0; i < n; i++) p[i] = i * 7919 % n;
        sort(p, n); sink = p[0]; free(p); }""", sizes="for (int n = 64; n <= 16384; n *= 2)"),
    c("merge_sort_leaks", "n log n", "n log n", """static long *sort(const long *p, int n) {
        long *q = malloc((n + 8) * sizeof *q); if (n < 2) { q[0] = p[0]; return q; }
        const long *x = sort(p, n / 2), *y = sort(p + n / 2, n - n / 2);
        for (int i = 0, a = 0, b = 0; i < n; i++)
            q[i] = b == n - n / 2 || (a < n / 2 && x[a] < y[b]) ? x[a++] : y[b++];
        return q; }
        void work(int n) { long *p = malloc(n * sizeof *p); for (int i = 0; i < n; i++) p[i] = i * 7919 % n;
        sink = sort(p, n)[0]; free(p); }""", sizes="for (int n = 64; n <= 16384; n *= 2)"),
    c("bits_of_each", "n log n", "n log n", """void work(int n) { struct node *list = 0;
        for (int i = 0; i < n; i++) for (int k = n; k; k /= 2) list = push(list, k); drop(list); }"""),
    # ---- n^1.5 ----
    c("roots", "n^1.5", "n^1.5", """void work(int n) { void **p = malloc(n * sizeof *p); int root = sqrt(n);
        for (int i = 0; i < n; i++) p[i] = malloc(40 * root);
        for (int i = 0; i < n; i++) free(p[i]); free(p); }"""),
    # ---- n^2 ----
    c("matrix", "n^2", "n^2", """void work(int n) { double **p = malloc(n * sizeof *p);
        for (int i = 0; i < n; i++) p[i] = malloc(n * sizeof **p);
        for (int i = 0; i < n; i++) free(p[i]); free(p); }""", sizes=SMALL),
    c("triangle", "n^2", "n^2", """void work(int n) { char **p = malloc(n * sizeof *p);
        for (int i = 0; i < n; i++) p[i] = malloc(16 * i + 16);
        for (int i = 0; i < n; i++) free(p[i]); free(p); }""", sizes=SMALL),
    c("row_at_a_time", "n^2", "n", """void work(int n) { for (int i = 0; i < n; i++) {
        double *p = malloc(n * sizeof *p); p[0] = i; sink = p[0]; free(p); } }""", sizes=SMALL),
    c("two_rows", "n^2", "n", """void work(int n) { long *last = calloc(n, sizeof *last);
        for (int i = 0; i < n; i++) { long *row = malloc(n * sizeof *row); row[0] = last[0]; free(last); last = row; }
        free(last); }""", sizes=SMALL),
    c("grown_by_one", "n^2", "n", """void work(int n) { long *p = 0;
        for (int i = 0; i < n; i++) { p = realloc(p, (i + 1) * sizeof *p); p[i] = i; } free(p); }""", sizes=SMALL),
    c("grown_by_copy", "n^2", "n", """void work(int n) { long *p = 0;
        for (int i = 0; i < n; i++) { long *q = malloc((i + 1) * sizeof *q); if (i) memcpy(q, p, i * sizeof *q);
            free(p); p = q; p[i] = i; } free(p); }""", sizes=SMALL),
    c("concatenation", "n^2", "n", """static char *join(char *a, const char *b) {
        char *p = malloc(strlen(a) + strlen(b) + 1); strcpy(p, a); strcat(p, b); free(a); return p; }
        void work(int n) { char *s = strdup(""); for (int i = 0; i < n; i++) s = join(s, "one more word "); free(s); }""",
      sizes=SMALL),
    c("concatenation_leaks", "n^2", "n^2", """static char *join(const char *a, const char *b) {
        char *p = malloc(strlen(a) + strlen(b) + 1); strcpy(p, a); strcat(p, b); return p; }
        void work(int n) { char *s = ""; for (int i = 0; i < n; i++) s = join(s, "one more word "); sink = s[0]; }""",
      sizes=SMALL),
    c("pairs", "n^2", "n^2", """void work(int n) { struct node *list = 0;
        for (int i = 0; i < n; i++) for (int k = 0; k < i; k++) list = push(list, k); drop(list); }""", sizes=SMALL),
    # ---- n^3 ----
    c("planes", "n^3", "n^2", """void work(int n) { for (int i = 0; i < n; i++) {
        char *p = malloc(8 * n * n); p[0] = i; sink = p[0]; free(p); } }""", sizes=CUBES),
    # ---- 2^n ----
    c("tree", "2^n", "2^n", """static struct node *grow(int n) { struct node *x = push(0, n);
        if (n) x->next = grow(n - 1), x->other = grow(n - 1); return x; }
        static void fell(struct node *x) { if (x) fell(x->next), fell(x->other), free(x); }
        void work(int n) { fell(grow(n)); }""", sizes=TINY),
    c("branching", "2^n", "n", """static void branch(int n) { char *p = malloc(200); p[0] = n;
        if (n) branch(n - 1), branch(n - 1); sink = p[0]; free(p); }
        void work(int n) { branch(n); }""", sizes=TINY),
    c("fibonacci", "2^n", "n", """static long fib(int n) { long *p = malloc(100 * sizeof *p);
        *p = n < 2 ? n : fib(n - 1) + fib(n - 2); long r = *p; free(p); return r; }
        void work(int n) { sink = fib(n); }""", sizes="for (int n = 3; n <= 18; n++)"),
    # ---- C++ ----
    cxx("vector_grown", "n", "n", """void work(int n) { std::vector<long> v; for (int i = 0; i < n; i++) v.push_back(i);
        sink = v.back(); }""", sizes="for (int n = 15; n < 20000; n = 3 * n / 2 + 1)"),
    cxx("vector_reserved", "n", "n", """void work(int n) { std::vector<long> v; v.reserve(n);
        for (int i = 0; i < n; i++) v.push_back(i); sink = v.back(); }"""),
    cxx("map", "n", "n", "void work(int n) { std::map<int, long> m; for (int i = 0; i < n; i++) m[i * 7] = i; sink = m.size(); }"),
    cxx("set_emptied", "n", "1", """void work(int n) { std::set<int> s;
        for (int i = 0; i < n; i++) { s.insert(i); if (s.size() > 4) s.erase(s.begin()); } sink = s.size(); }"""),
    cxx("unordered", "n", "n", """void work(int n) { std::unordered_map<int, long> m; for (int i = 0; i < n; i++) m[i] = i;
        sink = m.size(); }"""),
    cxx("std_list", "n", "n", "void work(int n) { std::list<long> v; for (int i = 0; i < n; i++) v.push_back(i); sink = v.size(); }"),
    cxx("queue", "n", "1", """void work(int n) { std::deque<long> q; for (int i = 0; i < n; i++) { q.push_back(i);
        if (q.size() > 8) q.pop_front(); } sink = q.size(); }""", sizes="for (int n = 1000; n <= 100000; n *= 2)"),
    cxx("string_appended", "n", "n", """void work(int n) { std::string s; for (int i = 0; i < n; i++) s += "some more text";
        sink = s.size(); }""", sizes="for (int n = 15; n < 20000; n = 3 * n / 2 + 1)"),
    cxx("string_prepended", "n^2", "n", """void work(int n) { std::string s; for (int i = 0; i < n; i++) s = "some more text" + s;
        sink = s.size(); }""", sizes=SMALL),
    cxx("unique_trees", "n", "n", """struct tree { std::unique_ptr<tree> a, b; };
        static std::unique_ptr<tree> grow(int n) { if (!n) return nullptr; auto x = std::make_unique<tree>();
        x->a = grow((n - 1) / 2); x->b = grow(n - 1 - (n - 1) / 2); return x; }
        void work(int n) { auto x = grow(n); sink = x != nullptr; }"""),
    cxx("vectors_of_vectors", "n^2", "n^2", """void work(int n) { std::vector<std::vector<long>> v(n, std::vector<long>(n));
        sink = v[n / 2][0]; }""", sizes=SMALL),
    cxx("copied_down", "n^2", "n^2", """static void down(std::vector<long> v, int n) { if (n) down(v, n - 1); sink = v[0]; }
        void work(int n) { down(std::vector<long>(n), n); }""", sizes=SMALL),
    cxx("thrown_through", "n", "n", """static void build(int n) { std::vector<long> v(2 * n); sink = v[0]; throw n; }
        void work(int n) { try { build(n); } catch (int) { } }""", routine="build(int)"),
    cxx("new_arrays", "n^2", "n", """void work(int n) { for (int i = 0; i < n; i++) { long *p = new long[n]; p[0] = i;
        sink = p[0]; delete[] p; } }""", sizes=SMALL),
]
