/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kept_loops.c: loops that stay loops at -O2: nested ones, and one with a switch. */
#define STEP __asm__ volatile("" : "+r"(s))
__attribute__((noinline)) long inner(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) {
        STEP;
        for (int k = 0; k < i; k++) STEP;
        STEP;
    }
    return s;
}
__attribute__((noinline)) long choice(int n) {
    long s = n;
    while (n-- > 0)
        switch (s & 7) {
        case 0: s += 3; STEP; break;
        case 1: s += 5; STEP; break;
        case 2: s ^= 9; STEP; break;
        case 3: s -= 1; STEP; break;
        case 4: s += 8; STEP; break;
        default: s >>= 1; STEP;
        }
    return s;
}
int main(void) {
    long s = 0;
    for (int n = 1; n <= 40; n++) { s += inner(n) + choice(n); STEP; }
    return s == 1;
}
