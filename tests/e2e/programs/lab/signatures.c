/* signatures.c: functions of unusual types and attributes, in the common part of C and C++. */
#include <ordo/ordo.h>

#include <stdlib.h>

#ifdef __cplusplus
#include <vector>
#define RESTRICT __restrict
#else
#include <stdbool.h>
#define RESTRICT restrict
#endif

/* Narrow and wide results reach the check unchanged. */
static float half(const int *a, unsigned char n) {
    return n ? (float)a[0] / 2 : -1.5f;
}
static bool is_half(const int *input, size_t n, const int *result, float returned) {
    float expected = n ? (float)input[0] / 2 : -1.5f;
    return result && !(returned < expected) && !(returned > expected);
}
ORDO_EXPERIMENT(half, .inputs = ordo_sorted_ints, .to = 3, .check = is_half);

static bool any(long *RESTRICT a, unsigned long long n) {
    return n > 0 && a[0] >= 0;
}
static bool is_any(const long *input, size_t n, const long *result, bool returned) {
    return input && result && returned == (n > 0);
}
ORDO_EXPERIMENT(any, .inputs = ordo_random_longs, .to = 3, .check = is_any);

static long double total(double a[], short n) {
    long double t = 0;
    for (short i = 0; i < n; i++) t += a[i];
    return t;
}
static int is_total(const double *input, size_t n, const double *result, long double returned) {
    return input && result && returned >= 0 && returned <= (long double)n;
}
ORDO_EXPERIMENT(total, .inputs = ordo_random_doubles, .to = 3, .check = is_total);

static signed char last(const char *s, int n) {
    return (signed char)(n ? -s[n - 1] : -1);
}
static int is_last(const char *input, size_t n, const char *result, signed char returned) {
    return result[n] == 0 && returned == (n ? -input[n - 1] : -1);
}
ORDO_EXPERIMENT(last, .inputs = ordo_equal_string, .to = 3, .check = is_last);

struct large {
    double first, count;
    char rest[100];
};
static struct large large_result(char **a, size_t n) {
    struct large l = {1.5, (double)n, {0}};
    l.rest[99] = n ? a[0][0] : 'x';
    return l;
}
static int is_large(char *const *input, size_t n, char *const *result, struct large returned) {
    return input != result && returned.count >= (double)n && returned.rest[99] >= 'a';
}
ORDO_EXPERIMENT(large_result, .inputs = ordo_sorted_strings, .to = 3, .check = is_large);

static const char *name_of(char *const *a, size_t n) {
    return n ? a[0] : NULL;
}
ORDO_EXPERIMENT(name_of, .inputs = ordo_reversed_strings, .to = 3);

/* A parameter of type void * accepts every input. */
static void nothing(void *a, size_t n) {
    (void)a, (void)n;
}
ORDO_EXPERIMENT(nothing, .inputs = ORDO_INPUTS(ordo_random_ints, ordo_balanced_tree), .to = 3);

__attribute__((pure, warn_unused_result)) static int pure_first(const int *a, size_t n) {
    return n ? a[0] : 0;
}
ORDO_EXPERIMENT(pure_first, .inputs = ordo_permutation, .to = 3);

__attribute__((nonnull, noinline)) static int nonnull_first(const int *a, size_t n) {
    return n ? a[0] : 0;
}
ORDO_EXPERIMENT(nonnull_first, .inputs = ordo_few_distinct_ints, .to = 3);

static inline __attribute__((always_inline)) unsigned inlined(const double *a, unsigned n) {
    return n && a[0] > 0 ? n : 0;
}
ORDO_EXPERIMENT(inlined, .inputs = ordo_random_matrix, .to = 3);

enum order { LESS = -1, EQUAL, GREATER };
static enum order order_of(int a[], long n) {
    return n < 2 ? EQUAL : a[0] < a[1] ? LESS : GREATER;
}
static int is_order(const int *input, size_t n, const int *result, enum order returned) {
    return input && result && returned == (n < 2 ? EQUAL : LESS);
}
ORDO_EXPERIMENT(order_of, .inputs = ordo_sorted_ints, .to = 3, .check = is_order);

static struct ordo_matrices *same(struct ordo_matrices *m, size_t n) {
    return m->n == n ? m : NULL;
}
ORDO_EXPERIMENT(same, .inputs = ordo_random_matrices, .to = 3);

/* Fields given by several kinds of expressions, and two experiments on one line. */
enum { LEAST = 1 };
static const int greatest = 3;
ORDO_EXPERIMENT(nothing, .inputs = ordo_integer, .from = LEAST + 0, .to = 2 * LEAST + 1, .ratio = 3 / 2.0); ORDO_EXPERIMENT(nothing, .inputs = ordo_text, .to = greatest);

#ifdef __cplusplus
namespace inner {
template <class T> static T largest(const T *a, size_t n) noexcept {
    T found = T();
    for (size_t i = 0; i < n; i++)
        if (found < a[i]) found = a[i];
    return found;
}
struct sorter {
    static void sort(std::vector<int> *a, size_t n) { a->resize(n, 7); }
};
static std::vector<int> *make_vector(size_t n, uint64_t seed) {
    return new std::vector<int>(n, static_cast<int>(ordo_random_below(&seed, 5)));
}
static void release_vector(std::vector<int> *v) {
    delete v;
}
static bool has_size(const std::vector<int> *input, size_t n, const std::vector<int> *result) {
    return *input == *result && result->size() == n;
}
static bool is_largest(const long *input, size_t n, const long *, long returned) {
    for (size_t i = 0; i < n; i++)
        if (input[i] > returned) return false;
    return true;
}
ORDO_EXPERIMENT(largest<long>, .inputs = ordo_random_longs, .to = 3, .check = is_largest);
ORDO_EXPERIMENT(sorter::sort, .inputs = ORDO_GENERATOR(make_vector, release_vector), .to = 3,
                .check = has_size);
} // namespace inner
#endif
