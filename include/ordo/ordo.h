/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * ordo.h: declares features and experiments to Ordo, from C and C++.
 *
 * The header is optional and has no effect without Ordo: features are stored only under `ordo
 * record` and `ordo trend`, and only `ordo lab` runs experiments. It includes only standard headers
 * and may be copied into a project.
 *
 * Signal-safe: no. Threads: any.
 */
#ifndef ORDO_ORDO_H
#define ORDO_ORDO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Features ------------------------------------------------------------------------------ */

extern void __ordo_feature(const char *name, double value) __attribute__((weak));

/* Stores a number that describes this run, such as the length of its input, in the profile. The
 * last value of a name counts. */
static __inline__ void ordo_feature(const char *name, double value) {
    if (__ordo_feature) __ordo_feature(name, value);
}

/* ---- Experiments ---------------------------------------------------------------------------
 *
 *     #include <ordo/ordo.h>
 *
 *     static void bubble_sort(int *a, size_t n) { ... }
 *
 *     ORDO_EXPERIMENT(bubble_sort, .inputs = ordo_random_ints, .from = 0, .to = 1000, .step = 20,
 *                     .repeat = 30);
 *
 * Write ORDO_EXPERIMENT at file scope, after the definition or prototype of the function. `ordo lab
 * FILE.c` calls the function with inputs of 0, 20, 40, ... 1000 elements, 30 times for each size,
 * and shows how often each statement runs. Requires C11 or C++17, or later. Fields, in any order:
 *
 *   .inputs   one of the generators below, or ORDO_GENERATOR(make, release), or several:
 *             ORDO_INPUTS(ordo_random_ints, ordo_sorted_ints). Each one makes an experiment.
 *   .from     the least size (default 0)
 *   .to       the greatest size
 *   .step     the difference between sizes (default 1), or
 *   .ratio    each size is the previous one times the ratio, rounded down, but at least one larger;
 *             the ratio is above 1, and .from is at least 1
 *   .repeat   the number of inputs of each size, each with its own seed (default 1)
 *   .check    a function that checks the result (see below)
 *
 * The function has the form `R f(T *a, N n)`, where T is any type, const or not, N an integer type
 * that can hold the sizes, and R any type or void. It may be static. Other forms need an adapter:
 *
 *     static long fibonacci_of(long *value, size_t n) { (void)n; return fibonacci(*value); }
 *     ORDO_EXPERIMENT(fibonacci_of, .inputs = ordo_integer, .to = 25);
 *
 * .check = right: `int right(const T *input, size_t n, const T *result, R returned)` (or bool) gets
 * the input before the call (made a second time with the same seed), the argument after the call,
 * and the returned value. The last parameter is omitted if R is void. It returns 1 if the result is
 * right and 0 if it is wrong. C++ checks that its parameters fit the function; C cannot.
 *
 * ORDO_GENERATOR(make, release) is a generator of your own: `T *make(size_t n, uint64_t seed)`
 * returns the argument of size n, which depends only on n and the seed, or NULL if there is no
 * memory; `void release(T *)` frees it. It can use ordo_random().
 */

/* C90 and C++98 lack what experiments need. */
#if defined __cplusplus
#define ORDO_LANGUAGE_ __cplusplus
#elif defined __STDC_VERSION__
#define ORDO_LANGUAGE_ __STDC_VERSION__
#else
#define ORDO_LANGUAGE_ 0
#endif
#if ORDO_LANGUAGE_ >= (defined __cplusplus ? 201103L : 199901L)

/* Returns the next random number of the sequence that begins with *state, which may be any number:
 * splitmix64, after G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number
 * Generators", figure 16. */
static __inline__ uint64_t ordo_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Returns a random number below `bound`, which is at least 1. Skips numbers in the last, incomplete
 * range of `bound` numbers, so that all results are equally likely. */
static __inline__ uint64_t ordo_random_below(uint64_t *state, uint64_t bound) {
    uint64_t left_over = (UINT64_MAX % bound + 1) % bound, drawn;
    do drawn = ordo_random(state);
    while (drawn > UINT64_MAX - left_over);
    return drawn % bound;
}

/* ---- Inputs --------------------------------------------------------------------------------
 *
 * Write ordo_NAME in .inputs; it calls ordo_make_NAME(n, seed), which your own generators may call,
 * too. Every argument is one memory block. ordo_release(argument) frees it, however the function
 * changed its links; nodes are not blocks and must not be freed. The argument is a valid pointer
 * even for size 0, and NULL if there is no memory.
 *
 * Arrays of n elements of type int, long, double or char * (NAME_ints, NAME_longs, NAME_doubles,
 * NAME_strings):
 *   random        ints below 10^9, longs below 10^12, doubles in [0, 1), strings of 8 letters
 *   sorted        0, 1, 2, ...; strings "aaaaaaaa", "aaaaaaab", ...
 *   reversed      n - 1, n - 2, ... 0
 *   nearly_sorted sorted, then n/20 (rounded up) swaps of two elements
 *   few_distinct  random elements of 0 to 7
 *   organ_pipe    0, 1, 2, ... 2, 1, 0
 * permutation     an int array: 0 to n - 1 in random order */
int *ordo_make_random_ints(size_t n, uint64_t seed);
int *ordo_make_sorted_ints(size_t n, uint64_t seed);
int *ordo_make_reversed_ints(size_t n, uint64_t seed);
int *ordo_make_nearly_sorted_ints(size_t n, uint64_t seed);
int *ordo_make_few_distinct_ints(size_t n, uint64_t seed);
int *ordo_make_organ_pipe_ints(size_t n, uint64_t seed);
long *ordo_make_random_longs(size_t n, uint64_t seed);
long *ordo_make_sorted_longs(size_t n, uint64_t seed);
long *ordo_make_reversed_longs(size_t n, uint64_t seed);
long *ordo_make_nearly_sorted_longs(size_t n, uint64_t seed);
long *ordo_make_few_distinct_longs(size_t n, uint64_t seed);
long *ordo_make_organ_pipe_longs(size_t n, uint64_t seed);
double *ordo_make_random_doubles(size_t n, uint64_t seed);
double *ordo_make_sorted_doubles(size_t n, uint64_t seed);
double *ordo_make_reversed_doubles(size_t n, uint64_t seed);
double *ordo_make_nearly_sorted_doubles(size_t n, uint64_t seed);
double *ordo_make_few_distinct_doubles(size_t n, uint64_t seed);
double *ordo_make_organ_pipe_doubles(size_t n, uint64_t seed);
char **ordo_make_random_strings(size_t n, uint64_t seed);
char **ordo_make_sorted_strings(size_t n, uint64_t seed);
char **ordo_make_reversed_strings(size_t n, uint64_t seed);
char **ordo_make_nearly_sorted_strings(size_t n, uint64_t seed);
char **ordo_make_few_distinct_strings(size_t n, uint64_t seed);
char **ordo_make_organ_pipe_strings(size_t n, uint64_t seed);
int *ordo_make_permutation(size_t n, uint64_t seed);

/* One string of n characters and a NUL (char *):
 *   random_string     letters a to z
 *   periodic_string   seven random letters, repeated
 *   fibonacci_string  the beginning of abaababaabaab..., where each word joins the two before it
 *   equal_string      aaaa...
 *   text              words of random letters with the frequencies of English, between spaces */
char *ordo_make_random_string(size_t n, uint64_t seed);
char *ordo_make_periodic_string(size_t n, uint64_t seed);
char *ordo_make_fibonacci_string(size_t n, uint64_t seed);
char *ordo_make_equal_string(size_t n, uint64_t seed);
char *ordo_make_text(size_t n, uint64_t seed);

/* A list of n nodes: random_list has random values below 10^9, sorted_list 0, 1, 2, ...
 *     static void sort_list(struct ordo_list *list, size_t n) {
 *         (void)n, list->first = merge_sort(list->first); } */
struct ordo_list_node {
    struct ordo_list_node *next; /* NULL in the last node */
    int value;
};
struct ordo_list {
    struct ordo_list_node *first; /* NULL if empty */
    size_t length;
};
struct ordo_list *ordo_make_random_list(size_t n, uint64_t seed);
struct ordo_list *ordo_make_sorted_list(size_t n, uint64_t seed);

/* A binary search tree of the keys 0 to n - 1. random_tree has them inserted in random order,
 * degenerate_tree has no left children, balanced_tree has the middle key in the root of each
 * subtree.
 *
 *     static int height_of(struct ordo_tree *tree, size_t n) { (void)n;
 *         return height(tree->root); } */
struct ordo_tree_node {
    struct ordo_tree_node *left, *right;
    int key;
};
struct ordo_tree {
    struct ordo_tree_node *root; /* NULL if empty */
    size_t size;
};
struct ordo_tree *ordo_make_random_tree(size_t n, uint64_t seed);
struct ordo_tree *ordo_make_degenerate_tree(size_t n, uint64_t seed);
struct ordo_tree *ordo_make_balanced_tree(size_t n, uint64_t seed);

/* A connected graph of n vertices without loops or parallel edges, with weights 1 to 100. An edge
 * is two arcs. The arcs that leave v are arcs[first[v]] to arcs[first[v + 1] - 1], sorted by
 * target. A graph of size 0 has no vertex 0.
 *
 *   sparse_graph  a random tree and up to n more edges
 *   dense_graph   a tree and half of all edges
 *   grid_graph    rows of ceil(sqrt(n)) vertices
 *   path_graph    0 - 1 - 2 ...
 *
 *     static void search(struct ordo_graph *graph, size_t n) { (void)n;
 *         breadth_first(graph, 0); } */
struct ordo_arc {
    size_t to;
    int weight;
};
struct ordo_graph {
    size_t n_vertices, n_arcs;
    size_t *first; /* [n_vertices + 1] */
    struct ordo_arc *arcs;
};
struct ordo_graph *ordo_make_sparse_graph(size_t n, uint64_t seed);
struct ordo_graph *ordo_make_dense_graph(size_t n, uint64_t seed);
struct ordo_graph *ordo_make_grid_graph(size_t n, uint64_t seed);
struct ordo_graph *ordo_make_path_graph(size_t n, uint64_t seed);

/* random_matrix: a double array, n rows of n numbers in [0, 1).
 * random_matrices: two of them, and a matrix of zeros for the result.
 *     static void product(struct ordo_matrices *m, size_t n) {
 *         multiply(n, m->a, m->b, m->result); } */
struct ordo_matrices {
    size_t n;
    double *a, *b, *result;
};
double *ordo_make_random_matrix(size_t n, uint64_t seed);
struct ordo_matrices *ordo_make_random_matrices(size_t n, uint64_t seed);

/* integer: one long, the size itself.
 *     static long factorial_of(long *value, size_t n) { (void)n; return factorial(*value); } */
long *ordo_make_integer(size_t n, uint64_t seed);

/* Frees an argument that a function above made. */
void ordo_release(void *argument);

/* The values of .inputs. They are valid only inside ORDO_EXPERIMENT. */
#define ordo_random_ints ORDO_SHIPPED_(random_ints)
#define ordo_sorted_ints ORDO_SHIPPED_(sorted_ints)
#define ordo_reversed_ints ORDO_SHIPPED_(reversed_ints)
#define ordo_nearly_sorted_ints ORDO_SHIPPED_(nearly_sorted_ints)
#define ordo_few_distinct_ints ORDO_SHIPPED_(few_distinct_ints)
#define ordo_organ_pipe_ints ORDO_SHIPPED_(organ_pipe_ints)
#define ordo_random_longs ORDO_SHIPPED_(random_longs)
#define ordo_sorted_longs ORDO_SHIPPED_(sorted_longs)
#define ordo_reversed_longs ORDO_SHIPPED_(reversed_longs)
#define ordo_nearly_sorted_longs ORDO_SHIPPED_(nearly_sorted_longs)
#define ordo_few_distinct_longs ORDO_SHIPPED_(few_distinct_longs)
#define ordo_organ_pipe_longs ORDO_SHIPPED_(organ_pipe_longs)
#define ordo_random_doubles ORDO_SHIPPED_(random_doubles)
#define ordo_sorted_doubles ORDO_SHIPPED_(sorted_doubles)
#define ordo_reversed_doubles ORDO_SHIPPED_(reversed_doubles)
#define ordo_nearly_sorted_doubles ORDO_SHIPPED_(nearly_sorted_doubles)
#define ordo_few_distinct_doubles ORDO_SHIPPED_(few_distinct_doubles)
#define ordo_organ_pipe_doubles ORDO_SHIPPED_(organ_pipe_doubles)
#define ordo_random_strings ORDO_SHIPPED_(random_strings)
#define ordo_sorted_strings ORDO_SHIPPED_(sorted_strings)
#define ordo_reversed_strings ORDO_SHIPPED_(reversed_strings)
#define ordo_nearly_sorted_strings ORDO_SHIPPED_(nearly_sorted_strings)
#define ordo_few_distinct_strings ORDO_SHIPPED_(few_distinct_strings)
#define ordo_organ_pipe_strings ORDO_SHIPPED_(organ_pipe_strings)
#define ordo_permutation ORDO_SHIPPED_(permutation)
#define ordo_random_string ORDO_SHIPPED_(random_string)
#define ordo_periodic_string ORDO_SHIPPED_(periodic_string)
#define ordo_fibonacci_string ORDO_SHIPPED_(fibonacci_string)
#define ordo_equal_string ORDO_SHIPPED_(equal_string)
#define ordo_text ORDO_SHIPPED_(text)
#define ordo_random_list ORDO_SHIPPED_(random_list)
#define ordo_sorted_list ORDO_SHIPPED_(sorted_list)
#define ordo_random_tree ORDO_SHIPPED_(random_tree)
#define ordo_degenerate_tree ORDO_SHIPPED_(degenerate_tree)
#define ordo_balanced_tree ORDO_SHIPPED_(balanced_tree)
#define ordo_sparse_graph ORDO_SHIPPED_(sparse_graph)
#define ordo_dense_graph ORDO_SHIPPED_(dense_graph)
#define ordo_grid_graph ORDO_SHIPPED_(grid_graph)
#define ordo_path_graph ORDO_SHIPPED_(path_graph)
#define ordo_random_matrix ORDO_SHIPPED_(random_matrix)
#define ordo_random_matrices ORDO_SHIPPED_(random_matrices)
#define ordo_integer ORDO_SHIPPED_(integer)

#define ORDO_INPUTS(...) (__VA_ARGS__)

#if ORDO_LANGUAGE_ >= (defined __cplusplus ? 201703L : 201112L)

/* ---- How an experiment is declared ----------------------------------------------------------
 *
 * A field becomes an assignment, `settings .from = 0`, so that designated initialisers are not
 * needed. Fields are expanded twice: if ordo_values_only_ is 1, generators are 0 and clang checks
 * the values at compile time; if it is 0, generators add themselves to the declaration.
 * ordo_function_ is the function's type. The compiler compares it with the generator, and its error
 * message names the type that the generator makes and the type that the function takes. */

/* One call of the function, between begin and end. */
struct ordo_lab_call {
    void *argument;
    const void *before; /* the unchanged input; NULL without a check */
    size_t size;
    void *check; /* as in the declaration */
    void (*begin)(void), (*end)(void);
};

struct ordo_lab_settings {
    int inputs;
    long long from, to, step, repeat;
    double ratio;
    void *check; /* the function, or in C++ an object with it; may be NULL */
};

#define ORDO_UNSET_ (-0x7fffffffffffffffLL)

struct ordo_lab_declaration {
    const char *function, *file;
    int line;
    int (*call)(struct ordo_lab_call *); /* returns 0 if the check failed */
    struct ordo_lab_settings settings;
    struct ordo_lab_input *inputs, **end_of_inputs; /* used by the library only */
    struct ordo_lab_declaration *next;
};

typedef void (*ordo_lab_function)(void);

/* Defined in the laboratory's library. */
int ordo_lab_add_input(struct ordo_lab_declaration *declaration, const char *name,
                       ordo_lab_function make, ordo_lab_function release);
void ordo_lab_declare(struct ordo_lab_declaration *declaration);

#if defined ORDO_LAB && ORDO_LAB + 0
#define ORDO_DECLARE_ __attribute__((constructor, no_profile_instrument_function))
#if defined __clang__ /* C calls the check through a type derived from the function's */
#define ORDO_CALL_ __attribute__((no_profile_instrument_function, no_sanitize("function")))
#else
#define ORDO_CALL_ __attribute__((no_profile_instrument_function))
#endif
#define ORDO_ADD_(name, make, release)                                                             \
    (ordo_values_only_ ? 0                                                                         \
                       : ordo_lab_add_input(&ordo_declaration_, name, ORDO_FUNCTION_(make),        \
                                            ORDO_FUNCTION_(release)))
#ifdef __cplusplus
#define ORDO_FUNCTION_(f) reinterpret_cast<ordo_lab_function>(f)
#else
#define ORDO_FUNCTION_(f) (ordo_lab_function)(f)
#endif
#define ORDO_MADE_(declaration) ordo_lab_declare(declaration)
#define ORDO_SHIPPED_(name)                                                                        \
    (ORDO_FITS_(ordo_make_##name), ORDO_ADD_("ordo_" #name, ordo_make_##name, ordo_release))
#define ORDO_GENERATOR(make, release)                                                              \
    (ORDO_FITS_(make), ORDO_MAKES_(make), (void)sizeof((release(make(0, 0)), 0)),                  \
     ORDO_ADD_(#make, make, release))
#else
#define ORDO_DECLARE_ __attribute__((unused))
#define ORDO_CALL_
#define ORDO_MADE_(declaration) (void)(declaration)
#define ORDO_SHIPPED_(name) (ORDO_FITS_(ordo_make_##name), ordo_lab_nothing())
#define ORDO_GENERATOR(make, release)                                                              \
    (ORDO_FITS_(make), ORDO_MAKES_(make), (void)sizeof((release(make(0, 0)), 0)), (void)(make),    \
     (void)(release), ordo_lab_nothing())
static __inline__ int ordo_lab_nothing(void) {
    return 0;
}
#endif

/* ORDO_FITS_ makes the compiler report a generator whose type does not fit the function.
 * ORDO_MAKES_ makes it report a generator whose parameters are not a size and a seed. */
#ifdef __cplusplus
#define ORDO_FITS_(make)                                                                           \
    (void)sizeof((static_cast<void>(ordo_lab_no_function<ordo_function_>()(make(0, 0), 0)), 0))
#define ORDO_MAKES_(make) (void)sizeof(ordo_lab_makes(make))
#else
#define ORDO_FITS_(make) (void)sizeof(((void)((ordo_function_ *)0)(make(0, 0), 0), 0))
#define ORDO_MAKES_(make)                                                                          \
    (void)sizeof(((void)((void (*)(__typeof__(make(0, 0))(*)(size_t, uint64_t)))0)(make), 0))
#endif

#define ORDO_EACH_(...)                                                                            \
    ORDO_EACH_N_(__VA_ARGS__, ORDO_EACH_8_, ORDO_EACH_7_, ORDO_EACH_6_, ORDO_EACH_5_,              \
                 ORDO_EACH_4_, ORDO_EACH_3_, ORDO_EACH_2_, ORDO_EACH_1_, )                         \
    (__VA_ARGS__)
#define ORDO_EACH_N_(a, b, c, d, e, f, g, h, n, ...) n
#define ORDO_EACH_1_(a) ordo_settings_ a;
#define ORDO_EACH_2_(a, ...) ORDO_EACH_1_(a) ORDO_EACH_1_(__VA_ARGS__)
#define ORDO_EACH_3_(a, ...) ORDO_EACH_1_(a) ORDO_EACH_2_(__VA_ARGS__)
#define ORDO_EACH_4_(a, ...) ORDO_EACH_1_(a) ORDO_EACH_3_(__VA_ARGS__)
#define ORDO_EACH_5_(a, ...) ORDO_EACH_1_(a) ORDO_EACH_4_(__VA_ARGS__)
#define ORDO_EACH_6_(a, ...) ORDO_EACH_1_(a) ORDO_EACH_5_(__VA_ARGS__)
#define ORDO_EACH_7_(a, ...) ORDO_EACH_1_(a) ORDO_EACH_6_(__VA_ARGS__)
#define ORDO_EACH_8_(a, ...) ORDO_EACH_1_(a) ORDO_EACH_7_(__VA_ARGS__)

/* clang checks values at compile time if it can. All are checked when experiments are listed. */
#if defined __clang__
#define ORDO_REJECT_(condition, message) __attribute__((diagnose_if(condition, message, "error")))
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat"
#else
#define ORDO_REJECT_(condition, message)
#endif
/* clang-format off */
static __inline__ void ordo_lab_values(long long from, long long to, long long step, double ratio,
                                       long long repeat)
    ORDO_REJECT_(to == ORDO_UNSET_, "ORDO_EXPERIMENT: .to is missing: give the greatest size")
    ORDO_REJECT_(from < 0, "ORDO_EXPERIMENT: .from is negative: sizes begin at 0")
    ORDO_REJECT_(to != ORDO_UNSET_ && from > to,
                 "ORDO_EXPERIMENT: .from is greater than .to: swap them")
    ORDO_REJECT_(step != ORDO_UNSET_ && ratio != -1,
                 "ORDO_EXPERIMENT: .step and .ratio are given: leave one out")
    ORDO_REJECT_(step != ORDO_UNSET_ && step < 1,
                 "ORDO_EXPERIMENT: .step is not positive: give 1 or more")
    ORDO_REJECT_(ratio != -1 && !(ratio > 1),
                 "ORDO_EXPERIMENT: .ratio is not above 1: give one such as 2")
    ORDO_REJECT_(ratio > 1 && from == 0,
                 "ORDO_EXPERIMENT: .from is 0, and 0 times .ratio stays 0: begin at 1 or use .step")
    ORDO_REJECT_(repeat < 1, "ORDO_EXPERIMENT: .repeat is not positive: give 1 or more");
/* clang-format on */
#if defined __clang__
#pragma clang diagnostic pop
#endif
static __inline__ void ordo_lab_values(long long from, long long to, long long step, double ratio,
                                       long long repeat) {
    (void)from, (void)to, (void)step, (void)ratio, (void)repeat;
}

#define ORDO_NAME_(a, b) ORDO_NAME_2_(a, b)
#define ORDO_NAME_2_(a, b) a##b

#ifdef __cplusplus
} /* extern "C" */

/* The check of a function R f(T *, N). If there is one, exactly one of the two pointers is set. */
template <class R, class T> struct ordo_lab_check {
    bool (*as_bool)(const T *, size_t, const T *, R);
    int (*as_int)(const T *, size_t, const T *, R);
};
template <class T> struct ordo_lab_check<void, T> {
    bool (*as_bool)(const T *, size_t, const T *);
    int (*as_int)(const T *, size_t, const T *);
};
template <class R, class T> struct ordo_lab_check_field : ordo_lab_check<R, T> {
    constexpr ordo_lab_check_field() : ordo_lab_check<R, T>{nullptr, nullptr} {}
    constexpr void operator=(decltype(ordo_lab_check<R, T>::as_bool) f) {
        this->as_bool = f;
    }
    constexpr void operator=(decltype(ordo_lab_check<R, T>::as_int) f) {
        this->as_int = f;
    }
    template <class... A> constexpr void operator=(void (*)(A...)) {} /* `ordo lab` rejects it */
};
template <class R, class T> struct ordo_lab_fields {
    int inputs = 0;
    long long from = 0, to = ORDO_UNSET_, step = ORDO_UNSET_, repeat = 1;
    double ratio = -1;
    ordo_lab_check_field<R, T> check;
};

/* Only the types of these are used. */
template <class F> F *ordo_lab_no_function();
template <class T> int ordo_lab_makes(T *(*)(size_t, uint64_t));
template <class R, class T, class N> struct ordo_lab_type { typedef R of(T *, N); };
template <class R, class T, class N> ordo_lab_type<R, T, N> ordo_lab_type_of(R (*)(T *, N));
template <class R, class T, class N> ordo_lab_fields<R, T> ordo_lab_fields_of(R (*)(T *, N));
template <class R, class T> ordo_lab_check<R, T> *ordo_lab_check_of(ordo_lab_fields<R, T> *);

template <class R, class T> struct ordo_lab_caller {
    template <class N> ORDO_CALL_ static int call(ordo_lab_call *c, R (*function)(T *, N)) {
        const auto *check = static_cast<ordo_lab_check<R, T> *>(c->check);
        const T *before = static_cast<const T *>(c->before);
        T *argument = static_cast<T *>(c->argument);
        c->begin();
        R returned = function(argument, static_cast<N>(c->size));
        c->end();
        if (!check) return 1;
        return check->as_bool ? check->as_bool(before, c->size, argument, returned)
                              : check->as_int(before, c->size, argument, returned) != 0;
    }
};
template <class T> struct ordo_lab_caller<void, T> {
    template <class N> ORDO_CALL_ static int call(ordo_lab_call *c, void (*function)(T *, N)) {
        const auto *check = static_cast<ordo_lab_check<void, T> *>(c->check);
        const T *before = static_cast<const T *>(c->before);
        T *argument = static_cast<T *>(c->argument);
        c->begin();
        function(argument, static_cast<N>(c->size));
        c->end();
        if (!check) return 1;
        return check->as_bool ? check->as_bool(before, c->size, argument)
                              : check->as_int(before, c->size, argument) != 0;
    }
};
template <class R, class T, class N>
ORDO_CALL_ int ordo_lab_call_of(ordo_lab_call *c, R (*function)(T *, N)) {
    return ordo_lab_caller<R, T>::call(c, function);
}

#define ORDO_EXPERIMENT_2_(function, name, k, ...)                                                 \
    ORDO_CALL_ static int ORDO_NAME_(ordo_call_, k)(struct ordo_lab_call * ordo_call_) {           \
        return ordo_lab_call_of(ordo_call_, &function);                                            \
    }                                                                                              \
    ORDO_DECLARE_ static void ORDO_NAME_(ordo_declare_, k)(void) {                                 \
        typedef decltype(ordo_lab_fields_of(&function)) ordo_fields_;                              \
        static ordo_fields_ ordo_settings_;                                                        \
        static struct ordo_lab_declaration ordo_declaration_ = {                                   \
            name,    __FILE__, __LINE__, ORDO_NAME_(ordo_call_, k), {0, 0, 0, 0, 0, 0, nullptr},   \
            nullptr, nullptr,  nullptr};                                                           \
        ORDO_VALUES_(__VA_ARGS__) {                                                                \
            enum { ordo_values_only_ = 0 };                                                        \
            typedef decltype(ordo_lab_type_of(&function))::of ordo_function_;                      \
            (void)ordo_values_only_, (void)sizeof(ordo_function_ *);                               \
            ORDO_EACH_(__VA_ARGS__)                                                                \
        }                                                                                          \
        ordo_declaration_.settings.from = ordo_settings_.from;                                     \
        ordo_declaration_.settings.to = ordo_settings_.to;                                         \
        ordo_declaration_.settings.step = ordo_settings_.step;                                     \
        ordo_declaration_.settings.repeat = ordo_settings_.repeat;                                 \
        ordo_declaration_.settings.ratio = ordo_settings_.ratio;                                   \
        if (ordo_settings_.check.as_bool || ordo_settings_.check.as_int)                           \
            ordo_declaration_.settings.check =                                                     \
                static_cast<decltype(ordo_lab_check_of(&ordo_settings_))>(&ordo_settings_.check);  \
        ORDO_MADE_(&ordo_declaration_);                                                            \
    }                                                                                              \
    static_assert(sizeof(struct ordo_lab_declaration) > 0, "")

#if defined __clang__ && defined ORDO_LAB && ORDO_LAB + 0
#define ORDO_VALUES_(...)                                                                          \
    {                                                                                              \
        const auto ordo_values_ = [] {                                                             \
            enum { ordo_values_only_ = 1 };                                                        \
            typedef void ordo_function_(const void *, size_t);                                     \
            (void)ordo_values_only_, (void)sizeof(ordo_function_ *);                               \
            ordo_fields_ ordo_settings_;                                                           \
            ORDO_EACH_(__VA_ARGS__)                                                                \
            return ordo_settings_;                                                                 \
        };                                                                                         \
        ordo_lab_values(ordo_values_().from, ordo_values_().to, ordo_values_().step,               \
                        ordo_values_().ratio, ordo_values_().repeat);                              \
    }
#else
#define ORDO_VALUES_(...)
#endif

#else /* C */

#define ORDO_EXPERIMENT_2_(function, name, k, ...)                                                   \
    ORDO_CALL_ static int ORDO_NAME_(ordo_call_, k)(struct ordo_lab_call * ordo_call_) {             \
        _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wconversion\"")            \
            _Pragma("GCC diagnostic ignored \"-Wsign-conversion\"") typedef __typeof__(function(     \
                ordo_call_->argument, ordo_call_->size)) ordo_returned_;                             \
        typedef __typeof__(*_Generic((ordo_returned_ *)0,                                          \
                                     void *: (char *)0,                                            \
                                     default: (ordo_returned_ *)0)) ordo_kept_; \
        void *ordo_check_ = ordo_call_->check;                                                       \
        ordo_call_->begin();                                                                         \
        ordo_kept_ ordo_kept_result_ =                                                             \
            _Generic((ordo_returned_ *)0,                                                          \
                     void *: ((void)function(ordo_call_->argument, ordo_call_->size), (char)0),    \
                     default: function(ordo_call_->argument, ordo_call_->size)); \
        ordo_call_->end();                                                                           \
        (void)ordo_kept_result_;                                                                     \
        return !ordo_check_ ||                                                                     \
               _Generic((ordo_returned_ *)0,                                                       \
                        void *: (__extension__(unsigned char (*)(const void *, size_t,             \
                                                                 const void *))ordo_check_)(       \
                            ordo_call_->before, ordo_call_->size, ordo_call_->argument),           \
                        default: (__extension__(unsigned char (*)(                                 \
                            const void *, size_t, const void *, ordo_kept_))ordo_check_)(          \
                            ordo_call_->before, ordo_call_->size, ordo_call_->argument,            \
                            ordo_kept_result_)); \
        _Pragma("GCC diagnostic pop")                                                                \
    }                                                                                                \
    ORDO_DECLARE_ static void ORDO_NAME_(ordo_declare_, k)(void) {                                   \
        _Pragma("GCC diagnostic push")                                                               \
            _Pragma("GCC diagnostic error \"-Wincompatible-pointer-types\"")                         \
                _Pragma("GCC diagnostic error \"-Wpointer-sign\"") _Pragma(                          \
                    "GCC diagnostic ignored \"-Wpedantic\"") static struct ordo_lab_declaration      \
                    ordo_declaration_ = {                                                            \
                        name, __FILE__, __LINE__, ORDO_NAME_(ordo_call_, k), {ORDO_DEFAULTS_},       \
                        0,    0,        0};                                                          \
        ORDO_VALUES_(__VA_ARGS__) {                                                                  \
            enum { ordo_values_only_ = 0 };                                                          \
            typedef __typeof__(function) ordo_function_;                                             \
            (void)sizeof(ordo_function_ *);                                                          \
            struct ordo_lab_settings ordo_settings_ = {ORDO_DEFAULTS_};                              \
            ORDO_EACH_(__VA_ARGS__)                                                                  \
            ordo_declaration_.settings = ordo_settings_;                                             \
        }                                                                                            \
        ORDO_MADE_(&ordo_declaration_);                                                              \
        _Pragma("GCC diagnostic pop")                                                                \
    }                                                                                                \
    struct ordo_lab_declaration

#define ORDO_DEFAULTS_                                                                             \
    .inputs = 0, .from = 0, .to = ORDO_UNSET_, .step = ORDO_UNSET_, .repeat = 1, .ratio = -1,      \
    .check = 0

#if defined __clang__ && defined ORDO_LAB && ORDO_LAB + 0
#define ORDO_VALUES_(...)                                                                          \
    {                                                                                              \
        enum { ordo_values_only_ = 1 };                                                            \
        typedef void ordo_function_(const void *, size_t);                                         \
        _Pragma("GCC diagnostic push")                                                             \
            _Pragma("GCC diagnostic ignored \"-Winitializer-overrides\"")                          \
                ordo_lab_values(((struct ordo_lab_settings){ORDO_DEFAULTS_, __VA_ARGS__}).from,    \
                                ((struct ordo_lab_settings){ORDO_DEFAULTS_, __VA_ARGS__}).to,      \
                                ((struct ordo_lab_settings){ORDO_DEFAULTS_, __VA_ARGS__}).step,    \
                                ((struct ordo_lab_settings){ORDO_DEFAULTS_, __VA_ARGS__}).ratio,   \
                                ((struct ordo_lab_settings){ORDO_DEFAULTS_, __VA_ARGS__}).repeat); \
        _Pragma("GCC diagnostic pop")                                                              \
    }
#else
#define ORDO_VALUES_(...)
#endif

#endif

#define ORDO_EXPERIMENT(function, ...)                                                             \
    ORDO_EXPERIMENT_1_(function, #function, __COUNTER__, __VA_ARGS__)
#define ORDO_EXPERIMENT_1_(function, name, k, ...)                                                 \
    ORDO_EXPERIMENT_2_(function, name, k, __VA_ARGS__)

#else /* before C11 and C++17 */

#define ORDO_EXPERIMENT(function, ...) struct ordo_lab_declaration
#ifdef __cplusplus
}
#endif

#endif

#elif defined __cplusplus
}
#endif

#endif
