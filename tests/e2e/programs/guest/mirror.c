/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mirror.c: prints what a process sees of itself: open descriptors, threads, signal dispositions
 * and mask. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static void list(const char *path) {
    DIR *d = opendir(path);
    int n = 0;
    for (struct dirent *e; (e = readdir(d));) n += e->d_name[0] != '.';
    printf("%s %d\n", path, n);
    closedir(d);
}
int main(void) {
    char line[256];
    printf("errno %d, next descriptor %d\n", errno, open("/dev/null", O_RDONLY));
    list("/proc/self/fd");
    list("/proc/self/task");
    FILE *f = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, f)) { /* SigQ counts all processes of the user */
        if (!strncmp(line, "SigQ", 4)) continue;
        if ((!strncmp(line, "Sig", 3) && line[3] != 'Q') || !strncmp(line, "Shd", 3)) fputs(line, stdout);
    }
    return 0;
}
