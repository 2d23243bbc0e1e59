/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * builds.cpp: what different builds of C++ treat differently: containers, templates, virtual calls,
 * exceptions, lambdas, destructors.
 */
#include "../../support/programs/work.h"

#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

struct shape {
    virtual ~shape() = default;
    virtual long area() const = 0;
};

struct square : shape {
    long side;
    explicit square(long s) : side(s) {}
    long area() const override {
        long s = 0;
        for (long i = 0; i < side; i++) s += side;
        return s;
    }
};

struct several : shape {
    std::vector<std::unique_ptr<shape>> parts;
    long area() const override {
        long s = 0;
        for (auto &p : parts) s += p->area();
        return s;
    }
};

template <typename T> KEPT T power(T base, int n) {
    return n == 0 ? T(1) : base * power(base, n - 1);
}

KEPT long checked(int n) {
    std::vector<int> v(10);
    std::iota(v.begin(), v.end(), n);
    if (n % 4 == 3) return v.at((size_t)n * 10);
    return std::accumulate(v.begin(), v.end(), 0L) + work(n);
}

int main() {
    auto all = std::make_unique<several>();
    std::unordered_map<std::string, int> count;
    std::map<int, std::function<long(int)>> routines = {{0, work}, {1, fibonacci}, {2, checked}};
    for (int i = 0; i < 40; i++) {
        all->parts.push_back(std::make_unique<square>(i));
        count["word " + std::to_string(i % 7)] += i;
        try {
            say("routine", routines[i % 3](i % 15));
        } catch (const std::out_of_range &) {
            puts("out of range");
        }
    }
    say("area", all->area());
    say("power", power<long>(3, 20));
    for (int i = 0; i < 7; i++) say("count", count["word " + std::to_string(i)]);
    pid_t p = fork();
    if (p == 0) exit((int)(plenty() & 0) + 3);
    say_end("child", wait_for(p));
    return 6;
}
