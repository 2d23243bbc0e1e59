/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * host.c LIBRARY...: each library is loaded, used, closed and loaded again; also in a thread and in
 * a child.
 */
#include "../../support/programs/life.h"

#include <dlfcn.h>

KEPT void use(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        printf("%s\n", dlerror());
        return;
    }
    long (*routine)(int) = (long (*)(int))dlsym(library, "plugged");
    long (*again)(long (*)(int), int) =
        (long (*)(long (*)(int), int))dlsym(library, "plugged_back");
    for (int i = 0; i < 10; i++) sink += routine(i);
    say("plugged", routine(100));
    say("called back", again(routine, 50));
    dlclose(library);
}

static void *thread(void *name) {
    use(name);
    return NULL;
}

int main(int argc, char **argv) {
    sink += plenty();
    for (int round = 0; round < 4; round++)
        for (int i = 1; i < argc; i++) {
            pthread_t t;
            use(argv[i]);
            pthread_create(&t, NULL, thread, argv[i]);
            pthread_join(t, NULL);
            pid_t p = fork();
            if (p == 0) {
                use(argv[i]);
                exit(3);
            }
            say_end("child", wait_for(p));
            sink += work(i);
        }
    life_forks();
    say("work", plenty());
    return 0;
}
