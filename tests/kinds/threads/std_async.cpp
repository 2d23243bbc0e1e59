/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * std_async.cpp: std::async in a recursion, deferred, and with an exception that crosses threads.
 */
#include "../../support/programs/work.h"

#include <algorithm>
#include <future>
#include <numeric>
#include <stdexcept>
#include <vector>

KEPT void merge_sort(std::vector<int> &v, size_t from, size_t to, int depth) {
    if (to - from < 2) return;
    size_t middle = from + (to - from) / 2;
    if (depth) {
        auto half = std::async(std::launch::async, [&] { merge_sort(v, from, middle, depth - 1); });
        merge_sort(v, middle, to, depth - 1);
        half.get();
    } else {
        merge_sort(v, from, middle, 0);
        merge_sort(v, middle, to, 0);
    }
    std::vector<int> merged;
    for (size_t i = from, j = middle; i < middle || j < to;)
        merged.push_back(j == to || (i < middle && v[i] < v[j]) ? v[i++] : v[j++]);
    std::copy(merged.begin(), merged.end(), v.begin() + (long)from);
}

int main() {
    std::vector<int> v(3000);
    for (size_t i = 0; i < v.size(); i++) v[i] = (int)(i * 7919 % 3001);
    merge_sort(v, 0, v.size(), 4);
    say("sorted", std::is_sorted(v.begin(), v.end()));
    say("sum", std::accumulate(v.begin(), v.end(), 0L));
    std::vector<std::future<long>> all;
    for (int i = 0; i < 20; i++)
        all.push_back(std::async(i % 2 ? std::launch::async : std::launch::deferred, [i] {
            if (i % 5 == 4) throw std::out_of_range("of range");
            return work(i * 5);
        }));
    for (auto &f : all) try {
            say("async", f.get());
        } catch (const std::out_of_range &e) {
            puts(e.what());
        }
    return 0;
}
