/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_getline.c: routines named getline and index that are not the library's. */
int getchar(void), sprintf(char *, const char *, ...);
int getline(char *s, int most) {
    int c, n = 0;
    while (n < most - 1 && (c = getchar()) != -1) {
        s[n++] = c;
        if (c == '\n') break;
    }
    s[n] = 0;
    return n;
}
char *index(const char *s, int a, int b, double c) {
    static char text[60];
    sprintf(text, "%s%d%d%g", s, a, b, c);
    return text;
}
