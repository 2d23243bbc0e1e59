/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * std_thread.cpp: std::thread with mutexes, conditions, a future, and an exception that ends in its
 * thread.
 */
#include "../../support/programs/work.h"

#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

int main() {
    std::mutex mutex;
    std::condition_variable changed;
    std::map<int, std::string> results;
    std::vector<std::thread> threads;
    int turn = 0;
    for (int i = 0; i < 8; i++)
        threads.emplace_back([&, i] {
            long r = work(i * 10);
            try {
                if (i % 3 == 0) throw std::runtime_error("thrown " + std::to_string(r));
                std::unique_lock<std::mutex> lock(mutex);
                changed.wait(lock, [&] { return turn >= i / 3; });
                results[i] = std::to_string(r);
            } catch (const std::exception &e) {
                std::lock_guard<std::mutex> lock(mutex);
                results[i] = e.what();
                turn++;
                changed.notify_all();
            }
        });
    for (auto &t : threads) t.join();
    for (auto &r : results) printf("%d %s\n", r.first, r.second.c_str());
    std::promise<long> promise;
    std::future<long> future = promise.get_future();
    std::thread([&promise] { promise.set_value_at_thread_exit(plenty()); }).detach();
    say("future", future.get());
    return 0;
}
