/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* vowels.c: strlen in the conditions of two loops makes them quadratic in the length of the word. */
#include <stdio.h>
#include <string.h>
int vowels(const char *s) {
    int n = 0;
    for (size_t i = 0; i < strlen(s); i++) n += s[i] == 'a' || s[i] == 'e';
    return n;
}
void upper(char *s) {
    for (size_t i = 0; i < strlen(s); i++) s[i] -= 32;
}
int main(void) {
    char word[100];
    int n = 0;
    while (scanf("%99s", word) == 1) n += vowels(word), upper(word);
    printf("%d\n", n);
    return 0;
}
