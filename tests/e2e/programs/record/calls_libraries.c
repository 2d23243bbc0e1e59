/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* calls_libraries.c: calls a library that it is linked with, and loads another one. */
#include <dlfcn.h>
#include <stdio.h>
int linked(int);
int main(void) {
    void *h = dlopen("./libloaded.so", RTLD_NOW);
    int (*loaded)(int) = (int (*)(int))dlsym(h, "loaded");
    printf("%d\n", linked(5) + loaded(5));
    dlclose(h);
    printf("%d\n", linked(3));
    return 0;
}
