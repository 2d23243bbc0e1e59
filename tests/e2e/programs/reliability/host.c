/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * host.c LIBRARY: a program that is not instrumented and loads a library that is.
 */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
    void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (!library) {
        printf("%s\n", dlerror());
        return 1;
    }
    int (*routine)(int) = (int (*)(int))dlsym(library, "plugged");
    printf("%d\n", routine(100));
    return 3;
}
