/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* letters.c: strlen in a loop's condition, allocations, and output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static size_t letters(const char *s) {
    size_t n = 0;
    for (size_t i = 0; i < strlen(s); i++) n += s[i] >= 'a';
    return n;
}
int main(void) {
    size_t total = 0;
    for (size_t n = 1; n < 40; n++) {
        char *s = malloc(n + 1);
        memset(s, 'x', n);
        s[n] = 0;
        total += letters(s);
        free(s);
    }
    printf("%zu\n", total);
    return 0;
}
