/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trend_worker.c: does what the first word of its file says: fails, is killed, hangs, uses memory
 * or deletes the file. Executes a loop once per line. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static volatile int sink;
int main(int argc, char **argv) {
    char word[64] = "";
    if (argc < 2) return 2;
    FILE *f = strcmp(argv[1], "-") ? fopen(argv[1], "r") : stdin;
    if (!f) { perror(argv[1]); return 3; }
    int n = 0, c;
    if (fscanf(f, "%63s", word) != 1) return 4;
    while ((c = fgetc(f)) != EOF)
        n += c == '\n';
    for (int i = 0; i < n; i++)
        sink += i;
    printf("lines = %d\nnonsense: %dx\n", n, n);
    fflush(stdout);
    if (strcmp(word, "fail") == 0) { fputs("went wrong\n", stderr); return 7; }
    if (strcmp(word, "die") == 0) kill(getpid(), SIGSEGV);
    if (strcmp(word, "hang") == 0) for (;;) pause();
    if (strcmp(word, "wait") == 0) while (access(argv[2], F_OK) != 0) usleep(10000);
    if (strcmp(word, "eat") == 0) { volatile char *p = malloc(400 << 20); for (int i = 0; i < 400 << 20; i += 4096) p[i] = 1; for (;;) pause(); }
    if (strcmp(word, "delete") == 0) return remove(argv[1]);
    return 0;
}
