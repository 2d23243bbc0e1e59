// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// library_pairs.cc: code of the C++ library, as Ordo sees it, compares all pairs of a part of the
// data. The program's own scope runs once.
#include <cstdio>
#include <vector>

namespace std {
long equal_pairs(const int *data, int n) {
    long pairs = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) pairs += data[i] == data[k];
    return pairs;
}
} // namespace std

int main() {
    std::vector<int> data(600, 7);
    long sum = 0;
    for (int i = 1; i <= 40; i++) sum += std::equal_pairs(data.data(), 15 * (i * 17 % 41));
    printf("%ld\n", sum);
}
