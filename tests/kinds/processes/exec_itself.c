/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * exec_itself.c TIMES: the program executes itself, each time from a deeper recursion, while
 * another thread runs.
 */
#include "../../support/programs/work.h"

#include <pthread.h>

static void *busy(void *unused) {
    (void)unused;
    for (;;) sink += plenty();
    return NULL;
}

KEPT long again(int depth, char *program, int times) {
    char text[20];
    long s = work(depth);
    if (depth) return s + again(depth - 1, program, times);
    snprintf(text, sizeof text, "%d", times - 1);
    printf("not flushed in %d\n", times);
    execl("/no/such/program", program, (char *)NULL);
    sink += work(10);
    fflush(stdout);
    execl(program, program, text, (char *)NULL);
    return 1;
}

int main(int argc, char **argv) {
    pthread_t t;
    int times = argc > 1 ? atoi(argv[1]) : 0;
    say("work", plenty());
    if (times == 0) return 6;
    if (times % 2) pthread_create(&t, NULL, busy, NULL);
    return (int)again(times, argv[0], times);
}
