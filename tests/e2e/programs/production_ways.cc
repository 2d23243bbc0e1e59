/* production_ways.cc: threads, exceptions, jumps, signal handlers, fork and other ends of a process, in loops and
 * recursions that samples enter. Executions and iterations of the loop marked `sum` are known. */
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

static volatile unsigned handled;
static unsigned of_handler[64];
static std::vector<unsigned> table(512);
static jmp_buf out;

__attribute__((noinline)) static unsigned sum(const unsigned *p, unsigned n) {
    unsigned s = 0;
    for (unsigned i = 0; i < n; i++) s += p[i] * (s | 1); /* sum */
    return s;
}

static void on_alarm(int) {
    for (unsigned i = 0; i < 64 - handled % 2; i++) of_handler[i] += of_handler[i ^ 1] + i;
    handled = handled + 1;
}

__attribute__((noinline)) static unsigned thrower(unsigned *p, unsigned n, unsigned at) {
    unsigned s = 0;
    for (unsigned i = 0; i < n; i++) {
        p[i] += i & 1;
        if (p[i] % 1000 == at) throw(int)(i & 1);
        s += i;
    }
    return s & 1;
}

__attribute__((noinline)) static void jumper(unsigned *p, unsigned n, unsigned at) {
    for (unsigned i = 0; i < n; i++) {
        p[i] ^= i;
        if (i == at) longjmp(out, 1);
    }
}

static unsigned depth(unsigned n) {
    return n ? 1 + depth(n - 1) + (n % 7 == 0 ? depth(n / 7) : 0) : 0;
}

static int compare(const void *a, const void *b) {
    return *(const unsigned *)a < *(const unsigned *)b ? -1 : 1;
}

static void *work(void *arg) {
    unsigned long n = (unsigned long)arg, s = 0;
    std::vector<unsigned> own(300);
    std::vector<unsigned> other(32);
    for (unsigned i = 0; i < 300; i++) own[i] = (unsigned)(i * 2654435761u);
    for (unsigned i = 0; i < n; i++) {
        s += sum(own.data(), 1 + i % 300);
        if (i % 50 == 0) qsort(own.data(), 300, sizeof(unsigned), compare);
        try {
            s += thrower(other.data(), 20 + i % 3, i % 700);
        } catch (int k) {
            s += (unsigned)k;
        }
        s += depth(i % 12);
    }
    return (void *)s;
}

/* production_ways N [WAY]: 4 N + 500 executions of the loop, the last 500 in a child. */
int main(int argc, char **argv) {
    unsigned long n = (unsigned long)atol(argv[1]), s = 0;
    signal(SIGALRM, on_alarm);
    struct itimerval timer = {{0, 500}, {0, 500}};
    setitimer(ITIMER_REAL, &timer, NULL);
    for (unsigned i = 0; i < 512; i++) table[i] = i;
    for (volatile unsigned long i = 0; i < n; i++) {
        if (!setjmp(out)) jumper(table.data(), 30 + i % 3, i % 60);
    }
    pthread_t threads[4];
    for (auto &t : threads) pthread_create(&t, NULL, work, (void *)n);
    for (auto &t : threads) {
        void *r;
        pthread_join(t, &r);
        s += (unsigned long)r;
    }
    memset(&timer, 0, sizeof timer);
    setitimer(ITIMER_REAL, &timer, NULL);
    if (argc > 2 && !strcmp(argv[2], "rotate")) raise(SIGHUP);
    fflush(stdout);
    pid_t pid = fork();
    if (!pid) {
        printf("child %lu\n", (unsigned long)work((void *)500ul));
        fflush(stdout);
        _exit(3);
    }
    int status;
    waitpid(pid, &status, 0);
    for (unsigned i = 0; i < 30; i++) s += table[i];
    printf("%lu %d\n", s, WEXITSTATUS(status));
    fflush(stdout);
    if (argc > 2 && !strcmp(argv[2], "kill")) raise(SIGKILL);
    if (argc > 2 && !strcmp(argv[2], "rotate")) work((void *)100ul); /* counted in the next file */
    return 5;
}
