#!/bin/bash
# C++: the standard library's containers and algorithms come out with their known growth; virtual
# calls, templates and exceptions keep their routines.
. "$(dirname "$0")/lib.sh"

# slope FILE ROUTINE: exponent of cost against arg:n, between the smallest and the largest n.
slope() {
    ask "$1" 'round(__import__("math").log(q[-1][4] / q[-1][1] / (q[0][4] / q[0][1])) / __import__("math").log(q[-1][0] / q[0][0]), 3) if (q := s["'"$2"'"]["sizes"]["arg:n"]["points"]) and len(q) >= 6 else None'
}

# between WHAT LOW HIGH VALUE
between() { python3 -c "import sys; sys.exit(not ($2 <= $4 <= $3))" || { fail "$1: exponent $4, expected $2 to $3"; exit 1; }; }

test_containers_and_algorithms_grow_as_known() {
    cat >grow.cc <<'EOF'
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
EOF
    local o
    for o in -O0 -O2; do
        "$ORDO" c++ -std=c++17 $o grow.cc -o grow
        ./grow >want
        "$ORDO" record -q -- ./grow >out
        assert_ok cmp want out
        between "std::sort at $o" 1.05 1.35 "$(slope ordo.data sorting)"
        between "std::map insertion at $o" 1.05 1.35 "$(slope ordo.data mapping)"
        between "std::unordered_map insertion at $o" 0.9 1.1 "$(slope ordo.data hashing)"
        between "std::string append at $o" 0.9 1.1 "$(slope ordo.data appending)"
        between "std::lower_bound at $o" 0.05 0.35 "$(slope ordo.data searching)"
        between "insertion at a std::vector's front at $o" 1.5 2.1 "$(slope ordo.data prepending)"
    done
}

test_virtual_calls_lambdas_and_templates_keep_their_routines() {
    cat >poly.cc <<'EOF'
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>
struct shape { virtual ~shape() {} virtual int area(int n) const = 0; };
struct square : shape { int area(int n) const override { int s = 0; for (int i = 0; i < n; i++) s += n; return s; } };
struct line : shape { int area(int) const override { return 0; } };
template <int K> static int times(int n) { int s = 0; for (int i = 0; i < K * n; i++) s++; return s; }
int main() {
    std::vector<std::unique_ptr<shape>> all;
    for (int i = 0; i < 10; i++) { if (i % 2) all.emplace_back(new square); else all.emplace_back(new line); }
    int s = 0;
    for (auto &x : all) s += x->area(5);
    std::function<int(int)> f = [&](int n) { int k = 0; while (n > 1) { n /= 2; k++; } return k; };
    for (int i = 0; i < 7; i++) s += f(i) + times<1>(i) + times<2>(i);
    std::printf("%d\n", s);
}
EOF
    local o
    for o in -O0 -O2; do
        "$ORDO" c++ -std=c++17 --no-fold $o poly.cc -o poly
        "$ORDO" record -q -- ./poly >out
        assert_eq "calls at $o of the two areas, the lambda and the two instances" "5 5 7 7 7" "$(ask ordo.data '*[sum(x["calls"] for x in p["scopes"] if x["kind"] == "routine" and x["file"] == "poly.cc" and x["line"] == l and (not w or w in x["name"])) for l, w in ((6, "area"), (7, "area"), (14, ""), (8, "times<1>"), (8, "times<2>"))]')"
    done
}

run_tests
