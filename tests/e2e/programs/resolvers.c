/* resolvers.c: two indirect functions, one with a resolver and one by target_clones. main also calls the routine that
 * the resolver calls. */
#include <stdio.h>

static int supports(void) {
    int n = 0;
    __builtin_cpu_init();
    for (int i = 0; i < 3; i++) n += __builtin_cpu_supports("sse2") != 0;
    return n;
}

int level(int times) {
    int sum = 0;
    for (int i = 0; i < times; i++) sum += supports();
    return sum;
}

static int sum_up(const int *v, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += v[i];
    return sum;
}

static int sum_down(const int *v, int n) {
    int sum = 1;
    while (n-- > 0) sum += v[n];
    return sum;
}

static int (*resolve(void))(const int *, int) {
    return level(2) > 3 ? sum_up : sum_down;
}

int sum(const int *v, int n) __attribute__((ifunc("resolve")));

__attribute__((target_clones("avx2", "default"))) int dot(const int *a, const int *b, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

int main(void) {
    int v[400];
    for (int n = 10; n <= 400; n += 10) {
        for (int i = 0; i < n; i++) v[i] = i % 7;
        printf("%d %d\n", sum(v, n), dot(v, v, n));
    }
    return level(1) == 0;
}
