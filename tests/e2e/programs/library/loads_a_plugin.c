/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loads_a_plugin.c: loads a library by a name without a folder, which the loader finds in the
 * program's RUNPATH. */
#include <dlfcn.h>
#include <stdio.h>
int main(void) {
    void *h = dlopen("libplugin.so", RTLD_NOW);
    if (!h) return puts(dlerror()), 1;
    int (*answer)(void) = (int (*)(void))dlsym(h, "answer");
    printf("%d\n", answer());
    return dlclose(h);
}
