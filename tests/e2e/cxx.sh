#!/bin/bash
# C++: containers and algorithms of the standard library have their known growth. Virtual calls, templates and
# exceptions are attributed to their routines.
. "$(dirname "$0")/lib.sh"

# slope FILE ROUTINE: prints the exponent of cost against arg:n, between the smallest and the largest n.
slope() {
    ask "$1" 'round(__import__("math").log(q[-1][4] / q[-1][1] / (q[0][4] / q[0][1])) / __import__("math").log(q[-1][0] / q[0][0]), 3) if (q := s["'"$2"'"]["sizes"]["arg:n"]["points"]) and len(q) >= 6 else None'
}

# between WHAT LOW HIGH VALUE: fails unless LOW <= VALUE <= HIGH.
between() { python3 -c "import sys; sys.exit(not ($2 <= $4 <= $3))" || { fail "$1: exponent $4, expected $2 to $3"; exit 1; }; }

test_containers_and_algorithms_have_their_known_growth() {
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

# Loops over ranges and others. The loop on a line that ends with "// N" has N iterations, an unfinished last one included.
test_iterations_of_loops_are_counted() {
    cat >ranges.cc <<'EOF'
#include <initializer_list>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>
#define EACH(x, v) for (int x : v)
static volatile long sum;
struct at { // may throw, and has to be destroyed
    std::shared_ptr<int> n;
    at(int k) : n(new int(k)) {}
    at(const at &o) : n(o.n) {}
    ~at() { sum = sum + 1; }
    bool operator!=(const at &o) const { if (*n > 99) throw 1; return *n != *o.n; }
    int operator*() const { return *n; }
    at &operator++() { n.reset(new int(*n + 1)); return *this; }
};
struct upto { int n; at begin() const { return at(0); } at end() const { return at(n); } };
typedef std::vector<std::string> words;
static void array(const int (&a)[7]) {
    for (int x : a) sum = sum + x; // 7
}
static void vector(const std::vector<int> &v) {
    for (int x : v) // 5
        if (x & 1) sum = sum + x;
}
static void map(const std::map<int, int> &m) {
    for (auto &x : m) sum = sum + x.second; // 3
}
static void none(const std::list<int> &l) {
    for (int x : l) sum = sum + x; // 0
}
static void nested() {
    for (int x : {1, 2, 3}) // 3
        for (int y : {x, x}) // 6
            sum = sum + y;
}
static void throws(upto r) {
    for (int x : r) { // 4
        try { if (x == 2) throw 1; } catch (int) { continue; }
        sum = sum + x;
    }
}
static void left(const words &w) {
    for (std::string x : w) { // 4
        if (x == "b") continue;
        std::string y = x + "y";
        if (y == "dy") break;
        sum = sum + (long)y.size();
    }
}
static long returned(const words &w) {
    for (const auto &x : w) // 3
        if (x == "c") return (long)x.size();
    return 0;
}
static void thrown(const words &w) {
    for (std::string x : w) // 2
        if (x == "b") throw 1;
}
static void lambda(const std::vector<int> &v) {
    auto add = [&](int k) {
        for (int x : v) sum = sum + x * k; // 10
    };
    EACH(k, (std::initializer_list<int>{1, 2})) add(k); // 2
}
static void others(std::list<int> l) {
    for (auto i = l.begin(); i != l.end(); ++i) sum = sum + *i; // 3
    while (!l.empty()) // 3
        l.pop_front();
    int n = 0;
    while (std::unique_ptr<int> left{n < 5 ? new int(n) : nullptr}) // 5
        if (n++ == 2) continue;
    for (int k = 0; std::shared_ptr<int> next = k < 9 ? std::make_shared<int>(k) : nullptr; k++) { // 4
        std::string word(30, 'x');
        if (*next == 3) break;
    }
    n = 0;
    do sum = sum + n; while (++n < 4 && sum); // 4
    for (;;) // 6
        if (++n == 10) break;
}
int main() {
    int a[] = {1, 2, 3, 4, 5, 6, 7};
    std::vector<int> v;
    v.resize(5, 1);
    words w = {"a", "b", "c", "d", "e"};
    array(a), vector(v), map({{1, 2}, {3, 4}, {5, 6}}), none({}), nested(), throws({4}), left(w), returned(w), lambda(v);
    try { thrown(w); } catch (int) { sum = sum + 1; }
    others({1, 2, 3});
}
EOF
    local o want
    want=$(grep -nE '// [0-9]+$' ranges.cc | sed -E 's|:.*// |:|' | tr '\n' ' ')
    for o in -O0 -O1 -O2 -O3 "-O1 --reference"; do
        assert_ok "$ORDO" c++ -std=c++17 -w $o ranges.cc -o ranges
        assert_ok "$ORDO" record -q -- ./ranges
        "$ORDO" report --json >r.json
        assert_eq "iterations at $o" "$want" "$(python3 -c '
import json
of = {}
for s in json.load(open("r.json"))["scopes"]:
    if s["kind"] == "loop" and "ranges.cc" in s["file"] and s["calls"] and s["routine"] != "main": of[s["line"]] = of.get(s["line"], 0) + s["iterations"]
print(*("%d:%d" % x for x in sorted(of.items())), "")')"
    done
    for o in -O0 -O2; do
        assert_ok "$ORDO" c++ -std=c++17 -w --structure $o ranges.cc -o ranges
        assert_ok "$ORDO" tree -q --json ./ranges >t.json
        assert_eq "steps at $o --structure" "$want" "$(python3 -c '
import json
of = {}
def walk(n):
    if n["kind"] == "loop" and "ranges.cc" in n["file"] and n["routine"] != "main": of[n["line"]] = of.get(n["line"], 0) + n["steps"]
    for c in n["repetitions"]: walk(c)
for e in json.load(open("t.json"))["entries"]: walk(e)
print(*("%d:%d" % x for x in sorted(of.items())), "")')"
    done
}

# The initialiser of an inline variable, or of a static member of a template, is in the variable's linker group. The
# linker keeps one such group of all files that have it.
test_variables_defined_in_headers_link() {
    cat >group.h <<'C'
#include <vector>
int f();
inline std::vector<int> table = [] { std::vector<int> v; for (int i = 0; i < 20 + f(); i++) v.push_back(i * i % 7); return v; }();
template <class T> struct holder { static std::vector<T> values; };
template <class T> std::vector<T> holder<T>::values = [] { std::vector<T> v; for (int i = 0; i < 9; i++) v.push_back(i); return v; }();
C
    cat >first.cc <<'C'
#include "group.h"
#include <cstdio>
int g();
int f() { return 3; }
int main() { int s = g(); for (int x : table) s += x; for (int x : holder<int>::values) s += x; std::printf("%d\n", s); }
C
    cat >second.cc <<'C'
#include "group.h"
int g() { int s = 0; for (int x : table) s += x; for (int x : holder<int>::values) s -= x; return s; }
C
    for how in "" --production --structure --blocks=only; do
        for file in first second; do assert_ok "$ORDO" c++ $how -std=c++17 -O2 -g -c $file.cc; done
        for linker in bfd lld-19; do
            [ $linker = bfd ] || command -v ld.$linker >/dev/null || continue
            assert_ok "$ORDO" c++ $how -fuse-ld=$linker first.o second.o -o program
            assert_eq "$how by $linker" 86 "$("$ORDO" record -q -o g.data ./program)"
        done
    done
    expect 0 "$ORDO" report g.data
}

test_library_routines_have_their_source_names() {
    cat >seeks.cc <<'C'
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
C
    assert_ok "$ORDO" c++ -O1 -g -o seeks seeks.cc
    assert_ok "$ORDO" record -q -o s.data ./seeks
    expect 0 "$ORDO" report s.data
    grep -q 'std::istream::seekg' out || { cat out; fail "its name"; exit 1; }
    ! grep -q '_ZN' out || { cat out; fail "a mangled name"; exit 1; }
}

run_tests
