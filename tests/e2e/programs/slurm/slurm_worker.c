/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* slurm_worker.c: does what the first word of its file says: fails, is killed, waits for good, or
 * cancels its own job. Executes a loop once per line. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static volatile int sink;
int main(int argc, char **argv) {
    char word[64] = "";
    FILE *f = fopen(argv[1], "r");
    int n = 0, c;
    if (!f || fscanf(f, "%63s", word) != 1) return 4;
    while ((c = fgetc(f)) != EOF)
        n += c == '\n';
    for (int i = 0; i < n; i++)
        sink += i;
    printf("lines = %d\n", n);
    fflush(stdout);
    if (strcmp(word, "fail") == 0) { fputs("went wrong\n", stderr); return 7; }
    if (strcmp(word, "killed") == 0) kill(getpid(), SIGTERM);
    if (strcmp(word, "die") == 0) kill(getpid(), SIGSEGV);
    /* The first process that comes here never leaves; the next one finds its mark. */
    if (strcmp(word, "wait") == 0 && open(argv[2], O_CREAT | O_EXCL | O_WRONLY, 0600) >= 0)
        for (;;) pause();
    if (strcmp(word, "cancel") == 0) {
        /* Asks until it has happened: early requests are lost. */
        for (;;) if (system("scancel ${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID; sleep 1") < 0) return 5;
    }
    return remove(argv[1]);
}
