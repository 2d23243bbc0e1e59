/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ways_to_throw.cc: loops that exceptions leave in many ways. Prints a hash, the exceptions caught
 * in main, and the guards still open (0). */
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>
static int open_guards;
struct guard {
    guard() { open_guards++; }
    ~guard() { open_guards--; }
};
struct other { int v; };
using ints = std::vector<int>;

__attribute__((noinline)) static int risky(int k, int bad) {
    guard g;
    if (k == bad) throw std::runtime_error("bad " + std::to_string(k));
    if (k == bad + 1000) throw other{k};
    return k * 3 + 1;
}
// Left by an exception that the routine catches; the handler looks at what the loop changed.
__attribute__((noinline)) static long search(const ints &v, int bad) {
    long sum = 0;
    int i = 0;
    try {
        for (; i < (int)v.size(); i++) {
            guard g;
            std::string s("longer than what strings hold themselves");
            s[0] = (char)('a' + i % 20);
            sum += risky(v[(size_t)i], bad) + s[0];
        }
    } catch (const std::exception &e) {
        return sum * 31 + i + e.what()[4];
    }
    return sum + i;
}
// Left by an exception that also leaves the loop around it and the routine.
__attribute__((noinline)) static long parts(const ints &v, int bad) {
    long sum = 0;
    guard g;
    for (size_t i = 0; i < v.size(); i += 36) {
        ints part;
        for (size_t k = i; k < i + 36; k++) {
            guard h;
            if (k < v.size()) part.push_back(risky(v[k], bad));
        }
        for (int p : part) sum += p;
    }
    return sum;
}
// Handlers of several kinds, in a loop around them, and for exceptions that the loop itself throws.
__attribute__((noinline)) static long retry(const ints &v, int bad) {
    long sum = 0;
    for (int round = 0; round < (int)v.size() % 40 + 1; round++) {
        int n = 0;
        try {
            for (int x : v) {
                std::string t(20 + (size_t)round, 'x');
                n++;
                sum += risky(x + round, bad) + (long)t.size();
                if (sum % 1009 == 7) throw 5;
            }
        } catch (int k) {
            sum += k * n;
        } catch (other &o) {
            for (int i = 0; i < n + 9; i++) sum ^= i * o.v;
        } catch (std::runtime_error &e) {
            for (const char *c = e.what(); *c; c++) sum = sum * 7 + *c + n;
        }
    }
    return sum;
}
// The handler that a loop chooses is in the loop, or after it.
static int chosen(int k) {
    int n = 0, r = 0;
    for (int i = 0; i < k; i++) {
        guard a;
        for (int j = 0; j < k; j++) {
            guard b;
            try {
                for (int l = 0; l < 9; l++) {
                    ints t((size_t)l + 1, j);
                    if (t.back() * l == 21) throw j;
                    if (l * i * j == 60) throw 2.5;
                    if (i == j && l == 8 && i % 11 == 10) throw std::runtime_error("out");
                    n += t.front();
                }
            } catch (int x) {
                n += x;
                if (x % 2) continue;
                break;
            } catch (double) {
                r++;
                goto next;
            }
        }
    next:
        r ^= n;
    }
    return n + r;
}
int main(int argc, char **argv) {
    int n = atoi(argv[1]), caught = 0;
    unsigned long h = 0;
    for (int k = 1; k <= n; k++) {
        ints v;
        for (int i = 0; i < 10 + k; i++) v.push_back((i * 7) % (k + 11));
        h = h * 31 + (unsigned long)search(v, k % 3 == 0 ? k / 2 : -5000);
        try {
            h = h * 31 + (unsigned long)parts(v, k % 4 == 0 ? k : -5000);
        } catch (std::exception &e) {
            caught++;
        }
        h = h * 31 + (unsigned long)retry(v, k % 5 == 0 ? k - 3 : k % 7 == 0 ? k - 1000 : -5000);
        try {
            h = h * 31 + (unsigned long)chosen(k % 17);
        } catch (const std::runtime_error &e) {
            caught++;
        }
    }
    printf("%lu %d %d\n", h, caught, open_guards);
    if (argc > 2) risky(7, 7);
}
