/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* strict.c: may only read, write and end from some point on, and is killed if it does anything else. */
#define _GNU_SOURCE
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    char text[64];
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT)) return 1;
    ssize_t n = read(0, text, sizeof text);
    if (n > 0 && write(1, text, (size_t)n) != n) n = 0;
    syscall(SYS_exit, n > 0 ? 0 : 2);
}
