/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* killed_after_50.c: kills itself after 50 calls of a routine. */
#include <signal.h>
#include <unistd.h>
int work(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
int main(void) {
    for (int i = 0; i < 50; i++) work(i);
    kill(getpid(), SIGKILL);
    return 0;
}
