/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* inlined.c: routines that the compiler inlines, one into the other. */
static inline __attribute__((always_inline)) int inner(int n) { __asm__ volatile("nop"); return n * 3; }
static inline __attribute__((always_inline)) int middle(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s ^= inner(i) + s;
    return s;
}
__attribute__((noinline)) int outer(int n) { return middle(n) + middle(n + 1); }
int main(int c, char **v) { return outer(c) == 77; }
