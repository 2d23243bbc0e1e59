/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* library_work.c: loops with library routines that access n elements per step (strlen, strcat,
 * memmove), so that reads are quadratic while steps are linear; and loops without. */
#include <stdlib.h>
#include <string.h>
static void upper(char *s) {
    for (size_t i = 0; i < strlen(s); i++)
        if (s[i] >= 'a') s[i] -= 32;
}
static void lower(char *s) {
    for (size_t i = 0, n = strlen(s); i < n; i++)
        if (s[i] < 'a') s[i] += 32;
}
static void fill(char *to, int n) {
    *to = 0;
    for (int i = 0; i < n; i++) strcat(to, "z");
}
static void number(int *v, int n) {
    for (int i = 0; i < n; i++) v[i] = i;
}
static int drain(int *v, int n) {
    int sum = 0;
    for (; n; n--) {
        sum += v[0];
        memmove(v, v + 1, (size_t)(n - 1) * sizeof *v);
    }
    return sum;
}
int main(void) {
    for (int n = 8; n <= 1024; n *= 2) {
        char *s = malloc((size_t)n + 1);
        int *v = malloc((size_t)n * sizeof *v);
        number(v, n);
        fill(s, n);
        upper(s);
        lower(s);
        drain(v, n);
        free(s), free(v);
    }
    return 0;
}
