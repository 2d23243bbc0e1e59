/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* process_tree.c: a process with two children, one of which executes the program again. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int sum(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += rand() & i;
    return s;
}
int main(int n, char **v) {
    if (n > 1) return sum(n) < 0;
    if (!fork()) return sum(10) < 0;
    if (!fork()) execl(v[0], v[0], "leaf", NULL);
    return wait(NULL) == wait(NULL);
}
