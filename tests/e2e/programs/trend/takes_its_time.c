/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* takes_its_time.c: a loop, and a pause of 0.6 seconds. */
#include <stdlib.h>
#include <unistd.h>
static volatile int sink;
int main(int argc, char **argv) {
    for (int i = 0; i < atoi(argv[argc - 1]); i++) sink += i;
    return usleep(600000);
}
