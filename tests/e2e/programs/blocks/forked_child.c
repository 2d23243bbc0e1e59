/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* forked_child.c: a parent and its child count different lines. "= N" is the number of executions
 * of a line. */
#include <sys/wait.h>
#include <unistd.h>
static volatile int sink;
static void parent(void) {
    sink++; // = 10
}
static void child(void) {
    sink--; // = 5
}
int main(void) {
    for (int i = 0; i < 10; i++)
        parent(); // = 10
    int status = 0; // = 1
    if (fork() == 0) { // = 1
        for (int i = 0; i < 5; i++)
            child(); // = 5
        _exit(0); // = 1
    }
    wait(&status); // = 1
    return status; // = 1
}
