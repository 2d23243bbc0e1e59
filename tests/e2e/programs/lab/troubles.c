/* troubles.c: functions that end badly, or in an unusual way. */
#include <ordo/ordo.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int *made_at;
static int n_released;

static int *make_three(size_t n, uint64_t seed) {
    static int calls;
    (void)seed;
    if (n == 13 && ++calls == 3) return NULL;
    return made_at = (int *)calloc(n + 1, sizeof(int));
}

static void release(int *a) {
    n_released++;
    free(a);
}

static int says_all(int *a, size_t n) {
    printf("size %zu released %d\n", n, n_released);
    fflush(stdout);
    fprintf(stderr, "a word of the function's own\n");
    return a == made_at;
}
ORDO_EXPERIMENT(says_all, .inputs = ORDO_GENERATOR(make_three, release), .to = 13);

/* The second repetition never returns. */
static int calls;

static void crashes(int *a, size_t n) {
    a[0] = (int)n;
    if (calls++ == 1) abort();
}
ORDO_EXPERIMENT(crashes, .inputs = ordo_random_ints, .from = 1, .to = 2);

static void exits(int *a, size_t n) {
    a[0] = (int)n;
    if (calls++ == 1) exit(0);
}
ORDO_EXPERIMENT(exits, .inputs = ordo_random_ints, .from = 1, .to = 2);

static void wrong(int *a, size_t n) {
    a[0] = calls++ == 2 ? 1 : (int)n;
}
static int is_size(const int *input, size_t n, const int *result) {
    return input[0] >= 0 && result[0] == (int)n;
}
ORDO_EXPERIMENT(wrong, .inputs = ordo_random_ints, .from = 2, .to = 3, .check = is_size);

/* One child ends by exit(), the other returns from the function as if it were the program. */
static void forks(int *a, size_t n) {
    a[0] = (int)n;
    pid_t child = fork();
    if (child == 0) exit(3);
    waitpid(child, NULL, 0);
    child = fork();
    if (child) waitpid(child, NULL, 0);
}
ORDO_EXPERIMENT(forks, .inputs = ordo_random_ints, .from = 1, .to = 2);

static void last_word(void) {
    puts("last word");
}

int main(int argc, char **argv) {
    atexit(last_word);
    printf("main of %d: %s\n", argc, argc > 1 ? argv[1] : "-");
    if (getenv("ORDO_LAB_RUN") || getenv("ORDO_LAB_RESULT")) puts("the environment shows");
    if (argc > 1 && argv[1][0] == 'e') exit(7);
    if (argc > 1 && argv[1][0] == 'f') {
        fflush(stdout);
        if (fork() == 0) exit(5);
        wait(NULL);
    }
    if (argc > 1 && argv[1][0] == 'a') abort();
    return 6;
}
