/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * profile_dump.c: prints all fields, including spans.
 */
#include "support/profile_dump.h"

#include "base/text.h"
#include "support/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define U(x) ((uint64_t)(x))
#define SPAN(s) U((s).first), U((s).n)

static void dump_runs(struct ordo_text *t, const struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_runs; i++) {
        const struct ordo_run *r = &p->runs[i];
        ordo_text_print(t,
                        "run %s %" PRIu64 " %" PRIu64 " %d %d %u '%s' features %" PRIu64 "+%" PRIu64
                        " processes %" PRIu64 "+%" PRIu64 "\n",
                        r->command, r->start_ns, r->end_ns, r->exit_status, r->signal,
                        r->unreadable, r->unreadable_why, SPAN(r->features), SPAN(r->processes));
        if (*r->code) ordo_text_print(t, "code %s\n", r->code);
    }
    for (uint32_t i = 0; i < p->n_features; i++)
        ordo_text_print(t, "feature %s %a\n", p->features[i].name, p->features[i].value);
    for (uint32_t i = 0; i < p->n_processes; i++) {
        const struct ordo_process *x = &p->processes[i];
        ordo_text_print(t,
                        "process %u %u %s [%s] %s stop %u %u at %" PRIu64 " %" PRIu64
                        " %d%d%d threads %u cost %" PRIu64 "\n",
                        x->pid, x->ppid, x->exe, x->command, ordo_process_state_name(x->state),
                        x->stop, x->stop_errno, x->start_ns, x->end_ns, x->forked, x->drms_asked,
                        x->drms_compiled, x->threads, x->cost);
    }
    for (uint32_t i = 0; i < p->n_objects; i++)
        ordo_text_print(t, "object %s %s\n", p->objects[i].path, p->objects[i].source_root);
}

static void dump_scopes(struct ordo_text *t, const struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_scopes; i++) {
        const struct ordo_profile_scope *s = &p->scopes[i];
        ordo_text_print(
            t, "scope %u %016" PRIx64 " %s flags %u %s|%s|%s|%s:%u:%u#%u in %u below %d", i, s->id,
            ordo_profile_kind_name(s->kind), s->flags, s->name, s->linkage_name, s->object, s->file,
            s->line, s->column, s->ordinal, s->routine.i, (int)s->parent.i);
        ordo_text_print(
            t, " calls %" PRIu64 " iterations %" PRIu64 " total %" PRIu64 " self %" PRIu64 "%s",
            s->calls, s->iterations, s->cost_total, s->cost_self, s->has_self ? "" : "?");
        ordo_text_print(t,
                        " unfinished %" PRIu64 " %" PRIu64 " exit %" PRIu64 " units %" PRIu64
                        " negative %" PRIu64,
                        s->unfinished, s->unfinished_cost, s->at_exit, s->units, s->negative_args);
        ordo_text_print(t, " spans %" PRIu64 "+%" PRIu64 " %" PRIu64 "+%" PRIu64, SPAN(s->series),
                        SPAN(s->callers));
        ordo_text_print(t, " %" PRIu64 "+%" PRIu64 " %" PRIu64 "+%" PRIu64 "\n", SPAN(s->children),
                        SPAN(s->members));
    }
    for (uint32_t i = 0; i < p->n_members; i++) ordo_text_print(t, "member %u\n", p->members[i].i);
}

static void dump_series(struct ordo_text *t, const struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_series; i++) {
        const struct ordo_series *s = &p->series[i];
        ordo_text_print(t,
                        "series %u of %u %s by %s unit %u%s %" PRIu64 "..%" PRIu64
                        " points %" PRIu64 "+%" PRIu64 "\n",
                        i, s->scope.i, s->cost, s->metric, s->unit, s->bucketed ? " bucketed" : "",
                        s->n_min, s->n_max, SPAN(s->points));
        for (uint64_t k = 0; p->has_points && k < s->points.n; k++) {
            const struct ordo_point *x = &p->points[s->points.first + k];
            ordo_text_print(t,
                            "point %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
                            " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                            x->n, x->count, x->sum_n, x->min, x->max, x->sum, x->sumsq_high,
                            x->sumsq_low, x->self);
        }
    }
}

static void dump_structure(struct ordo_text *t, const struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_types; i++)
        ordo_text_print(t, "type %s %" PRIu64 " %u\n", p->types[i].name, p->types[i].bytes,
                        p->types[i].flags);
    for (uint32_t i = 0; i < p->n_advances; i++)
        ordo_text_print(t, "advance %u %u %d %d\n", p->advances[i].outer, p->advances[i].inner,
                        (int)p->advances[i].callee, p->advances[i].ends);
    for (uint32_t i = 0; i < p->n_choices; i++)
        ordo_text_print(t, "choice %u %u %d\n", p->choices[i].outer, p->choices[i].inner,
                        p->choices[i].together);
    for (uint32_t i = 0; i < p->n_invocations; i++) {
        const struct ordo_invocation *v = &p->invocations[i];
        ordo_text_print(t, "invocation of %u %" PRIx64 " %" PRIu64 "\n", v->context, v->process,
                        v->ordinal);
        for (uint64_t k = v->first_input; k < v->first_input + v->n_inputs; k++)
            ordo_text_print(t, "  input %d %d %" PRIx64 " %u %s\n", (int)p->inputs[k].type,
                            p->inputs[k].form, p->inputs[k].identity, p->inputs[k].many,
                            p->inputs[k].name);
        for (uint64_t k = v->first_fact; k < v->first_fact + v->n_facts; k++) {
            const struct ordo_fact *f = &p->facts[k];
            ordo_text_print(t,
                            "  fact of %u %d %d %u: %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
                            " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                            f->context, (int)f->input, (int)f->type, f->flags, f->reads, f->writes,
                            f->creations, f->elements, f->references, f->capacity, f->used);
        }
    }
}

static void dump_production(struct ordo_text *t, const struct ordo_profile *p) {
    for (uint32_t i = 0; i < p->n_samplings; i++) {
        const struct ordo_sampling *x = &p->samplings[i];
        ordo_text_print(t, "sampling %u %" PRIx64 " %" PRIu64 " %" PRIu64 " %" PRIu64, x->process,
                        x->key, x->rate, x->budget, x->log_bytes);
        ordo_text_print(t, " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", x->sampled_ns,
                        x->unsampled, x->samples, x->unlogged);
    }
    for (uint32_t i = 0; i < p->n_gated; i++) {
        const struct ordo_gated_scope *x = &p->gated[i];
        ordo_text_print(t, "gated %u %" PRIu64 " %" PRIu64 " samples %" PRIu64, x->scope,
                        x->executions, x->iterations, x->samples);
        ordo_text_print(t, " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", x->incomplete, x->given_up,
                        x->left);
    }
    for (uint64_t i = 0; i < p->n_samples; i++) {
        const struct ordo_sample *x = &p->samples[i];
        ordo_text_print(t, "sample %u %" PRIx64 " %" PRIu64 " flags %u at %" PRIu64, x->scope,
                        x->process, x->number, x->flags, x->time_ns);
        ordo_text_print(t, " %" PRIu64 " %" PRIu64 " own %" PRIu64 " %" PRIu64 " size %" PRIu64,
                        x->executions, x->iterations, x->own, x->cost, x->n);
        ordo_text_print(t, " %" PRIu64 " level %u %u %u %u %u %u %u", x->rms, x->level, x->tracked,
                        x->again, x->before, x->all, x->once, x->twice);
        const struct ordo_sample_sums *s = &x->sums;
        if (s->own) /* old files have no sums */
            ordo_text_print(t, " sums %" PRIu64 " %" PRIu64 " %" PRIu64, s->own, s->cost, s->n);
        ordo_text_add(t, "\n");
    }
}

char *profile_dump(const struct ordo_profile *p) {
    struct ordo_text t = {0};
    ordo_text_print(&t, "profile %s %u %s %" PRIu64 " %d %d\n", p->engine, p->cell_bytes,
                    p->cost_metric, p->total_cost, p->contexts_truncated, p->has_points);
    dump_runs(&t, p);
    dump_scopes(&t, p);
    dump_series(&t, p);
    for (uint64_t i = 0; i < p->n_edges; i++)
        ordo_text_print(&t, "edge %d calls %u: %" PRIu64 " %" PRIu64 "\n",
                        (int)p->edges[i].caller.i, p->edges[i].callee.i, p->edges[i].calls,
                        p->edges[i].cost);
    for (uint64_t i = 0; i < p->n_children; i++)
        ordo_text_print(&t, "child %u of %u at %" PRIu64 ": %" PRIu64 " %" PRIu64 "\n",
                        p->children[i].child.i, p->children[i].parent.i, p->children[i].n,
                        p->children[i].calls, p->children[i].cost);
    for (uint32_t i = 0; i < p->n_contexts; i++)
        ordo_text_print(&t, "context %u below %d: scope %u %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                        i, (int)p->contexts[i].parent, p->contexts[i].scope.i, p->contexts[i].calls,
                        p->contexts[i].cost, p->contexts[i].self);
    for (uint32_t i = 0; i < p->n_steps; i++) {
        const struct ordo_step_sum *sums[] = {&p->steps[i].own, &p->steps[i].group};
        for (int k = 0; k < 2; k++)
            ordo_text_print(&t, "steps of %u: %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                            p->steps[i].context, sums[k]->invocations, sums[k]->sum, sums[k]->least,
                            sums[k]->greatest);
    }
    for (uint64_t i = 0; i < p->n_observations; i++) {
        const struct ordo_observation *o = &p->observations[i];
        ordo_text_print(&t, "observed in %u: %s", o->context, o->arg_names);
        for (const uint64_t *x = &o->thread; x <= &o->next_written; x++)
            ordo_text_print(&t, " %" PRIu64, *x);
        for (int k = 0; k < ORDO_OBSERVED_ARGS; k++) ordo_text_print(&t, " %" PRIi64, o->args[k]);
        ordo_text_add(&t, "\n");
    }
    for (uint64_t i = 0; i < p->n_lines; i++)
        ordo_text_print(&t, "line %s:%u %" PRIu64 "\n", p->lines[i].file, p->lines[i].line,
                        p->lines[i].count);
    for (uint64_t i = 0; i < p->n_blocks; i++)
        ordo_text_print(&t, "block %u of %u %s:%u:%u %d %" PRIu64 "\n", p->blocks[i].ordinal,
                        p->blocks[i].routine.i, p->blocks[i].file, p->blocks[i].line,
                        p->blocks[i].column, p->blocks[i].is_cost, p->blocks[i].count);
    for (uint32_t i = 0; i < p->n_inlined; i++)
        ordo_text_print(&t, "inlined into %u: %s %s:%u\n", p->inlined[i].into.i, p->inlined[i].name,
                        p->inlined[i].file, p->inlined[i].line);
    dump_structure(&t, p);
    dump_production(&t, p);
    char *s = ordo_text_take(&t);
    if (!s) abort();
    return s;
}

void assert_profiles_equal(const struct ordo_profile *a, const struct ordo_profile *b) {
    char *x = profile_dump(a), *y = profile_dump(b);
    const char *p = x, *q = y;
    while (*p || *q) {
        size_t n = strcspn(p, "\n"), m = strcspn(q, "\n");
        if (n != m || memcmp(p, q, n) != 0)
            fail_msg("profiles differ:\n  %.*s\n  %.*s", (int)n, p, (int)m, q);
        p += n + (p[n] == '\n');
        q += m + (q[m] == '\n');
    }
    free(x);
    free(y);
}
