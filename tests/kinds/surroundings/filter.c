/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * filter.c WAY: a filter forbids the system calls that make or change files and mappings. A
 * forbidden call returns an error (errors) or kills the program (killed).
 */
#define _GNU_SOURCE
#include "../../support/programs/work.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define NOT(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), BPF_STMT(BPF_RET | BPF_K, end)

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    unsigned end = is(argv[1], "killed") ? SECCOMP_RET_KILL_PROCESS : SECCOMP_RET_ERRNO | EPERM;
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        NOT(SYS_mmap),
        NOT(SYS_mremap),
        NOT(SYS_munmap),
        NOT(SYS_open),
        NOT(SYS_openat),
        NOT(SYS_ftruncate),
        NOT(SYS_fallocate),
        NOT(SYS_madvise),
        NOT(SYS_clock_gettime),
        NOT(SYS_getpid),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    say("work", plenty());
    say("no new rights", prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
    say("filter", prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
    for (int i = 0; i < 100; i++) sink += alone(i);
    say("worked", alone(20));
    grow();
    say("grown", alone(30));
    return 8;
}
