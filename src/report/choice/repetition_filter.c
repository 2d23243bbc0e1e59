/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * repetition_filter.c: parents come before their children, so one backward pass adds up what is
 * below each node.
 */
#include "report/choice/repetition_filter.h"

#include "base/memory.h"
#include "base/numerals.h"

#include <stdlib.h>

enum { SCREEN_NODES = 40 };
static const double little = 0.005;

void ordo_repetition_filter_init(struct ordo_repetition_filter *f,
                                 const struct ordo_repetition_tree *t, double share) {
    if (share < 0) share = t->n_nodes > SCREEN_NODES ? little : 0;
    *f = (struct ordo_repetition_filter){.share = share};
    f->shown = ordo_memory_new((size_t)t->n_nodes + 1, sizeof *f->shown);
    double *below = ordo_memory_new((size_t)t->n_nodes + 1, sizeof *below), all = 0;
    for (uint32_t i = t->n_nodes; i-- > 0;) {
        below[i] += (double)t->nodes[i].steps;
        if (t->nodes[i].parent == UINT32_MAX)
            all += below[i];
        else
            below[t->nodes[i].parent] += below[i];
    }
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        f->shown[i] = below[i] >= share * all;
        f->hides |= !f->shown[i];
    }
    free(below);
}

void ordo_repetition_filter_done(struct ordo_repetition_filter *f) {
    free(f->shown);
    *f = (struct ordo_repetition_filter){0};
}

static bool is_shown_below(const struct ordo_repetition_filter *f,
                           const struct ordo_repetition_tree *t, uint32_t node) {
    for (uint32_t i = node + 1; i < t->n_nodes && t->nodes[i].depth > t->nodes[node].depth; i++)
        if (f->shown[i]) return true;
    return false;
}

void ordo_repetition_filter_hide(struct ordo_repetition_filter *f,
                                 const struct ordo_repetition_tree *t, uint32_t node) {
    if (!f->shown[node] || t->nodes[node].steps || is_shown_below(f, t, node)) return;
    f->shown[node] = false;
    f->hides = true;
}

static void begin(struct ordo_text *text, const struct ordo_repetition_filter *f) {
    if (f->share > 0)
        ordo_text_print(text,
                        "\nLeft out, with less than %g %% of the steps each: ", 100 * f->share);
    else
        ordo_text_add(text, "\nLeft out, without a step: ");
}

static void add_count(struct ordo_text *text, uint32_t n, const char *noun) {
    char numeral[ORDO_NUMERAL_BYTES];
    ordo_text_print(text, "%s %s%s", ordo_numeral_exact(numeral, n), noun, n == 1 ? "" : "s");
}

void ordo_repetition_filter_say(struct ordo_text *text, const struct ordo_repetition_filter *f,
                                const struct ordo_repetition_tree *t) {
    uint32_t n = 0;
    if (!f->hides) return;
    for (uint32_t i = 0; i < t->n_nodes; i++)
        n += !f->shown[i] && t->nodes[i].kind != ORDO_REPETITION_ENTRY;
    begin(text, f);
    add_count(text, n, "repetition");
    ordo_text_add(text, " (--all shows them)\n");
}

void ordo_repetition_filter_say_algorithms(struct ordo_text *text,
                                           const struct ordo_repetition_filter *f,
                                           uint32_t algorithms, uint32_t repetitions) {
    if (!f->hides) return;
    begin(text, f);
    if (algorithms) add_count(text, algorithms, "algorithm");
    if (algorithms && repetitions) ordo_text_add(text, " and ");
    if (repetitions) add_count(text, repetitions, "repetition");
    ordo_text_add(text,
                  repetitions ? " of those above (--all shows them)\n" : " (--all shows them)\n");
}
