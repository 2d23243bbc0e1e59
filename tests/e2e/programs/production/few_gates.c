/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* few_gates.c: a routine with the body BODY, which the command line defines. */
int call(int);
static inline __attribute__((always_inline)) int each(const char *text, int n) {
    int s = 0;
    for (int i = 0; i < n && text[i]; i++) s += call(text[i]);
    return s;
}
int few(const char *text, int n) {
    BODY
    return n;
}
