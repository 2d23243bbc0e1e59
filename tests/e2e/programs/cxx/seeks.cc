/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* seeks.cc: calls seekg and peek of a string stream. */
#include <sstream>
int main() {
    std::istringstream in("a few words to read");
    int sum = 0;
    for (int i = 0; i < 300; i++) {
        in.seekg(i % 7);
        sum += in.peek();
    }
    return sum == 0;
}
