/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* list_and_map.cc: walks a list of three nodes; a map of one. */
#include <list>
#include <map>
int main() {
    std::list<int> l;
    for (int i = 0; i < 3; i++) l.push_back(i);
    std::map<int, int> m;
    m[1] = 2;
    int sum = 0;
    for (int x : l) sum += x;
    return sum - 3;
}
