/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shell.c: system and popen, reading and writing, of commands and of the program itself.
 */
#include "../../support/programs/work.h"

static void read_from(const char *command) {
    char line[200];
    FILE *f = popen(command, "r");
    while (f && fgets(line, sizeof line, f)) fputs(line, stdout);
    if (f) say_end("popen", pclose(f));
}

int main(int argc, char **argv) {
    char command[4096];
    sink += plenty();
    if (argc > 1) {
        printf("again %ld\n", work(20));
        return 9;
    }
    for (int i = 0; i < 3; i++) {
        sink += work(i);
        say_end("system", system("echo in a shell; exit 4"));
        read_from("echo one; echo two; exit 3");
    }
    snprintf(command, sizeof command, "%s again", argv[0]);
    say_end("system", system(command));
    read_from(command);
    fflush(stdout);
    FILE *f = popen("cat", "w");
    for (int i = 0; i < 5; i++) fprintf(f, "line %d %ld\n", i, work(i));
    say_end("popen", pclose(f));
    say_end("killed", system("kill -9 $$"));
    return 0;
}
