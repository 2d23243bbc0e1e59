/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * computed_jumps.c: loops without a condition: an interpreter whose cases jump to the next one, the
 * same with its braces on lines of their own, and loops that are left from the middle.
 * tests/e2e/identity.sh knows the lines that have a comment.
 */
#include <stdio.h>
#include <stdlib.h>

static long jumps(const unsigned char *code, int n) {
    static const void *const table[] = {&&add, &&twice, &&stop};
    long x = 0;
    const unsigned char *pc = code;

    for (;;) { /* jumps */
        goto *table[*pc++];
    add:
        x += n;
        goto *table[*pc++];
    twice:
        x *= 2;
        goto *table[*pc++];
    stop:
        if (x < 0) break;
        return x;
    }
    return -1;
}

/* clang-format off */
static long braces(const unsigned char *code)
{
    static const void *const table[] = {&&add, &&less, &&stop};
    long x = 0;
    if (code)
    {
        x = 3;
        for (;;) /* braces */
        {
            goto *table[*code++];
        add:
            x += 1;
            goto *table[*code++];
        less:
            x -= 1;
            goto *table[*code++];
        stop:
            return x;
        }
    }
    return -1;
}
/* clang-format on */

static int middle(int n) {
    int k = 0, x = 0;

    for (;;) { /* middle */

        if (k >= n) break;
        x += k++;
    }
    return x;
}

int main(void) {
    long sum = 0;
    for (int n = 1; n < 20; n++) { /* main */
        unsigned char *code = calloc((size_t)n + 1, 1);
        code[n / 2] = 1;
        code[n] = 2;
        sum += jumps(code, n) + braces(code) + middle(n);
        free(code);
    }
    printf("%ld\n", sum);
    return 0;
}
