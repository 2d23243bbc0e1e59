/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * locked.c FLAGS: the program locks its memory and continues with threads and a child. It prints to standard
 * error how many kilobytes are locked, the runtime's library included.
 */
#include "../../../support/programs/work.h"

#include <pthread.h>
#include <sys/mman.h>

static void *thread(void *unused) {
    (void)unused;
    sink += work(1000);
    return NULL;
}

static long locked(void) {
    char line[200];
    long kilobytes = -1;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "VmLck: %ld", &kilobytes) == 1) break;
    if (f) fclose(f);
    return kilobytes;
}

int main(int argc, char **argv) {
    pthread_t t[4];
    int status = -1, r = argc > 1 ? mlockall(atoi(argv[1])) : 0;
    printf("%d %s\n", r, r ? strerror(errno) : "");
    fprintf(stderr, "locked %ld kB\n", locked());
    for (int i = 0; i < 4; i++) {
        int error = pthread_create(&t[i], NULL, thread, NULL);
        if (error) printf("thread: %s\n", strerror(error)), t[i] = 0;
    }
    for (int i = 0; i < 4; i++)
        if (t[i]) pthread_join(t[i], NULL);
    sink += work(100000);
    fflush(stdout);
    pid_t p = fork();
    if (p == 0) {
        sink += work(500);
        printf("the child has %ld kB\n", locked());
        exit(0);
    }
    waitpid(p, &status, 0);
    printf("it ended with %d\n", status);
    r = munlockall();
    printf("%d, and %ld kB\n", r, locked());
    return 0;
}
