/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* routines.c: routines with and without loops, local arrays and recursion. */
extern int puts(const char *);
extern unsigned long strlen(const char *);
static int table[40];
static int leaf(int i) { return table[i] + (int)strlen(i % 2 ? "odd" : "even"); }
static int locals(int n) { int a[8]; a[n & 7] = puts("one"); return a[n & 3]; }
static int cell(const int *at) { int s = 0; while (*at) s += *at++; return s; }
static int once(const int *at) { return (int)strlen("two") + *at; }
static int looped(int n) { int s = 0; while (n > 0) s += leaf(n--); return s; }
static int fact(int n) { return n ? n * fact(n - 1) : puts("three"); }
int entry(int n) { return leaf(n) + locals(n); }
int main(void) {
    int s = 0;
    for (int i = 0; i < 40; i++) s += cell(table + i) + once(table + i);
    return s + looped(3) + fact(3) + entry(1) > 0;
}
