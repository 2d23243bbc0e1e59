/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * rights.c: works, gives up a right or ends in a way that its argument names, and works on.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NOBODY = 65534 };

struct node {
    struct node *next;
    int value;
};

static struct node *cons(int value, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = next;
    return n;
}

static int sum(const struct node *list) {
    int all = 0;
    for (; list; list = list->next) all += list->value;
    return all;
}

static int work(int lists) {
    int all = 0;
    for (int length = 1; length <= lists; length++) {
        struct node *list = NULL;
        for (int i = 0; i < length; i++) list = cons(i, list);
        all += sum(list);
        for (struct node *next; list; list = next) next = list->next, free(list);
    }
    return all;
}

/* Allows the system calls that a program needs to write and to end; all others fail. */
static int filter(void) {
    static const int allowed[] = {SYS_read, SYS_write,  SYS_exit_group, SYS_exit,
                                  SYS_brk,  SYS_munmap, SYS_mmap,       SYS_rt_sigreturn};
    enum { N = sizeof allowed / sizeof *allowed };
    struct sock_filter code[2 * N + 2], *at = code;
    *at++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0);
    for (int i = 0; i < N; i++) {
        *at++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)allowed[i], 0, 1);
        *at++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
    *at++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    struct sock_fprog program = {(unsigned short)(at - code), code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static int give_up(const char *what) {
    if (!strcmp(what, "user")) return setuid(NOBODY);
    if (!strcmp(what, "root"))
        return chroot("jail") || chdir("/") || setresuid(NOBODY, NOBODY, NOBODY);
    if (!strcmp(what, "calls")) return filter();
    if (!strcmp(what, "terminal")) return daemon(1, 1);
    return 0;
}

int main(int n, char **arguments) {
    char line[32];
    int before = work(20);
    if (give_up(n > 1 ? arguments[1] : "nothing")) return 1;
    int length = snprintf(line, sizeof line, "%d\n", before + work(1500));
    if (write(1, line, (size_t)length) != length) return 1;
    if (n > 1 && !strcmp(arguments[1], "end")) _exit(0);
    return 0;
}
