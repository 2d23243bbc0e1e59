/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * stack.c KILOBYTES WAY: a recursion and threads that use half of a small stack (half), or overflow
 * it (over).
 */
#include "../../support/programs/life.h"

KEPT long deep(long bytes) {
    volatile char room[480];
    room[0] = (char)bytes;
    for (int i = 1; i < 480; i++) room[i] = (char)(room[i - 1] + 1);
    return bytes > 512 ? deep(bytes - 512) + room[7] : room[9];
}

static void *thread(void *bytes) {
    sink += deep((long)bytes);
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t t[3];
    if (argc < 3) return 2;
    long bytes = atol(argv[1]) << 10;
    say("half", deep(bytes / 2));
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, thread, (void *)(bytes / 2));
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    live();
    if (is(argv[2], "over")) say("all", deep(bytes * 2));
    return 0;
}
