/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lines.c: sorts, joins and splits lines with routines of the library, among them qsort, snprintf,
 * realloc, strtok_r and getline. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int order(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
int sort(char **lines, int n) {
    qsort(lines, n, sizeof *lines, order);
    return n;
}
char *join(char **lines, int n) {
    char *all = calloc(1, 1), number[32];
    for (int i = 0; i < n; i++) {
        snprintf(number, sizeof number, "%d:%.5s,", i, lines[i]);
        all = realloc(all, strlen(all) + strlen(number) + 1);
        strcat(all, number);
    }
    return all;
}
int tokens(char *s) {
    int n = 0;
    for (char *save, *t = strtok_r(s, ",", &save); t; t = strtok_r(NULL, ",", &save)) n += atoi(t);
    return n;
}
int main(void) {
    char *lines[200], *line = NULL;
    size_t room = 0;
    int n = 0;
    while (n < 200 && getline(&line, &room, stdin) > 0) {
        lines[n++] = strdup(line);
        sort(lines, n);
        char *all = join(lines, n);
        printf("%d %zu\n", tokens(all), strlen(all));
        free(all);
    }
    return 0;
}
