/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * user.c WAY: the program becomes another user for good (real) or for a time (effective), or only
 * gives up its capabilities (dumpable). Its children are that user too.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>

static void show(void) {
    printf("%d %d %d %d\n", (int)getuid(), (int)geteuid(), (int)getgid(), (int)getegid());
    int fd = open("/root/ordo-kinds", O_WRONLY | O_CREAT | O_EXCL, 0600);
    printf("%s\n", fd < 0 ? strerror(errno) : "made");
    if (fd >= 0) {
        close(fd);
        unlink("/root/ordo-kinds");
    }
    fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    sink += plenty();
    if (is(argv[1], "real")) {
        say("groups", setgroups(0, NULL));
        say("group", setgid(65534));
        say("user", setuid(65534));
        show();
    }
    if (is(argv[1], "effective")) {
        say("group", setegid(65534));
        say("user", seteuid(65534));
        show();
        grow();
        live();
        say("user", seteuid(0));
        say("group", setegid(0));
    }
    if (is(argv[1], "dumpable")) say("dumpable", prctl(PR_SET_DUMPABLE, 0));
    grow();
    live();
    return 0;
}
