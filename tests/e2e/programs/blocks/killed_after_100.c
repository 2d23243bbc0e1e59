/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* killed_after_100.c: kills itself after 100 calls. "= N" is the number of executions of a line. */
#include <signal.h>
#include <unistd.h>
static volatile int sink;
__attribute__((noinline)) static int work(int n) { // = 100
    for (int i = 0; i < n; i++)
        sink += i; // = 4950
    return sink; // = 100
}
int main(void) {
    for (int i = 0; i < 100; i++)
        work(i); // = 100
    kill(getpid(), SIGKILL); // = 1
    return 0;
}
