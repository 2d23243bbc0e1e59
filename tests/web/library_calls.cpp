// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// library_calls.cpp: routines most of whose own cost is in code of the C++ library.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

static void count_words(std::map<std::string, int> &words, int n) {
    for (int i = 0; i < n; i++) words[std::to_string(i % 50)]++;
}

static void sort_numbers(std::vector<int> &numbers) {
    std::sort(numbers.begin(), numbers.end());
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 400;
    std::map<std::string, int> words;
    std::vector<int> numbers;
    for (int k = 10; k <= n; k += 30) {
        count_words(words, k);
        numbers.clear();
        for (int i = 0; i < k; i++) numbers.push_back((i * 7919) % 1009);
        sort_numbers(numbers);
    }
    printf("%zu %d\n", words.size(), numbers[0]);
}
