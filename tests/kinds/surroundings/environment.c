/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * environment.c WAY: the program clears its environment (clear), sets environ to NULL (null), or
 * overwrites it together with its arguments (title). Its children get what is left.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    sink += plenty();
    if (is(argv[1], "again")) {
        printf("again: %s\n", environ && environ[0] ? "an environment" : "none");
        return 5;
    }
    char program[4096];
    snprintf(program, sizeof program, "%s", argv[0]);
    if (is(argv[1], "clear")) clearenv();
    if (is(argv[1], "null")) environ = NULL;
    if (is(argv[1], "title")) {
        char *end = argv[0];
        for (int i = 0; i < argc; i++) end = argv[i] + strlen(argv[i]);
        for (int i = 0; environ[i]; i++) end = environ[i] + strlen(environ[i]);
        memset(argv[0], 'x', (size_t)(end - argv[0]));
        environ = NULL;
    }
    say("path", getenv("PATH") != NULL);
    grow();
    live();
    pid_t p = fork();
    if (p == 0) {
        execl(program, program, "again", (char *)NULL);
        _exit(90);
    }
    say_end("child", wait_for(p));
    setenv("ONE", "1", 1);
    live();
    return 0;
}
