/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reloads_a_library.c: loads and closes a library three times. "= N" is the number of executions of
 * a line. */
#include <dlfcn.h>
int main(void) {
    int n = 0;
    for (int i = 0; i < 3; i++) {
        void *h = dlopen("./plug.so", RTLD_NOW);
        if (!h) return 1;
        int (*plug)(int) = (int (*)(int))dlsym(h, "plug");
        for (int k = 0; k < 10; k++)
            n = plug(n);
        dlclose(h); // = 3
    }
    return n != 30;
}
