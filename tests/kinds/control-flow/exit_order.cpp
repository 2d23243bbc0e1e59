/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * exit_order.cpp WAY: routines and objects that end at exit, in libraries too, print their order.
 */
#include "../../support/programs/work.h"

#include <dlfcn.h>

extern "C" long order_linked(int n);

struct named {
    const char *name;
    explicit named(const char *n) : name(n) {
        printf("made %s %ld\n", name, plenty());
    }
    ~named() {
        printf("ended %s %ld\n", name, plenty());
    }
};

static named first("first"), second("second");

__attribute__((constructor)) static void begin() {
    printf("constructor %ld\n", plenty());
}

__attribute__((destructor)) static void end() {
    printf("destructor %ld\n", plenty());
}

static void at_end_one() {
    printf("at exit, one %ld\n", plenty());
}

static void at_end_more() {
    printf("at exit, more %ld\n", plenty());
    atexit(at_end_one);
}

static void on_end(int status, void *text) {
    printf("on exit %d %s %ld\n", status, static_cast<char *>(text), plenty());
}

int main(int argc, char **argv) {
    static char text[] = "text";
    static named third("third");
    if (argc < 2) return 2;
    atexit(at_end_one);
    on_exit(on_end, text);
    atexit(at_end_more);
    say("linked", order_linked(20));
    void *library = dlopen("./order_loaded.so", RTLD_NOW);
    if (!library) return 1;
    say("loaded", reinterpret_cast<long (*)(int)>(dlsym(library, "order_loaded"))(20));
    if (is(argv[1], "closed")) dlclose(library);
    if (is(argv[1], "exit")) exit(5);
    return 6;
}
