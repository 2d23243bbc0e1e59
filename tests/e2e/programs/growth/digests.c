/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* digests.c: short texts are gone through twice, and long ones six times. The letters of a text and the cells that it
 * takes are one size. */
#include <stdio.h>
#include <string.h>
static unsigned digest(const char *s, size_t n, int rounds) {
    unsigned c = ~0u;
    for (int r = 0; r < rounds; r++)
        for (size_t i = 0; i < n; i++) {
            c ^= (unsigned char)s[i];
            for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;
        }
    return c;
}
static unsigned of_name(const char *s) { return digest(s, strlen(s), 2); }
static unsigned of_title(const char *s) { return digest(s, strlen(s), 6); }
int main(void) {
    static char text[64];
    unsigned sum = 0, state = 1;
    for (int i = 0; i < 3000; i++) {
        sprintf(text, "%d", i);
        sum ^= of_name(text);
        state = state * 1103515245u + 12345u;
        memset(text, 'a' + i % 26, 11 + state / 65536 % 18);
        text[11 + state / 65536 % 18] = 0;
        sum ^= of_title(text);
    }
    printf("%u\n", sum);
}
