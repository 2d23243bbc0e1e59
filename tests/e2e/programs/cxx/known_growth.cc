/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* known_growth.cc: sorts, fills and searches containers of 64 to 8,192 elements, each in a routine
 * of its own. */
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>
static unsigned long seed = 1;
static int any() { return (int)((seed = seed * 6364136223846793005ul + 1442695040888963407ul) >> 40); }
static long sorting(int n, std::vector<int> &v) { std::sort(v.begin(), v.begin() + n); return v[0]; }
static long mapping(int n) { std::map<int, int> m; for (int i = 0; i < n; i++) m[any()] = i; return (long)m.size(); }
static long hashing(int n) { std::unordered_map<int, int> m; for (int i = 0; i < n; i++) m[any()] = i; return (long)m.size(); }
static long appending(int n) { std::string s; for (int i = 0; i < n; i++) s += (char)i; return (long)s.size(); }
static long prepending(int n) { std::vector<int> v; for (int i = 0; i < n; i++) v.insert(v.begin(), i); return (long)v.size(); }
static long searching(int n, const std::vector<int> &v) { long k = 0; for (int i = 0; i < 100; i++) k += *std::lower_bound(v.begin(), v.begin() + n, any()); return k; }
int main() {
    long t = 0;
    for (int n = 64; n <= 8192; n *= 2) {
        std::vector<int> v(n + 1);
        for (int &x : v) x = any();
        t += sorting(n, v) + mapping(n) + hashing(n) + appending(n) + searching(n, v);
        if (n <= 2048) t += prepending(n);
    }
    std::printf("%ld\n", t);
}
