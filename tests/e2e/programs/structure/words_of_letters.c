/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* words_of_letters.c: counts the letters of strings that a list points to: many small inputs, and
 * one list. */
#include <stdlib.h>
#include <string.h>
struct word {
    struct word *next;
    char *text;
};
static struct word *words(int n) {
    struct word *all = 0;
    for (int i = 0; i < n; i++) {
        struct word *w = malloc(sizeof *w);
        *w = (struct word){all, strdup("some word")};
        all = w;
    }
    return all;
}
static int letters(const struct word *w, int *count) {
    int sum = 0;
    for (; w; w = w->next)
        for (const char *c = w->text; *c; c++) sum += ++count[(unsigned char)*c];
    return sum;
}
int main(void) {
    static int count[256];
    int sum = 0;
    for (int n = 50; n <= 1000; n += 50) sum += letters(words(n), count);
    return sum == 0;
}
