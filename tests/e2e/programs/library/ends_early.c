/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ends_early.c: ends by _exit, or by exec after an exec that fails. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int leave(const char *how) {
    if (!strcmp(how, "exit")) _exit(7);
    execl("/no/such/program", "x", (char *)0);
    execl("/bin/sh", "sh", "-c", "exit 8", (char *)0);
    return 1;
}
int main(int argc, char **argv) { return argc > 1 ? leave(argv[1]) : 2; }
