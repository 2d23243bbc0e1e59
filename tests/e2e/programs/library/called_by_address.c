/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* called_by_address.c: calls strlen and malloc through pointers. */
#include <string.h>
#include <stdlib.h>
size_t (*volatile measure)(const char *) = strlen;
void *(*volatile take)(size_t) = malloc;
size_t through(const char *s) { return measure(s); }
int main(void) {
    for (int n = 1; n < 20; n++) {
        char *s = take(n + 1);
        memset(s, 'x', n);
        s[n] = 0;
        if (through(s) != (size_t)n) return 1;
        free(s);
    }
    return 0;
}
