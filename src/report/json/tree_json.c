/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * tree_json.c: walks the nodes in depth-first order; closes a node when the next one is not below
 * it.
 */
#include "report/json/tree_json.h"

#include "base/stream.h"
#include "report/json/algorithm_json.h"
#include "report/json/json_out.h"
#include "report/words/tree_warnings.h"

#include <string.h>

static void write_place(struct ordo_json_out *j, const struct ordo_profile *p,
                        const struct ordo_profile_scope *s) {
    const struct ordo_profile_scope *routine = &p->scopes[s->routine.i];
    ordo_json_text(j, "routine", routine->name);
    ordo_json_text(j, "linkage_name", routine->linkage_name);
    ordo_json_text(j, "file", s->file);
    ordo_json_integer(j, "line", s->line);
    ordo_json_integer(j, "column", s->column);
}

static void write_counts(struct ordo_json_out *j, const struct ordo_profile *p,
                         const struct ordo_repetition_tree *t, const struct ordo_repetition *r) {
    ordo_json_integer(j, "steps", r->steps);
    if (r->has_range) {
        ordo_json_integer(j, "least", r->least);
        ordo_json_integer(j, "greatest", r->greatest);
    } else {
        ordo_json_null(j, "least");
        ordo_json_null(j, "greatest");
    }
    if (r->kind != ORDO_REPETITION_RECURSION) return;
    ordo_json_begin(j, "members", '[');
    for (uint32_t i = 0; i < r->n_members; i++)
        ordo_json_text(j, NULL, p->scopes[t->members[r->first_member + i]].name);
    ordo_json_end(j, ']');
}

static void write_node(struct ordo_json_out *j, const struct ordo_profile *p,
                       const struct ordo_repetition_tree *t, const struct ordo_algorithms *a,
                       uint32_t node) {
    const struct ordo_repetition *r = &t->nodes[node];
    static const char *const kinds[] = {[ORDO_REPETITION_ENTRY] = "entry",
                                        [ORDO_REPETITION_LOOP] = "loop",
                                        [ORDO_REPETITION_RECURSION] = "recursion"};
    ordo_json_line(j);
    ordo_json_begin(j, NULL, '{');
    ordo_json_text(j, "kind", kinds[r->kind]);
    write_place(j, p, &p->scopes[r->scope]);
    ordo_json_integer(j, "invocations", r->invocations);
    if (r->kind != ORDO_REPETITION_ENTRY) write_counts(j, p, t, r);
    if (a) ordo_algorithm_json_node(j, a, node);
    ordo_json_begin(j, "repetitions", '[');
}

static void close_nodes(struct ordo_json_out *j, uint32_t from, uint32_t to) {
    for (; from > to; from--) {
        ordo_json_end(j, ']');
        ordo_json_end(j, '}');
    }
}

static uint32_t stopped(const struct ordo_profile *p) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_processes; i++) n += p->processes[i].stop != 0;
    return n;
}

static void write_late_recursions(struct ordo_json_out *j, const struct ordo_profile *p) {
    ordo_json_begin(j, "late_recursions", '[');
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (ordo_tree_recurred_late(&p->scopes[i])) ordo_json_text(j, NULL, p->scopes[i].name);
    ordo_json_end(j, ']');
}

enum ordo_status ordo_tree_json_write(FILE *out, const struct ordo_profile *p,
                                      const struct ordo_repetition_tree *t,
                                      const struct ordo_algorithms *a, struct ordo_error *error) {
    struct ordo_json_out j = {.out = out};
    uint32_t open = 0;
    ordo_json_begin(&j, NULL, '{');
    ordo_json_integer(&j, "schema", ORDO_TREE_JSON_SCHEMA);
    ordo_json_text(&j, "producer", "ordo " ORDO_VERSION);
    ordo_json_bool(&j, "truncated", t->truncated);
    ordo_json_integer(&j, "stopped_processes", stopped(p));
    write_late_recursions(&j, p);
    ordo_json_begin(&j, "entries", '[');
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        close_nodes(&j, open, t->nodes[i].depth);
        write_node(&j, p, t, a, i);
        open = t->nodes[i].depth + 1;
    }
    close_nodes(&j, open, 0);
    ordo_json_end(&j, ']');
    if (a) ordo_algorithms_json_write(&j, p, t, a);
    ordo_json_end(&j, '}');
    return ordo_stream_end(out, "the tree", error);
}
