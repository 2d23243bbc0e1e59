/* Serves requests for ever: each sorts argv[1] numbers by insertion. After every 100 requests it
 * prints how many there were and a sum. It ends when standard input does. argv[2] is "workers":
 * every 20,000 requests it forks a child, which serves 5,000. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned numbers[4096];

static unsigned serve(unsigned seed, unsigned n) {
    for (unsigned i = 0; i < n; i++) numbers[i] = seed = seed * 1664525 + 1013904223;
    for (unsigned i = 1; i < n; i++) { /* sort */
        unsigned at = i, x = numbers[i];
        for (; at && numbers[at - 1] > x; at--) numbers[at] = numbers[at - 1]; /* shift */
        numbers[at] = x;
    }
    return numbers[n / 2];
}

static void work(unsigned n) {
    unsigned long sum = 0;
    for (unsigned k = 0; k < 5000; k++) sum += serve(k, n);
    _exit(sum == 0);
}

static int ends(void) {
    struct pollfd input = {.fd = 0, .events = POLLIN};
    char byte;
    return poll(&input, 1, 0) > 0 && read(0, &byte, 1) <= 0;
}

int main(int argc, char **argv) {
    unsigned long sum = 0;
    unsigned n = (unsigned)atoi(argv[1]);
    for (unsigned long k = 1;; k++) {
        sum += serve((unsigned)k, n);
        if (k % 100) continue;
        printf("%lu %lu\n", k, sum);
        fflush(stdout);
        if (ends()) return 0;
        if (argc < 3 || k % 20000) continue;
        pid_t child = fork();
        if (child == 0) work(n);
        waitpid(child, NULL, 0);
    }
}
