/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * foreign_frames.cpp: exceptions pass through frames of a library that is not instrumented, of the
 * C library (qsort, bsearch), and of loaded libraries. They are caught, thrown again, and end in
 * handlers of the program.
 */
#include "../../support/programs/work.h"

#include <dlfcn.h>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" long pass_through(long (*routine)(long), long n);

static int left;

KEPT long plenty_of(long n) {
    return plenty() + n;
}

KEPT int compare(const void *a, const void *b) {
    if (--left == 0) throw std::string("from a comparison");
    return *static_cast<const int *>(a) - *static_cast<const int *>(b);
}

KEPT long throws(long n) {
    std::vector<long> v((size_t)n + 1, n);
    for (auto &x : v) x += work((int)n % 20);
    if (n % 3 == 2) throw std::runtime_error("at " + std::to_string(n));
    return n ? v[0] + pass_through(throws, n - 1) : v[0];
}

int main() {
    for (int i = 0; i < 20; i++) try {
            say("returned", pass_through(throws, i % 4));
        } catch (const std::exception &e) {
            puts(e.what());
        }
    for (int i = 1; i < 40; i++) {
        int a[20];
        for (int k = 0; k < 20; k++) a[k] = k * 7 % 20;
        left = i;
        try {
            qsort(a, 20, sizeof *a, compare);
            puts("sorted");
        } catch (const std::string &s) {
            puts(s.c_str());
        }
        sink = sink + work(i);
    }
    for (int i = 0; i < 6; i++) {
        void *library = dlopen(i % 2 ? "./thrower.so" : "./plain_thrower.so", RTLD_NOW);
        if (!library) return 1;
        auto routine =
            reinterpret_cast<long (*)(long (*)(long), long)>(dlsym(library, "call_or_throw"));
        for (int k = 0; k < 10; k++) try {
                say("loaded", routine(k % 2 ? throws : plenty_of, k));
            } catch (const std::exception &e) {
                puts(e.what());
            } catch (int n) {
                say("number", n);
            }
        dlclose(library);
    }
    say("work", plenty());
    return 0;
}
