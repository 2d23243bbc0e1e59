/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fork_in_recursion.c: forks inside a recursion. */
#include <sys/wait.h>
#include <unistd.h>
static void down(int n) {
    if (n == 3) {
        pid_t child = fork();
        if (child) waitpid(child, 0, 0);
    }
    if (n) down(n - 1);
}
int main(void) {
    down(5);
    down(1);
    return 0;
}
