/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* covered.c: branches of several kinds and a fork, built with --coverage. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#define OWN __attribute__((noinline)) static
static int sum;
OWN void one_of(int n) { switch (n) { case 0: return; case 7: return; } sum++; }
OWN void falls(int n) { switch (n) { case 0: sum++; case 7: sum++; case 9: return; default: sum += 3; } sum++; }
OWN int both(int n) { if (n > 2 && n < 7) return 1; return n == 8 ? 2 : 3; }
OWN int either(int n) { if (n > 2 || n < -7) return 1; return 3; }
OWN int leaves(int n) { while (n-- > 0) { if (n == 4) break; if (n == 5) continue; sum++; } return n; }
int main(void) {
    int status = 1;
    pid_t child = fork();
    for (int n = 0; n < 9; n++) {
        one_of(n);
        falls(n);
        sum += both(n) + either(n) + leaves(n);
    }
    if (!child) _exit(3);
    wait(&status);
    printf("%d %d\n", sum, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    return 0;
}
