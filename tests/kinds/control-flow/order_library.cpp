/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * order_library.cpp: a library with constructors, destructors and an object. NAME is the name of
 * its routine.
 */
#include "../../support/programs/work.h"

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

extern "C" long NAME(int n);

namespace {
struct object {
    object() {
        printf("made in %s %ld\n", TEXT(NAME), plenty());
    }
    ~object() {
        printf("ended in %s %ld\n", TEXT(NAME), plenty());
    }
} global;

__attribute__((constructor(200))) void begin() {
    printf("constructor in %s %ld\n", TEXT(NAME), plenty());
}

__attribute__((destructor(200))) void end() {
    printf("destructor in %s %ld\n", TEXT(NAME), plenty());
}

void at_end() {
    printf("at exit in %s %ld\n", TEXT(NAME), plenty());
}
} // namespace

long NAME(int n) {
    static object local;
    atexit(at_end);
    return work(n);
}
