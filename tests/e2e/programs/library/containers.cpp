/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* containers.cpp: counts words in a map, a hash table and a list, and appends them to a string. */
#include <iostream>
#include <list>
#include <map>
#include <string>
#include <unordered_map>
int walk(const std::map<std::string, int> &m) {
    int t = 0;
    for (auto &e : m) t += e.second;
    return t;
}
size_t append(const std::string &s, std::string &to) { return to.append(s).size(); }
int main() {
    std::map<std::string, int> m;
    std::unordered_map<std::string, int> u;
    std::list<int> l;
    std::string word, all;
    int t = 0;
    while (std::cin >> word) {
        m[word]++, u[word]++, l.push_front(1);
        t += walk(m);
        std::string piece = word;
        append(piece, all);
    }
    try {
        t += (int)all.at(1u << 30);
    } catch (const std::exception &) {
        t++;
    }
    std::cout << t << ' ' << all.size() << ' ' << u.size() << ' ' << l.size() << std::endl;
}
