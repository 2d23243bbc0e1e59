/* rejected.c: declarations that must be rejected, one for each CASE. */
#include <ordo/ordo.h>

static double sum(double *a, int n) {
    return n > 0 ? a[0] : 0;
}

struct pair {
    int a, b;
};
static struct pair *make_pairs(int n, int seed) {
    static struct pair pair;
    pair.a = n, pair.b = seed;
    return &pair;
}
static void release_pairs(struct pair *pairs) {
    (void)pairs;
}
static int first(struct pair *pairs, size_t n) {
    return n > 0 ? pairs->a : 0;
}

/* Not constants, so mistakes are found when the experiments are listed. */
static int zero = 0, ten = 10;

#if CASE == 1
ORDO_EXPERIMENT(sum, .inputs = ordo_random_ints, .to = 9);
#elif CASE == 2
ORDO_EXPERIMENT(sum, .inputs = ORDO_INPUTS(ordo_random_doubles, ordo_random_list), .to = 9);
#elif CASE == 3
ORDO_EXPERIMENT(first, .inputs = ORDO_GENERATOR(make_pairs, release_pairs), .to = 1);
#elif CASE == 4
ORDO_EXPERIMENT(sum, .inputs = ordo_random_doubles, .to = 9, .ratio = 2);
#elif CASE == 5
ORDO_EXPERIMENT(sum, .inputs = ordo_random_doubles, .to = 9, .step = 0);
#elif CASE == 6
ORDO_EXPERIMENT(sum, .inputs = ORDO_INPUTS(ordo_random_doubles, ordo_sorted_doubles), .from = 10, .to = 9);
#elif CASE == 7
ORDO_EXPERIMENT(sum, .inputs = ordo_random_doubles, .to = 9, .repeat = 0);
#elif CASE == 8
ORDO_EXPERIMENT(sum, .inputs = ordo_random_doubles, .from = 9);
#elif CASE == 9
ORDO_EXPERIMENT(sum, .inputs = ordo_random_doubles, .from = -9, .to = 9);
#elif CASE == 10
ORDO_EXPERIMENT(sum, .inputs = ordo_random_doubles, .from = 1, .to = 9, .ratio = 1);
#elif CASE == 11
ORDO_EXPERIMENT(sum, .inputs = ordo_random_doubles, .from = 1, .to = 9, .ratio = 2, .step = 2);
#elif CASE == 12
ORDO_EXPERIMENT(sum, .inputs = ordo_random_doubles, .to = ten, .step = zero);
#elif CASE == 13
ORDO_EXPERIMENT(sum, .to = 9);
#elif CASE == 14
static int right(const int *input, size_t n, const int *result, double returned) {
    return input && n && result && returned > 0;
}
ORDO_EXPERIMENT(sum, .inputs = ordo_random_doubles, .to = 9, .check = right);
#elif CASE == 15
static struct pair *make_good_pairs(size_t n, uint64_t seed) {
    return make_pairs((int)n, (int)seed);
}
static int right(const struct pair *input, size_t n, const struct pair *result, int returned) {
    return input && n && result && returned > 0;
}
ORDO_EXPERIMENT(first, .inputs = ORDO_GENERATOR(make_good_pairs, release_pairs), .to = 9,
                .check = right, .repeat = -1);
#endif

void quiet(void);
void quiet(void) {
    (void)first, (void)sum, (void)make_pairs, (void)release_pairs, (void)zero, (void)ten;
}
