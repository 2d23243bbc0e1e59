/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * spawn.c: posix_spawn with file actions and attributes, of commands that exist and of one that
 * does not.
 */
#define _GNU_SOURCE
#include "../../support/programs/work.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>

extern char **environ;

int main(void) {
    char *const words[] = {"sh", "-c", "echo spawned; exit 6", NULL};
    char line[100] = "";
    sink += plenty();
    for (int i = 0; i < 5; i++) {
        posix_spawn_file_actions_t actions;
        posix_spawnattr_t attributes;
        sigset_t none;
        pid_t p = -1;
        sigemptyset(&none);
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, 1, "written", O_WRONLY | O_CREAT | O_TRUNC,
                                         0600);
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
        posix_spawnattr_setsigmask(&attributes, &none);
        say("spawn", posix_spawnp(&p, i == 3 ? "no-such-command" : "sh", &actions, &attributes,
                                  words, environ));
        say_end("its end", wait_for(p));
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
        sink += work(i);
    }
    FILE *f = fopen("written", "r");
    if (f && fgets(line, sizeof line, f)) fputs(line, stdout);
    if (f) fclose(f);
    say("work", plenty());
    return 0;
}
