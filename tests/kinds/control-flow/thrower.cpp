/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * thrower.cpp: a library to be loaded. It calls back, catches the exception and throws another one.
 */
#include <stdexcept>
#include <vector>

extern "C" long call_or_throw(long (*routine)(long), long n) {
    std::vector<long> v;
    for (long i = 0; i < n; i++) v.push_back(i);
    if (n % 4 == 2) throw(int) n;
    try {
        for (long x : v) n += routine(x % 4);
    } catch (const std::exception &) {
        if (n % 2) throw std::logic_error("thrown instead");
        throw;
    }
    return n;
}
