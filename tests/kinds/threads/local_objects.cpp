/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * local_objects.cpp: thread-local objects, whose constructors and destructors work.
 */
#include "../../support/programs/work.h"

#include <atomic>
#include <thread>
#include <vector>

static std::atomic<long> made, ended;

struct local {
    std::vector<int> values;
    local() : values(100, 3) {
        sink = sink + plenty();
        made++;
    }
    ~local() {
        long s = 0;
        for (int v : values) s += v;
        sink = sink + work(20);
        ended += s;
    }
};

static thread_local local own;
static thread_local std::vector<long> numbers;

int main() {
    for (int round = 0; round < 5; round++) {
        std::vector<std::thread> threads;
        for (int i = 0; i < 6; i++)
            threads.emplace_back([i] {
                for (int k = 0; k < 50 * i; k++) numbers.push_back(k);
                if (i % 2) own.values.push_back((int)numbers.size());
            });
        for (auto &t : threads) t.join();
        say("made", made);
        say("ended", ended);
    }
    own.values.push_back(1);
    return 0;
}
