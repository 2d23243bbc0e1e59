/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* calls_own_getline.c: calls getline and index, which own_getline.c defines with other parameters
 * than the library. */
int printf(const char *, ...);
int getline(char *, int);
char *index(const char *, int, int, double);
int (*by_address)(char *, int) = getline;
int main(void) {
    char line[100];
    int total = 0, n;
    while ((n = getline(line, 100)) > 0) total += n;
    printf("%d %s %d\n", total, index("x", 1, 2, 3.5), by_address(line, 9));
    return 0;
}
