/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * forks.c NUMBER: NUMBER short children, one after the other.
 */
#include "../../support/programs/work.h"

int main(int argc, char **argv) {
    int number = argc > 1 ? atoi(argv[1]) : 10, ends[7] = {0};
    for (int i = 0; i < number; i++) {
        pid_t p = fork();
        if (p == 0) {
            sink += work(i % 20);
            if (i % 2) _exit(i % 7);
            exit(i % 7);
        }
        int status = wait_for(p);
        if (WIFEXITED(status) && WEXITSTATUS(status) < 7) ends[WEXITSTATUS(status)]++;
        sink += work(5);
    }
    for (int i = 0; i < 7; i++) say("ends", ends[i]);
    say("work", plenty());
    return 0;
}
