/* experiments.c: experiments of many forms, in the common part of C and C++. */
#include <ordo/ordo.h>

static void bubble_sort(int *a, size_t n) {
    for (size_t k = n; k > 1; k--)
        for (size_t i = 1; i < k; i++)
            if (a[i - 1] > a[i]) {
                int kept = a[i];
                a[i] = a[i - 1];
                a[i - 1] = kept;
            }
}

/* The input is the original one. It must have as many numbers of each residue as the result. */
static int is_sorted(const int *input, size_t n, const int *result) {
    size_t before[7] = {0}, after[7] = {0};
    for (size_t i = 0; i < n; i++) before[input[i] % 7]++, after[result[i] % 7]++;
    for (size_t i = 0; i < 7; i++)
        if (before[i] != after[i]) return 0;
    for (size_t i = 1; i < n; i++)
        if (result[i - 1] > result[i]) return 0;
    return 1;
}

ORDO_EXPERIMENT(bubble_sort, .inputs = ordo_random_ints, .from = 0, .to = 100, .step = 20,
                .repeat = 3, .check = is_sorted);

/* A const parameter, n an int, and a double as result. */
static double sum(const double *a, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}

static int is_sum(const double *input, size_t n, const double *result, double returned) {
    double s = 0;
    for (size_t i = 0; i < n; i++) s += input[i];
    return s <= returned && returned <= s && (n == 0 || (result != input && result[0] >= 0));
}

ORDO_EXPERIMENT(sum, .inputs = ORDO_INPUTS(ordo_random_doubles, ordo_sorted_doubles), .from = 1,
                .to = 1000, .ratio = 2, .check = is_sum);
ORDO_EXPERIMENT(sum, .inputs = ordo_organ_pipe_doubles, .to = 3);

/* Elements of the program's own type, n a short, a struct as result, fields in another order, only a prototype. */
struct record {
    int key, place;
};

static struct record *make_records(size_t n, uint64_t seed) {
    static struct record store[64];
    for (size_t i = 0; i < n; i++) {
        store[i].key = (int)ordo_random_below(&seed, 100);
        store[i].place = (int)i;
    }
    return store;
}

static void release_records(struct record *records) {
    records[0].place = -1;
}

struct record least(struct record *a, unsigned short n);

static int is_least(const struct record *input, size_t n, const struct record *result,
                    struct record returned) {
    (void)result;
    for (size_t i = 0; i < n; i++)
        if (input[i].key < returned.key) return 0;
    return 1;
}

ORDO_EXPERIMENT(least, .repeat = 2, .check = is_least, .to = 10, .step = 1, .from = 1,
                .inputs = ORDO_GENERATOR(make_records, release_records));

struct record least(struct record *a, unsigned short n) {
    struct record found = a[0];
    for (unsigned short i = 1; i < n; i++)
        if (a[i].key < found.key) found = a[i];
    return found;
}

static char *first_word(char **a, long n) {
    return n ? a[0] : NULL;
}
ORDO_EXPERIMENT(first_word, .inputs = ordo_random_strings, .to = 5);

static size_t letters(const char *s, size_t n) {
    return s[n] == 0 ? n : 0;
}
static int is_length(const char *input, size_t n, const char *result, size_t returned) {
    return returned == n && input[n] == 0 && result[n] == 0;
}
ORDO_EXPERIMENT(letters, .inputs = ORDO_INPUTS(ordo_text, ordo_fibonacci_string), .to = 4,
                .check = is_length);

/* Functions that adapt others to an experiment's parameters. */
static void empty_list(struct ordo_list *list, size_t n) {
    (void)n;
    list->first = NULL;
}
ORDO_EXPERIMENT(empty_list, .inputs = ORDO_INPUTS(ordo_random_list, ordo_sorted_list), .to = 4);

static long fibonacci(long n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
static long fibonacci_of(long *value, size_t n) {
    (void)n;
    return fibonacci(*value);
}
static int is_fibonacci(const long *input, size_t n, const long *result, long returned) {
    long a = 0, b = 1;
    for (size_t i = 0; i < n; i++) {
        long next = a + b;
        a = b;
        b = next;
    }
    return *input == (long)n && *result == (long)n && returned == a;
}
ORDO_EXPERIMENT(fibonacci_of, .inputs = ordo_integer, .to = 12, .check = is_fibonacci);

static size_t arcs(struct ordo_graph *graph, size_t n) {
    return graph->first[n];
}
ORDO_EXPERIMENT(arcs, .inputs = ORDO_INPUTS(ordo_sparse_graph, ordo_dense_graph, ordo_grid_graph,
                                            ordo_path_graph),
                .to = 9, .step = 3);

#ifdef WITH_MAIN
int main(void) {
    return 0;
}
#endif
