#!/bin/bash
# Library models in real programs: sizes and costs include the work of uninstrumented libc.
. "$(dirname "$0")/lib.sh"

# points FILE SCOPE METRIC: prints "n:count:cost" of each point, on one line.
points() {
    "$ORDO" report --json "$1" | python3 -c '
import json, sys
want, metric = sys.argv[1:]
for s in json.load(sys.stdin)["scopes"]:
    if s["name"] == want or (s["kind"] == "loop" and s["routine"] == want and want + " loop" == want):
        if metric in s["sizes"]:
            print(" ".join("%d:%d:%d" % (p[0], p[1], int(p[4])) for p in s["sizes"][metric]["points"]))
' "$2" "$3"
}
# uncovered FILE: prints the names of routines that were called and have no model.
uncovered() {
    "$ORDO" report --json "$1" | python3 -c '
import json, sys
print(" ".join(sorted(u["function"] for u in json.load(sys.stdin)["uncovered"])))'
}
# exponent: prints the exponent of cost over n of the points "n:count:cost" on stdin.
exponent() {
    python3 -c '
import math, sys
p = [tuple(map(int, x.split(":"))) for x in sys.stdin.read().split()]
p = [(math.log(n), math.log(c / k)) for n, k, c in p if n >= 8]
assert len(p) >= 5, "only %d points" % len(p)
mx = sum(x for x, _ in p) / len(p); my = sum(y for _, y in p) / len(p)
print("%.2f" % (sum((x - mx) * (y - my) for x, y in p) / sum((x - mx) ** 2 for x, _ in p)))'
}
between() { # WHAT LOW HIGH VALUE
    python3 -c 'import sys; sys.exit(not float(sys.argv[1]) <= float(sys.argv[3]) <= float(sys.argv[2]))' \
        "$2" "$3" "$4" || { fail "$1: expected $2..$3, got $4"; exit 1; }
}
words() { python3 -c 'for i in range(1, 80): print("".join(chr(97 + (i * j) % 26) for j in range(i)))'; }

test_strlen_in_a_loop_condition_is_quadratic() {
    cat >p.c <<'C'
#include <stdio.h>
#include <string.h>
int vowels(const char *s) {
    int n = 0;
    for (size_t i = 0; i < strlen(s); i++) n += s[i] == 'a' || s[i] == 'e';
    return n;
}
void upper(char *s) {
    for (size_t i = 0; i < strlen(s); i++) s[i] -= 32;
}
int main(void) {
    char word[100];
    int n = 0;
    while (scanf("%99s", word) == 1) n += vowels(word), upper(word);
    printf("%d\n", n);
    return 0;
}
C
    words >words
    local o f first=
    for o in -O0 -O2; do
        "$ORDO" cc $o -o p p.c
        assert_ok "$ORDO" record -q --cell 1 -o p$o.data -- ./p <words >out
        for f in vowels upper; do
            between "exponent of $f at $o" 1.85 2.1 "$(points p$o.data $f rms | exponent)"
        done
        assert_eq "uncovered at $o" "" "$(uncovered p$o.data)"
        [ -n "$first" ] || first=$(points p$o.data vowels rms)
        assert_eq "points at $o" "$first" "$(points p$o.data vowels rms)"
        assert_eq "points of words of length 9" 10 "$(points p$o.data vowels rms | tr ' ' '\n' | sed -n 9p | cut -d: -f1)"
    done
}

test_models_give_the_same_points_in_the_reference_engine() {
    cat >p.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int order(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
int sort(char **lines, int n) {
    qsort(lines, n, sizeof *lines, order);
    return n;
}
char *join(char **lines, int n) {
    char *all = calloc(1, 1), number[32];
    for (int i = 0; i < n; i++) {
        snprintf(number, sizeof number, "%d:%.5s,", i, lines[i]);
        all = realloc(all, strlen(all) + strlen(number) + 1);
        strcat(all, number);
    }
    return all;
}
int tokens(char *s) {
    int n = 0;
    for (char *save, *t = strtok_r(s, ",", &save); t; t = strtok_r(NULL, ",", &save)) n += atoi(t);
    return n;
}
int main(void) {
    char *lines[200], *line = NULL;
    size_t room = 0;
    int n = 0;
    while (n < 200 && getline(&line, &room, stdin) > 0) {
        lines[n++] = strdup(line);
        sort(lines, n);
        char *all = join(lines, n);
        printf("%d %zu\n", tokens(all), strlen(all));
        free(all);
    }
    return 0;
}
C
    words >words
    local cell
    "$ORDO" cc -O2 -o p p.c
    "$ORDO" cc --reference -O2 -o ref p.c
    for cell in 1 8; do
        "$ORDO" record -q --cell $cell -o p.data -- ./p <words >p.out
        "$ORDO" record -q --cell $cell -o r.data -- ./ref <words >r.out
        cmp p.out r.out
        for f in sort order join tokens main; do
            [ -n "$(points p.data $f rms)" ] || { fail "no points of $f"; exit 1; }
            assert_eq "$f at cell $cell" "$(points r.data $f rms)" "$(points p.data $f rms)"
        done
    done
}

test_routines_of_the_program_may_have_names_of_library_routines() {
    cat >main.c <<'C'
int printf(const char *, ...);
int getline(char *, int);
char *index(const char *, int, int, double);
int (*by_address)(char *, int) = getline;
int main(void) {
    char line[100];
    int total = 0, n;
    while ((n = getline(line, 100)) > 0) total += n;
    printf("%d %s %d\n", total, index("x", 1, 2, 3.5), by_address(line, 9));
    return 0;
}
C
    cat >own.c <<'C'
int getchar(void), sprintf(char *, const char *, ...);
int getline(char *s, int most) {
    int c, n = 0;
    while (n < most - 1 && (c = getchar()) != -1) {
        s[n++] = c;
        if (c == '\n') break;
    }
    s[n] = 0;
    return n;
}
char *index(const char *s, int a, int b, double c) {
    static char text[60];
    sprintf(text, "%s%d%d%g", s, a, b, c);
    return text;
}
C
    printf 'one\ntwo\nthree\n' >in
    local flags
    for flags in -O0 -O2 "-O2 -fno-pie -no-pie" "-O2 -static"; do
        "$ORDO" cc $flags -w -fno-builtin -o own main.c own.c
        assert_eq "idle $flags" "14 x123.5 0" "$(./own <in)"
        assert_eq "recorded $flags" "14 x123.5 0" "$("$ORDO" record -q -o own.data -- ./own <in)"
        assert_eq "calls of getline $flags" 5 "$(points own.data getline rms | tr ' ' '\n' |
            awk -F: '{ n += $2 } END { print n }')"
    done
}

test_a_program_may_have_its_own_allocator() {
    cat >p.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static _Alignas(16) char pool[1 << 22];
static size_t used;
void *malloc(size_t n) {
    n = (n + 31) & ~(size_t)15;
    if (used + n > sizeof pool) return NULL;
    char *p = pool + used;
    used += n;
    *(size_t *)p = n - 16;
    return p + 16;
}
void free(void *p) { (void)p; }
void *calloc(size_t a, size_t b) {
    void *p = malloc(a * b);
    return p ? memset(p, 0, a * b) : NULL;
}
void *realloc(void *old, size_t n) {
    void *p = malloc(n);
    if (p && old) memcpy(p, old, ((size_t *)old)[-2] < n ? ((size_t *)old)[-2] : n);
    return p;
}
int use(int n) {
    char *s = strdup("hello"), *line = NULL;
    size_t room = 0;
    s = realloc(s, 100 + n);
    int r = getline(&line, &room, stdin) + strlen(s);
    free(s);
    return r;
}
int main(void) {
    int t = 0;
    for (int i = 0; i < 5; i++) t += use(i);
    printf("%d\n", t);
    return 0;
}
C
    printf 'one\ntwo\nthree\nfour\nfive\n' >in
    local flags
    for flags in -O0 -O2 "-O2 -static"; do
        "$ORDO" cc $flags -w -o p p.c
        assert_eq "idle $flags" 49 "$(./p <in)"
        assert_eq "recorded $flags" 49 "$("$ORDO" record -q -o p.data -- ./p <in)"
        assert_eq "calls of realloc $flags" 5 "$(points p.data realloc rms | tr ' ' '\n' |
            awk -F: '{ n += $2 } END { print n }')"
    done
}

test_library_routines_called_by_address_are_modelled() {
    cat >p.c <<'C'
#include <string.h>
#include <stdlib.h>
size_t (*volatile measure)(const char *) = strlen;
void *(*volatile take)(size_t) = malloc;
size_t through(const char *s) { return measure(s); }
int main(void) {
    for (int n = 1; n < 20; n++) {
        char *s = take(n + 1);
        memset(s, 'x', n);
        s[n] = 0;
        if (through(s) != (size_t)n) return 1;
        free(s);
    }
    return 0;
}
C
    "$ORDO" cc -O2 -o p p.c
    assert_ok "$ORDO" record -q --cell 1 -o p.data -- ./p
    assert_eq "sizes of through" "$(seq -s' ' 10 28)" \
        "$(points p.data through rms | tr ' ' '\n' | cut -d: -f1 | tr '\n' ' ' | sed 's/ $//')"
}

test_bytes_written_by_the_kernel_are_input_for_drms_only() {
    cat >p.c <<'C'
#include <stdio.h>
#include <unistd.h>
int sum(int n) {
    unsigned char b[64];
    int t = 0;
    if (read(0, b, n) != n) return -1;
    for (int i = 0; i < n; i++) t += b[i];
    return t;
}
int main(void) {
    for (int n = 1; n < 20; n++)
        if (sum(n) < 0) return 1;
    return 0;
}
C
    head -c 1000 /dev/zero >in
    "$ORDO" cc --drms -O1 -o p p.c
    assert_ok "$ORDO" record -q --drms --cell 1 -o p.data -- ./p <in
    assert_eq "rms of sum" "0" "$(points p.data sum rms | tr ' ' '\n' | cut -d: -f1 | sort -u | tr '\n' ' ' | sed 's/ $//')"
    assert_eq "drms of sum" "$(seq -s' ' 1 19)" \
        "$(points p.data sum drms | tr ' ' '\n' | cut -d: -f1 | tr '\n' ' ' | sed 's/ $//')"
}

test_dlopen_searches_where_its_caller_does() {
    mkdir plugins
    echo 'int answer(void) { return 42; }' >plugin.c
    cat >p.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
int main(void) {
    void *h = dlopen("libplugin.so", RTLD_NOW);
    if (!h) return puts(dlerror()), 1;
    int (*answer)(void) = (int (*)(void))dlsym(h, "answer");
    printf("%d\n", answer());
    return dlclose(h);
}
C
    "$ORDO" cc -shared -fPIC -O2 -o plugins/libplugin.so plugin.c
    "$ORDO" cc -O2 -o p p.c -Wl,-rpath,'$ORIGIN/plugins' -Wl,--enable-new-dtags
    assert_eq "idle" 42 "$(./p)"
    assert_eq "recorded" 42 "$("$ORDO" record -q -o p.data -- ./p)"
}

test_signal_handlers_have_their_own_frames() {
    cat >p.c <<'C'
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
static volatile int seen;
static char text[] = "measured in the handler";
void handler(int s, siginfo_t *i, void *c) { seen += i && c ? s + (int)strlen(text) : 0; }
static void old(int s) { seen = -s; }
int work(int n) {
    int t = 0;
    for (int i = 0; i < n; i++) {
        t += i;
        if (i == 5) raise(SIGUSR1);
    }
    return t;
}
int main(void) {
    struct sigaction a, was;
    memset(&a, 0, sizeof a);
    a.sa_sigaction = handler;
    a.sa_flags = SA_SIGINFO;
    signal(SIGUSR1, old);
    if (sigaction(SIGUSR1, &a, &was) || was.sa_handler != old) return 1;
    if (sigaction(SIGUSR1, NULL, &was) || was.sa_sigaction != handler) return 2;
    printf("%d %d\n", work(10), seen);
    return signal(SIGUSR1, SIG_DFL) == (void (*)(int))handler ? 0 : 3;
}
C
    "$ORDO" cc -O2 -o p p.c
    assert_eq "idle" "45 33" "$(./p)"
    assert_eq "recorded" "45 33" "$("$ORDO" record -q --cell 1 -o p.data -- ./p)"
    assert_eq "handler" "28" "$(points p.data handler rms | cut -d: -f1)"
    assert_eq "work" "1" "$(points p.data work rms | cut -d: -f2)"
}

test_recordings_that_end_by__exit_or_exec_are_complete() {
    cat >p.c <<'C'
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int leave(const char *how) {
    if (!strcmp(how, "exit")) _exit(7);
    execl("/no/such/program", "x", (char *)0);
    execl("/bin/sh", "sh", "-c", "exit 8", (char *)0);
    return 1;
}
int main(int argc, char **argv) { return argc > 1 ? leave(argv[1]) : 2; }
C
    "$ORDO" cc -O2 -o p p.c
    local rc=0
    "$ORDO" record -q -o e.data -- ./p exit || rc=$?
    assert_eq "status of _exit" 7 $rc
    assert_eq "leave at _exit" 1 "$(points e.data leave rms | cut -d: -f2)"
    rc=0
    "$ORDO" record -q -o x.data -- ./p exec || rc=$?
    assert_eq "status of exec" 8 $rc
    "$ORDO" report --json x.data | python3 -c '
import json, sys
codes = [w["code"] for w in json.load(sys.stdin)["warnings"]]
sys.exit("killed" in codes)'
}

test_coroutines_have_their_own_frames() {
    cat >p.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
static ucontext_t back, there;
static int value, done, limit;
int measure(const char *s) { return (int)strlen(s); }
void yield(int v) {
    value = v;
    swapcontext(&there, &back);
}
void produce(void) {
    char s[64];
    for (int i = 1; i <= limit; i++) {
        memset(s, 'x', i);
        s[i] = 0;
        yield(measure(s));
    }
    done = 1;
}
int resume(void) {
    swapcontext(&back, &there);
    return value;
}
int drain(int n) {
    int t = 0;
    char *stack = malloc(65536);
    limit = n, done = 0;
    getcontext(&there);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = 65536;
    there.uc_link = &back;
    makecontext(&there, produce, 0);
    for (resume(); !done; resume()) t += value;
    free(stack);
    return t;
}
int main(void) {
    int t = 0;
    for (int round = 0; round < 20; round++)
        for (int n = 0; n < 20; n++) t += drain(n);
    printf("%d\n", t);
    return 0;
}
C
    local o
    for o in -O0 -O2; do
        "$ORDO" cc $o -o p p.c
        "$ORDO" cc --reference $o -o ref p.c
        assert_eq "idle at $o" 26600 "$(./p)"
        assert_eq "recorded at $o" 26600 "$("$ORDO" record -q --cell 1 -o p.data -- ./p)"
        assert_eq "by the reference at $o" 26600 "$("$ORDO" record -q --cell 1 -o r.data -- ./ref)"
        assert_eq "sizes of measure at $o" "$(seq -s' ' 2 20)" \
            "$(points p.data measure rms | tr ' ' '\n' | cut -d: -f1 | tr '\n' ' ' | sed 's/ $//')"
        for f in measure produce yield resume drain main; do
            [ -n "$(points p.data $f rms)" ] || { fail "no points of $f at $o"; exit 1; }
            assert_eq "$f at $o" "$(points r.data $f rms)" "$(points p.data $f rms)"
        done
        "$ORDO" report --json p.data | python3 -c '
import json, sys
d = json.load(sys.stdin)
bad = [w["code"] for w in d["warnings"] if w["code"] in ("unfinished", "stopped-stack-switch", "killed")]
sys.exit(" ".join(bad) or 0)'
    done
}

test_exceptions_and_cancellation_pass_through_wrappers() {
    cat >p.cpp <<'C'
#include <cstdio>
#include <cstdlib>
#include <new>
#include <pthread.h>
#include <stdexcept>
#include <unistd.h>
struct Guard {
    const char *name;
    ~Guard() { printf("unwound %s\n", name); }
};
static int order(const void *a, const void *b) {
    if (*(const int *)a == 7 || *(const int *)b == 7) throw std::runtime_error("seven");
    return *(const int *)a - *(const int *)b;
}
int sort(int *v, int n) {
    Guard guard{"sort"};
    qsort(v, n, sizeof *v, order);
    return v[0];
}
int allocate(size_t n) {
    Guard guard{"allocate"};
    volatile char *p = new char[n];
    p[0] = 1;
    delete[] p;
    return 1;
}
static volatile bool waiting;
void *wait(void *fd) {
    Guard guard{"wait"};
    char c;
    waiting = true;
    while (read(*(int *)fd, &c, 1) > 0) {}
    return nullptr;
}
int main() {
    int v[] = {5, 3, 7, 1}, ends[2];
    try {
        sort(v, 4);
    } catch (std::exception &e) {
        printf("caught %s\n", e.what());
    }
    try {
        allocate(size_t(1) << 62);
    } catch (std::bad_alloc &) {
        puts("no memory");
    }
    if (pipe(ends)) return 1;
    pthread_t t;
    void *result;
    pthread_create(&t, nullptr, wait, ends);
    while (!waiting) usleep(1000);
    pthread_cancel(t);
    pthread_join(t, &result);
    printf("%d\n", result == PTHREAD_CANCELED);
}
C
    local o f want
    want=$(printf '%s\n' "unwound sort" "caught seven" "unwound allocate" "no memory" "unwound wait" 1)
    for o in -O0 -O2 "-O2 -static"; do
        "$ORDO" c++ $o -o p p.cpp -lpthread
        assert_eq "idle $o" "$want" "$(./p)"
        assert_eq "recorded $o" "$want" "$("$ORDO" record -q -o p.data -- ./p)"
        assert_eq "uncovered $o" "" "$(uncovered p.data)"
        for f in sort allocate wait main; do
            assert_eq "activations of $f $o" 1 "$(points p.data $f rms | cut -d: -f2)"
        done
    done
}

test_cxx_containers_and_strings_are_modelled() {
    cat >p.cpp <<'C'
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
C
    words >words
    local o
    for o in -O0 -O2; do
        "$ORDO" c++ $o -o p p.cpp
        assert_eq "output idle at $o" "$(./p <words)" "$("$ORDO" record -q --cell 1 -o p.data -- ./p <words)"
        assert_eq "uncovered at $o" "" "$(uncovered p.data)"
        between "exponent of walk at $o" 0.85 1.2 "$(points p.data walk rms | exponent)"
        between "exponent of append at $o" 0.7 1.2 "$(points p.data append rms | exponent)"
    done
}

test_every_model_is_documented() {
    python3 - "$ROOT" <<'P'
import re, sys
root = sys.argv[1]
text = open(root + "/docs/library.md").read()
named = set(re.findall(r"`([^`]+)`", text))
lines = [l for l in open(root + "/src/abi/models.def") if l.startswith("ORDO_MODEL(")]
models = re.findall(r"ORDO_MODEL\((\w+), (\w+)\)", "".join(lines))
names = [n for n, _ in models]
missing = [n for n, f in models if f not in ("unit", "none") and not n.startswith("_Z") and n not in named]
assert len(names) > 1000 and len(names) == len(set(names)), "a model is listed twice"
assert not missing, "not in docs/library.md: " + " ".join(missing)
for source in "nodes", "string", "stream":
    c = open(root + "/src/engine/runtime/library/libc_cxx_%s.c" % source).read()
    for account in re.findall(r'CXX_ACCOUNT\(\w+, "([^"]+)"\)', c):
        assert account in named, "not in docs/library.md: " + account
P
}

# The runtime must not call them for its own purposes.
test_a_program_may_have_its_own_memcpy_and_memset() {
    cat >p.c <<'C'
#include <signal.h>
#include <stdio.h>
static int calls;
void *memset(void *p, int c, size_t n) {
    calls++;
    for (size_t i = 0; i < n; i++) ((volatile char *)p)[i] = (char)c;
    return p;
}
void *memcpy(void *p, const void *q, size_t n) {
    calls++;
    for (size_t i = 0; i < n; i++) ((volatile char *)p)[i] = ((const char *)q)[i];
    return p;
}
int main(void) {
    static char a[100], b[100];
    static struct sigaction action, old;
    memset(a, 1, sizeof a);
    memcpy(b, a, sizeof b);
    action.sa_handler = SIG_IGN;
    sigaction(SIGUSR1, &action, &old);
    printf("%d\n", calls);
    return 0;
}
C
    assert_ok "$ORDO" cc -O2 -fno-builtin -o p p.c
    assert_ok "$ORDO" record -o p.data -- ./p >out
    assert_eq "the program's output" 2 "$(cat out)"
    assert_eq "calls" "1 1" "$(ask p.data '*[s[n]["calls"] for n in ("memset", "memcpy")], sep=" "')"
}

# A model that read memory that the routine does not read would end the program.
test_models_do_not_read_through_null() {
    local how
    assert_ok clang-19 -w -O1 "$ROOT/tests/e2e/programs/nulls.c" -o native
    ./native >want 2>err
    for how in "" --drms --reference --structure --production; do
        assert_ok "$ORDO" cc $how -w -O1 "$ROOT/tests/e2e/programs/nulls.c" -o program
        mkdir raw
        ORDO_RATE=1 ORDO_RAW_DIR=raw ./program >got 2>err || fail "$how: status $?"
        diff want got >&2
        rm -r raw
    done
    expect 0 "$ORDO" record -q --engine=valgrind -o v.data -- ./native
    diff want out >&2
}

# A thread's table of scopes moves when more scopes have run than it had room for. Here the first thing that each new
# scope does is to call a library routine that ran before the scope's module was known.
test_library_calls_of_a_thousand_routines_are_counted() {
    python3 - >many.c <<'P'
print("#include <string.h>\nstatic char *volatile text = \"text\";\nstatic volatile unsigned long sum;")
for i in range(1100):
    print("__attribute__((noinline)) static void r%d(void) { sum += strlen(text); sum += %d; }" % (i, i))
print("int main(void) {")
for i in range(1100):
    print("    r%d();" % i)
print("    return sum == 608850 ? 0 : 1;\n}")
P
    cat >first.c <<'C'
#include <string.h>
static char *volatile text = "text";
volatile unsigned long length;
__attribute__((constructor)) static void begin(void) { length = strlen(text); }
C
    local how
    for how in "" --drms --no-loops --structure; do
        assert_ok "$ORDO" cc $how -w -O1 -fno-builtin -fPIC -shared first.c -o libfirst.so
        assert_ok "$ORDO" cc $how -w -O1 -fno-builtin many.c -o many -Wl,--no-as-needed,-rpath,"$PWD" -L. -lfirst
        assert_ok "$ORDO" record -q -o many.data -- ./many
        [ "$how" = --structure ] || assert_eq "routines with their call of strlen, $how" 1100 \
            "$(ask many.data 'sum([(c["name"], c["calls"], c["cost"]) for c in s["r%d" % i]["children"]] == [("strlen", 1, 1)] for i in range(1100))')"
    done
}

run_tests
