/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* address_space.c: prints the size of its address space in kB. */
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
    char line[256];
    FILE *f = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, f)) if (!strncmp(line, "VmSize", 6)) printf("%d\n", atoi(line + 7));
    return 0;
}
