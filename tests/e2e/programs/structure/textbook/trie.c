/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trie.c: A trie of words.
 *
 * Algorithms:
 *   main: no data structure
 *   fill#1: no data structure
 *   fill#2: modification of array char; steps = n; n = used 3..8
 *   insert: construction of structure trie, traversal of array char; steps = n - 1; n = used of char 4..9
 *   count#1 + count#2: traversal of structure trie; steps = 27*n; n = elements 32..915 */
#include "textbook.h"

struct trie {
    struct trie *child[26];
    bool word;
};
static void insert(struct trie *t, const char *s) {
    for (; *s; s++) {
        if (!t->child[*s - 'a']) t->child[*s - 'a'] = calloc(1, sizeof *t);
        t = t->child[*s - 'a'];
    }
    t->word = true;
}
static int count(const struct trie *t) {
    int n = t->word;
    for (int i = 0; i < 26; i++)
        if (t->child[i]) n += count(t->child[i]);
    return n;
}
static void fill(struct trie *t, int n) {
    for (int i = 0; i < n; i++) {
        char word[9];
        int len = 3 + draw() % 6;
        for (int k = 0; k < len; k++) word[k] = 'a' + draw() % 26;
        word[len] = 0;
        insert(t, word);
    }
}
int main(void) {
    for (int n = 5; n <= 200; n += 10) {
        struct trie *t = calloc(1, sizeof *t);
        fill(t, n);
        sink += count(t);
    }
}
