/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ways_of_loops.c: loops of all forms, entered and left in all ways. Both engines must count them alike.
 */
#include <setjmp.h>

static long data[64];
static jmp_buf out;

static long tests_first(int n) {
    long s = 0;
    for (int i = 0; i < n; i++)
        s += data[i];
    return s;
}

static long tests_last(int n) {
    long s = 0;
    int i = 0;
    do s += data[i++]; while (i < n);
    return s;
}

static long nested(int n) {
    long s = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            s += data[k];
    }
    return s;
}

static int returns(int n) {
    for (int i = 0; i < 64; i++)
        if (i == n) return i;
    return -1;
}

static int goes_on(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0) continue;
        if (i > 20) break;
        s += i;
    }
    return s;
}

static int switches(int n) {
    int s = 0, i = 0;
    while (1) { switch (i++ % 6) {
        case 0: s += 1; break;
        case 1: s += 2;
        case 2: s += 3; break;
        case 3: continue;
        case 4: s ^= 5; break;
        default: s += 7;
        }
        if (i >= n) break;
    }
    return s;
}

static long recurs(int n) {
    long s = 0;
    for (int i = 0; i < n; i++)
        s += recurs(i);
    return s + 1;
}

static void jumps(int n) {
    for (int i = 0; i < 64; i++)
        if (i == n) longjmp(out, 1);
}

static int lands(int n) {
    int s = 0;
    for (volatile int i = 0; i < n; i++) {
        if (!setjmp(out)) jumps(i);
        s++;
    }
    return s;
}

static int leaves_two(int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            if (i * k == 12) goto found;
    return 0;
found:
    return 1;
}

static void never(int n) {
    while (n > 100)
        n--;
}

int main(void) {
    long s = 0;
    for (int n = 0; n <= 30; n++) {
        s += tests_first(n) + tests_last(n + 1) + nested(n) + returns(n) + goes_on(n) + lands(n);
        s += switches(n) + leaves_two(n);
        never(n);
    }
    s += recurs(6);
    return s == 0;
}
