/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * production_endless.c N: two loops that make calls and are never left. The N-th iteration of the second kills the
 * program.
 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile long sum;

__attribute__((noinline)) static void serve(long i, long last) {
    sum += i;
    if (i == last) kill(getpid(), SIGKILL);
}

__attribute__((noinline)) static int comes(void) {
    return sum >= 0;
}

__attribute__((noinline)) static void listen(long n) {
    long i = 0;
    while (comes()) /* waiting */
        serve(++i, n);
}

int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 1000;
    for (long round = 0;; round++) { /* endless */
        serve(round, -1);
        if (sum == 3) listen(n);
    }
}
