/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* payload.cc: fills a list and a map with integers. */
#include <list>
#include <map>
int main() {
    std::list<int> l;
    std::map<int, int> m;
    for (int i = 0; i < 50; i++) l.push_back(i);
    for (int x : l) m[x] = x;
    return m.size() != 50;
}
