/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * made_lab.c: the algorithms below call `count` where their source, the text next to them, has a
 * counted construct, and `enter` and `leave` at their beginning and end.
 */
#include "support/made_lab.h"

#include "lab/lab_lines.h"
#include "support/random_profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char course[] =
    "#include <ordo/ordo.h>\n"
    "#include \"swap.h\"\n"
    "\n"
    "/* Exchanges neighbours until no pair is out of order. */\n"
    "static void bubble_sort(int *d, int n) {\n"
    "    for (int k = n - 1; k > 0; k--)\n"
    "        for (int i = 0; i < k; i++)\n"
    "            if (d[i] > d[i + 1]) {\n"
    "                int t = d[i]; d[i] = d[i + 1]; d[i + 1] = t;\n"
    "            }\n"
    "}\n"
    "ORDO_EXPERIMENT(bubble_sort, .inputs = ORDO_INPUTS(ordo_random_ints, ordo_sorted_ints), "
    ".from = 0, .to = 200, .step = 10, .repeat = 30) /* a line that is longer than any screen, so "
    "that it must be cut or moved, and neither may move the page, on a telephone least of all; a "
    "narrow one has 390 pixels or even fewer than that */\n"
    "\n"
    "static void heapify(int *d, int p, int n) {\n"
    "\tfor (int c; (c = 2 * p + 1) < n; p = c) {\n"
    "\t\tif (c + 1 < n && d[c + 1] > d[c]) c++;\n"
    "\t\tif (d[p] >= d[c]) break;\n"
    "\t\tswap(d, p, c);\n"
    "\t}\n"
    "}\n"
    "\n"
    "static void heap_sort(int *d, int n) {\n"
    "    for (int k = n / 2 - 1; k >= 0; k--)\n"
    "        heapify(d, k, n);\n"
    "    for (int k = n - 1; k > 0; k--) {\n"
    "        swap(d, 0, k);\n"
    "        heapify(d, 0, k);\n"
    "    }\n"
    "}\n"
    "ORDO_EXPERIMENT(heap_sort, .inputs = ordo_random_ints, .from = 0, .to = 200, .step = 10, "
    ".repeat = 5)\n"
    "\n"
    "static unsigned long fibonacci(int n) {\n"
    "    if (n < 2) return n;\n"
    "    return fibonacci(n - 1) + fibonacci(n - 2);\n"
    "}\n"
    "\n"
    "static int linear_search(const int *d, int n, int x) {\n"
    "    for (int i = 0; i < n; i++)\n"
    "        if (d[i] == x) return i;\n"
    "    /* \xc3\xa4 \xe2\x86\x92 \xf0\x9f\x94\x8d */ return -1;\n"
    "}\n";
static const char header[] = "static inline void swap(int *d, int a, int b) {\n"
                             "    int t = d[a]; d[a] = d[b]; d[b] = t;\n"
                             "}\n";

enum statement {
    B_INIT,
    B_COND,
    B_STEP,
    B2_INIT,
    B2_COND,
    B2_STEP,
    B_IF,
    B_T,
    B_SWAP1,
    B_SWAP2,
    H_DECL,
    H_COND,
    H_STEP,
    H_IF,
    H_LEFT,
    H_RIGHT,
    H_INC,
    H_STOP,
    H_BREAK,
    H_SWAP,
    S1_INIT,
    S1_COND,
    S1_STEP,
    S1_CALL,
    S2_INIT,
    S2_COND,
    S2_STEP,
    S2_SWAP,
    S2_CALL,
    F_IF,
    F_LEAF,
    F_BOTH,
    L_INIT,
    L_COND,
    L_STEP,
    L_IF,
    L_FOUND,
    L_NONE,
    W_T,
    W_ONE,
    W_TWO,
    STATEMENTS,
    NONE = STATEMENTS /* marks a call that is already on the stack */
};

static const struct {
    uint32_t file, line;
    const char *text, *function;
    enum ordo_lab_kind kind;
} declared[STATEMENTS] = {
    [B_INIT] = {0, 6, "int k = n - 1", "bubble_sort", ORDO_LAB_INIT},
    [B_COND] = {0, 6, "k > 0", "bubble_sort", ORDO_LAB_CONDITION},
    [B_STEP] = {0, 6, "k--", "bubble_sort", ORDO_LAB_STEP},
    [B2_INIT] = {0, 7, "int i = 0", "bubble_sort", ORDO_LAB_INIT},
    [B2_COND] = {0, 7, "i < k", "bubble_sort", ORDO_LAB_CONDITION},
    [B2_STEP] = {0, 7, "i++", "bubble_sort", ORDO_LAB_STEP},
    [B_IF] = {0, 8, "d[i] > d[i + 1]", "bubble_sort", ORDO_LAB_CONDITION},
    [B_T] = {0, 9, "int t = d[i];", "bubble_sort", ORDO_LAB_DECLARATION},
    [B_SWAP1] = {0, 9, "d[i] = d[i + 1]", "bubble_sort", ORDO_LAB_STATEMENT},
    [B_SWAP2] = {0, 9, "d[i + 1] = t", "bubble_sort", ORDO_LAB_STATEMENT},
    [H_DECL] = {0, 15, "int c", "heapify", ORDO_LAB_INIT},
    [H_COND] = {0, 15, "(c = 2 * p + 1) < n", "heapify", ORDO_LAB_CONDITION},
    [H_STEP] = {0, 15, "p = c", "heapify", ORDO_LAB_STEP},
    [H_IF] = {0, 16, "c + 1 < n && d[c + 1] > d[c]", "heapify", ORDO_LAB_CONDITION},
    [H_LEFT] = {0, 16, "c + 1 < n", "heapify", ORDO_LAB_OPERAND},
    [H_RIGHT] = {0, 16, "d[c + 1] > d[c]", "heapify", ORDO_LAB_OPERAND},
    [H_INC] = {0, 16, "c++", "heapify", ORDO_LAB_STATEMENT},
    [H_STOP] = {0, 17, "d[p] >= d[c]", "heapify", ORDO_LAB_CONDITION},
    [H_BREAK] = {0, 17, "break", "heapify", ORDO_LAB_STATEMENT},
    [H_SWAP] = {0, 18, "swap(d, p, c)", "heapify", ORDO_LAB_STATEMENT},
    [S1_INIT] = {0, 23, "int k = n / 2 - 1", "heap_sort", ORDO_LAB_INIT},
    [S1_COND] = {0, 23, "k >= 0", "heap_sort", ORDO_LAB_CONDITION},
    [S1_STEP] = {0, 23, "k--", "heap_sort", ORDO_LAB_STEP},
    [S1_CALL] = {0, 24, "heapify(d, k, n)", "heap_sort", ORDO_LAB_STATEMENT},
    [S2_INIT] = {0, 25, "int k = n - 1", "heap_sort", ORDO_LAB_INIT},
    [S2_COND] = {0, 25, "k > 0", "heap_sort", ORDO_LAB_CONDITION},
    [S2_STEP] = {0, 25, "k--", "heap_sort", ORDO_LAB_STEP},
    [S2_SWAP] = {0, 26, "swap(d, 0, k)", "heap_sort", ORDO_LAB_STATEMENT},
    [S2_CALL] = {0, 27, "heapify(d, 0, k)", "heap_sort", ORDO_LAB_STATEMENT},
    [F_IF] = {0, 33, "n < 2", "fibonacci", ORDO_LAB_CONDITION},
    [F_LEAF] = {0, 33, "return n", "fibonacci", ORDO_LAB_STATEMENT},
    [F_BOTH] = {0, 34, "return fibonacci(n - 1) + fibonacci(n - 2)", "fibonacci",
                ORDO_LAB_STATEMENT},
    [L_INIT] = {0, 38, "int i = 0", "linear_search", ORDO_LAB_INIT},
    [L_COND] = {0, 38, "i < n", "linear_search", ORDO_LAB_CONDITION},
    [L_STEP] = {0, 38, "i++", "linear_search", ORDO_LAB_STEP},
    [L_IF] = {0, 39, "d[i] == x", "linear_search", ORDO_LAB_CONDITION},
    [L_FOUND] = {0, 39, "return i", "linear_search", ORDO_LAB_STATEMENT},
    [L_NONE] = {0, 40, "return -1", "linear_search", ORDO_LAB_STATEMENT},
    [W_T] = {1, 2, "int t = d[a];", "swap", ORDO_LAB_DECLARATION},
    [W_ONE] = {1, 2, "d[a] = d[b]", "swap", ORDO_LAB_STATEMENT},
    [W_TWO] = {1, 2, "d[b] = t", "swap", ORDO_LAB_STATEMENT},
};

enum { DEEPEST = 64, LARGEST = 1000 };

static struct {
    uint64_t own[STATEMENTS], inclusive[STATEMENTS + 1], total;
    enum statement stack[DEEPEST], saved[DEEPEST], current;
    int depth;
} run;

static bool on_stack(enum statement s) {
    for (int i = 0; i < run.depth; i++)
        if (run.stack[i] == s) return true;
    return false;
}

/* Counts and returns true, so that it can be part of a condition. */
static bool count(enum statement s) {
    run.current = s;
    run.own[s]++;
    run.total++;
    for (int i = 0; i < run.depth; i++) run.inclusive[run.stack[i]]++;
    if (!on_stack(s)) run.inclusive[s]++;
    return true;
}

static void enter(void) {
    run.saved[run.depth] = run.current;
    run.stack[run.depth] = on_stack(run.current) ? NONE : run.current;
    run.depth++;
}

static void leave(void) {
    run.current = run.saved[--run.depth];
}

static void swap(int *d, int a, int b) {
    enter();
    count(W_T);
    int t = d[a];
    count(W_ONE);
    d[a] = d[b];
    count(W_TWO);
    d[b] = t;
    leave();
}

static void bubble_sort(int *d, int n) {
    enter();
    for (int k = (count(B_INIT), n - 1); count(B_COND) && k > 0; count(B_STEP), k--)
        for (int i = (count(B2_INIT), 0); count(B2_COND) && i < k; count(B2_STEP), i++)
            if (count(B_IF) && d[i] > d[i + 1]) {
                count(B_T);
                int t = d[i];
                count(B_SWAP1);
                d[i] = d[i + 1];
                count(B_SWAP2);
                d[i + 1] = t;
            }
    leave();
}

static void heapify(int *d, int p, int n) {
    enter();
    count(H_DECL);
    for (int c; count(H_COND) && (c = 2 * p + 1) < n; count(H_STEP), p = c) {
        if (count(H_IF) && (count(H_LEFT) && c + 1 < n) && (count(H_RIGHT) && d[c + 1] > d[c])) {
            count(H_INC);
            c++;
        }
        if (count(H_STOP) && d[p] >= d[c]) {
            count(H_BREAK);
            break;
        }
        count(H_SWAP);
        swap(d, p, c);
    }
    leave();
}

static void heap_sort(int *d, int n) {
    enter();
    for (int k = (count(S1_INIT), n / 2 - 1); count(S1_COND) && k >= 0; count(S1_STEP), k--) {
        count(S1_CALL);
        heapify(d, k, n);
    }
    for (int k = (count(S2_INIT), n - 1); count(S2_COND) && k > 0; count(S2_STEP), k--) {
        count(S2_SWAP);
        swap(d, 0, k);
        count(S2_CALL);
        heapify(d, 0, k);
    }
    leave();
}

static unsigned long fibonacci(int n) {
    unsigned long f;
    enter();
    if (count(F_IF) && n < 2) {
        count(F_LEAF);
        f = (unsigned long)n;
    } else {
        count(F_BOTH);
        f = fibonacci(n - 1);
        f += fibonacci(n - 2);
    }
    leave();
    return f;
}

static int linear_search(const int *d, int n, int x) {
    enter();
    for (int i = (count(L_INIT), 0); count(L_COND) && i < n; count(L_STEP), i++)
        if (count(L_IF) && d[i] == x) {
            count(L_FOUND);
            leave();
            return i;
        }
    count(L_NONE);
    leave();
    return -1;
}

static void perform(unsigned experiment, int n, struct random_numbers *r) {
    static int d[LARGEST];
    for (int i = 0; i < n; i++) d[i] = experiment == 1 ? i : (int)random_below(r, 1000000);
    memset(&run, 0, sizeof run);
    run.current = NONE;
    if (experiment < 2)
        bubble_sort(d, n);
    else if (experiment == 2)
        heap_sort(d, n);
    else if (experiment == 3)
        fibonacci(n);
    else
        linear_search(d, n, n ? d[random_below(r, (uint32_t)n)] : 0);
}

static void fit(struct ordo_lab_series *s, size_t n) {
    struct ordo_model_point points[LARGEST];
    for (size_t i = 0; i < n; i++) {
        const struct ordo_lab_point *p = &s->points[i];
        points[i] = (struct ordo_model_point){
            .n = (double)p->n,
            .count = (double)p->count,
            .min = (double)p->min,
            .max = (double)p->max,
            .sum = (double)p->sum,
            .sumsq = p->sumsq,
        };
    }
    ordo_model_fit(points, n, ORDO_UNIT_BLOCKS, &s->model);
}

static struct ordo_lab_series *new_series(struct ordo_arena *arena, size_t n, size_t n_sizes) {
    struct ordo_lab_series *s = ordo_arena_array(arena, n, sizeof *s);
    for (size_t i = 0; i < n; i++)
        s[i].points = ordo_arena_array(arena, n_sizes, sizeof *s[i].points);
    return s;
}

static void experiment(struct ordo_lab *lab, unsigned i, unsigned largest, unsigned step) {
    struct random_numbers r = {i + 1};
    struct ordo_lab_experiment *e = &lab->experiments[i];
    e->n_sizes = i == 5 ? 0 : i == 4 ? largest / step / 2 : largest / step + 1;
    e->sizes = ordo_arena_array(lab->arena, e->n_sizes, sizeof *e->sizes);
    e->own = new_series(lab->arena, STATEMENTS, e->n_sizes);
    e->inclusive = new_series(lab->arena, STATEMENTS, e->n_sizes);
    struct ordo_lab_series *total = new_series(lab->arena, 1, e->n_sizes);
    ordo_lab_lines_new(lab, e, e->n_sizes);
    e->total = *total;
    for (size_t k = 0; k < e->n_sizes; k++) {
        e->sizes[k] = k * step;
        for (uint64_t times = 0; times < e->repeat; times++) {
            perform(i, (int)e->sizes[k], &r);
            ordo_lab_point_add(&e->total.points[k], e->sizes[k], run.total);
            for (size_t s = 0; s < STATEMENTS; s++) {
                ordo_lab_point_add(&e->own[s].points[k], e->sizes[k], run.own[s]);
                ordo_lab_point_add(&e->inclusive[s].points[k], e->sizes[k], run.inclusive[s]);
            }
            ordo_lab_lines_add(lab, e, k, e->sizes[k], run.own, run.inclusive);
        }
    }
    fit(&e->total, e->n_sizes);
    for (size_t s = 0; s < STATEMENTS; s++) {
        fit(&e->own[s], e->n_sizes);
        fit(&e->inclusive[s], e->n_sizes);
    }
    for (size_t l = 0; l < lab->n_lines; l++) {
        fit(&e->own_lines[l], e->n_sizes);
        fit(&e->inclusive_lines[l], e->n_sizes);
    }
}

static void place(struct ordo_lab_statement *out, size_t s, const char *text) {
    for (uint32_t line = 1; line < declared[s].line; line++) text = strchr(text, '\n') + 1;
    const char *at = strstr(text, declared[s].text);
    if (!at || at > strchr(text, '\n')) {
        fprintf(stderr, "made_lab: line %u has no '%s'\n", declared[s].line, declared[s].text);
        abort();
    }
    *out = (struct ordo_lab_statement){
        .file = declared[s].file,
        .line = declared[s].line,
        .column = (uint32_t)(at - text) + 1,
        .end_line = declared[s].line,
        .end_column = (uint32_t)(at - text + (ptrdiff_t)strlen(declared[s].text)) + 1,
        .kind = declared[s].kind,
        .function = declared[s].function,
    };
}

bool made_lab(struct ordo_lab *lab, unsigned largest, unsigned step) {
    static const char *files[] = {"course.c", "swap.h"}, *sources[] = {course, header};
    static const struct ordo_lab_experiment list[] = {
        {.id = "bubble_sort/ordo_random_ints", .function = "bubble_sort", .line = 12, .repeat = 30},
        {.id = "bubble_sort/ordo_sorted_ints", .function = "bubble_sort", .line = 12, .repeat = 2},
        {.id = "heap_sort/ordo_random_ints", .function = "heap_sort", .line = 30, .repeat = 5},
        {.id = "fibonacci/ordo_integers", .function = "fibonacci", .line = 36, .repeat = 1},
        {.id = "linear_search/ordo_random_ints",
         .function = "linear_search",
         .line = 41,
         .repeat = 9,
         .end = ORDO_LAB_CRASHED,
         .why = "signal 11 (segmentation fault), repetition 3, seed 42: run it again with --seed"},
        {.id = "linear_search/</script><b>own",
         .function = "linear_search",
         .line = 41,
         .repeat = 1,
         .end = ORDO_LAB_TIMEOUT,
         .why = "size 0 took longer than 10 s: allow more with --timeout"},
    };
    *lab = (struct ordo_lab){.arena = ordo_arena_new(), .n_files = 2, .files = files};
    lab->sources = sources;
    lab->n_statements = STATEMENTS;
    lab->n_experiments = sizeof list / sizeof *list;
    lab->statements = ordo_arena_array(lab->arena, STATEMENTS, sizeof *lab->statements);
    lab->experiments = ordo_arena_array(lab->arena, lab->n_experiments, sizeof *lab->experiments);
    for (size_t s = 0; s < STATEMENTS; s++)
        place(&lab->statements[s], s, sources[declared[s].file]);
    ordo_lab_lines_find(lab);
    for (unsigned i = 0; i < lab->n_experiments; i++) {
        unsigned most = i == 3 && largest > 20 ? 20 : largest, by = i == 3 ? 1 : step;
        lab->experiments[i] = list[i];
        lab->experiments[i].input = strchr(list[i].id, '/') + 1;
        lab->experiments[i].seed = i ? 1000 + i : UINT64_C(9007199254740999);
        experiment(lab, i, most, by);
    }
    return true;
}
