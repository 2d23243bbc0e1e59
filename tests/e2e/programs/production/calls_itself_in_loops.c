/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * calls_itself_in_loops.c: a matcher of wildcards that backtracks. It only reads memory, so LLVM
 * knows that a call of it changes nothing; what Ordo counts in it does change.
 *
 *   calls_itself_in_loops N
 */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static int matches(const char *pattern, const char *text) {
    for (; *pattern; pattern++, text++) {
        if (*pattern == '*') {
            pattern++;
            for (;; text++) { /* tries */
                if (matches(pattern, text)) return 1;
                if (!*text) return 0;
            }
        }
        if (*pattern != *text) return 0;
    }
    return !*text;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 8, k = 0;
    char pattern[100], text[100];
    if (n < 1 || n > 40) return 2;
    for (int i = 0; i < n; i++) pattern[k++] = '*', pattern[k++] = 'a';
    pattern[k++] = 'b', pattern[k] = 0;
    for (int i = 0; i < 2 * n; i++) text[i] = 'a';
    text[2 * n] = 0;
    puts(matches(pattern, text) ? "yes" : "no");
}
