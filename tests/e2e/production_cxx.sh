# Production builds of C++: exceptions leave loops in recorded code and in plain code.
. "$(dirname "$0")/lib.sh"

program() {
    cat >throws.cc <<'C'
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
C
}

# loops FILE: prints the routine, line, executions and iterations of the loops that exceptions leave.
loops() {
    "$ORDO" report --json "$1" >.report.json
    python3 - <<'P'
import json
for s in json.load(open(".report.json"))["scopes"]:
    lines = {"search": 1, "parts": 1, "retry": 2}
    name = s["routine"].split("(")[0]
    if s["kind"] == "loop" and s["file"] == "throws.cc" and name in ("search", "parts", "retry"):
        print(name, s["line"], s["calls"], s["iterations"])
P
}

test_exceptions_leave_loops_alike_in_plain_and_recorded_code() {
    local o rate
    program
    clang++-19 -O1 -o plain throws.cc
    ./plain 40 >want
    "$ORDO" c++ -O1 -o full throws.cc
    "$ORDO" record -o full.data ./full 40 >out 2>err
    loops full.data | sort >want.loops
    assert_eq "loops" 8 "$(wc -l <want.loops)"
    for o in 0 1 2 s; do
        "$ORDO" c++ --production "-O$o" -o throws throws.cc
        ./throws 40 >out
        cmp out want || { fail "not recorded, -O$o: $(cat out) instead of $(cat want)"; exit 1; }
        for rate in 1 1/3 1/100; do
            ORDO_RATE=$rate "$ORDO" record -o p.data ./throws 40 >out 2>err
            cmp out want || { fail "rate $rate, -O$o: $(cat out) instead of $(cat want)"; exit 1; }
            loops p.data | sort >got.loops
            assert_eq "loops, rate $rate, -O$o" "$(cat want.loops)" "$(cat got.loops)"
        done
    done
}

test_an_uncaught_exception_ends_the_program() {
    program
    "$ORDO" c++ --production -O2 -o throws throws.cc
    clang++-19 -O2 -o plain throws.cc
    ( ./plain 3 x ) >want 2>want.err || echo "$?" >>want
    ( ORDO_RATE=1 "$ORDO" record -o p.data ./throws 3 x ) >out 2>err || echo "$?" >>out
    assert_eq "output and status" "$(cat want)" "$(cat out)"
    grep -q "what():  bad 7" err
}

# An exception leaves a loop for a loop that undoes its work. How often the second one runs is known from how far the
# first one came.
test_copies_that_throw_are_undone() {
    cat >part.cc <<'C'
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>
static int left = 1 << 30, alive;
struct part {
    int value;
    std::vector<part> parts;
    explicit part(int v) : value(v) { alive++; }
    part(const part &p) : value(p.value), parts(p.parts) {
        if (--left < 0) throw std::runtime_error("enough");
        alive++;
    }
    part &operator=(const part &) = default;
    ~part() { alive--; }
};
__attribute__((noinline)) static part join(const part &x, const part &y) {
    part p(3);
    p.parts.push_back(x);
    p.parts.push_back(y);
    return p;
}
__attribute__((noinline)) static long count(const part &p) {
    long n = 1;
    for (auto &k : p.parts) n += count(k);
    return n;
}
int main() {
    long sum = 0, thrown = 0;
    for (int i = 0; i < 60; i++) {
        part a(1);
        left = i % 3 ? 1 << 30 : i * 5;
        try {
            for (int k = 0; k < 4; k++) {
                a = join(a, a);
                sum += count(a) * (k + 1);
            }
        } catch (const std::exception &) {
            thrown++;
        }
    }
    printf("%ld %ld %d\n", sum, thrown, alive);
}
C
    clang++-19 -O1 -o plain part.cc
    ./plain >want
    for o in 0 1 2 3 s; do
        for exact in "" --structure; do
            # shellcheck disable=SC2086
            assert_ok "$ORDO" c++ $exact "-O$o" -o exact part.cc
            assert_eq "exact, -O$o $exact" "$(cat want)" "$(./exact)"
        done
        assert_ok "$ORDO" c++ --production "-O$o" -o parts part.cc
        for rate in 1 1/2 1/3 1/10; do
            ORDO_RATE=$rate "$ORDO" record -o p.data ./parts >out 2>err || { cat err; fail "rate $rate, -O$o"; exit 1; }
            cmp out want || { fail "rate $rate, -O$o: $(cat out) instead of $(cat want)"; exit 1; }
        done
    done
}

# The linker keeps one copy of a template instance; copies that were inlined stay.
test_recursions_in_templates_of_several_files_are_counted() {
    cat >tree.h <<'C'
#include <map>
#include <set>
#include <string>
template <class T> struct tree {
    T key;
    tree *left = nullptr, *right = nullptr;
    explicit tree(T k) : key(k) {}
};
template <class T> int height(const tree<T> *t) {
    if (!t) return 0;
    int l = height(t->left), r = height(t->right);
    return 1 + (l > r ? l : r);
}
template <class T> bool odd(const tree<T> *t);
template <class T> bool even(const tree<T> *t) { return !t || odd(t->left); }
template <class T> bool odd(const tree<T> *t) { return t && even(t->left); }
template <class T> tree<T> *insert(tree<T> *t, T k) {
    if (!t) return new tree<T>(k);
    if (k < t->key) t->left = insert(t->left, k);
    else t->right = insert(t->right, k);
    return t;
}
using sets = std::map<std::string, std::set<int>>;
C
    cat >first.cc <<'C'
#include "tree.h"
#include <cstdio>
int second(int n);
int main() {
    tree<int> *t = nullptr;
    for (int i = 0; i < 200; i++) t = insert(t, i * 7919 % 211);
    int h = even(t);
    for (int k = 0; k < 10; k++) h += height(t);
    sets m;
    for (int i = 0; i < 100; i++) m[std::to_string(i % 7)].insert(i);
    sets c = m;
    c.erase(c.begin());
    printf("%d %d %d %d\n", h, second(300), (int)m.size(), (int)c.size());
}
C
    cat >second.cc <<'C'
#include "tree.h"
int second(int n) {
    tree<int> *t = nullptr;
    for (int i = 0; i < n; i++) t = insert(t, i * 104729 % 307);
    sets m;
    for (int i = 0; i < n; i++) m[std::to_string(i % 5)].insert(i * 2);
    sets c = m;
    int sum = height(t) + even(t);
    for (auto &e : c) sum += *e.second.rbegin();
    return sum;
}
C
    clang++-19 -O1 -o plain first.cc second.cc
    ./plain >want
    for options in -O0 -O1 -O2 -Os "-O2 -fPIC -ffunction-sections -Wl,--gc-sections" "-O2 -flto" "-O1 -flto=thin"; do
        # shellcheck disable=SC2086
        assert_ok "$ORDO" c++ --production $options -o trees first.cc second.cc
        for rate in 1 1/3; do
            ORDO_RATE=$rate "$ORDO" record -o p.data ./trees >out 2>err
            cmp out want || { fail "rate $rate, $options: $(cat out) instead of $(cat want)"; exit 1; }
        done
        ORDO_RATE=1 "$ORDO" record -o p.data ./trees >out 2>err
        "$ORDO" report --json p.data | python3 -c '
import json, sys
for s in json.load(sys.stdin)["scopes"]:
    if s["kind"] == "recursion" and s["name"].startswith(("insert", "height")):
        print(s["name"], s["calls"], s["cost"]["self"])' | sort >got
        assert_eq "executions and activations, $options" "height<int> 11 4611
insert<int> 500 4831" "$(cat got)"
    done
}

run_tests
