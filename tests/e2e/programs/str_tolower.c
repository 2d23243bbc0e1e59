/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * str_tolower.c: wf's str_tolower (aprof, PLDI 2012, section 3). strlen in the loop's condition makes it quadratic
 * in the length of the word, which shows in one run over words of ordinary lengths, with cells of one byte.
 * count_upper, which only reads the string, is quadratic too, although an optimiser would hoist its strlen. A word of
 * n letters has the size n + 1: its terminator is read too.
 *
 * expect cell=1: sizes("str_tolower") == {n + 1: 1 for n in range(1, 25)}
 * expect cell=1: sizes("count_upper") == {n + 1: 2 for n in range(1, 25)}
 * expect cell=1: 1.6 < slope(costs("str_tolower"), 7, 25) < 2.1
 * expect cell=1: 1.6 < slope(costs("count_upper"), 7, 25) < 2.1
 * expect cell=1: scope("wf_tolower")["folded"] and "calls" not in scope("wf_tolower")
 */
#include <stdio.h>
#include <string.h>

static char word[32];

int wf_tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

void str_tolower(char *str) {
    int i;
    for (i = 0; i < strlen(str); i++) str[i] = wf_tolower(str[i]);
}

int count_upper(const char *str) {
    int upper = 0;
    for (size_t i = 0; i < strlen(str); i++)
        if (str[i] >= 'A' && str[i] <= 'Z') upper++;
    return upper;
}

int main(void) {
    int upper = 0;
    for (int n = 1; n < 25; n++) {
        for (int i = 0; i < n; i++) word[i] = i % 2 ? 'a' : 'A';
        word[n] = 0;
        upper += count_upper(word);
        str_tolower(word);
        upper += count_upper(word) * 1000;
    }
    return upper == 156 ? 0 : 1;
}
