/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * edges.c: counts blocks with as few counters as possible (ordo cc --blocks=only).
 *
 * A block is left as often as it is entered. So the counts of all edges follow from those of the
 * edges that are not on a spanning tree of the control flow, in which the outside is one more node
 * (D. E. Knuth and F. R. Stevenson, Optimal measurement points for program frequency counts, BIT
 * 13, 1973, section 3). Only these edges have counters. The tree has the greatest weight by LLVM's
 * estimates of frequencies, so that few of the edges that are taken most often have counters. The
 * profile solves for the blocks with the module's table of edges.
 *
 * Control may also leave, or come back, where there is no edge: by a call that does not return,
 * returns twice (setjmp, fork's child) or throws. A block with such a call has an edge to the
 * outside, which takes up the difference and is always on the tree. Edges to landing pads and to
 * targets of computed gotos cannot carry code. These targets are entered from the outside, by an
 * edge with a counter, and the blocks before them leak.
 */
#include "edges.h"
#include "code_table.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/module_memory.h"

#include <stdlib.h>

struct edge {
    unsigned from, to;       /* indices of parts + 1; 0: outside */
    LLVMValueRef terminator; /* of `from`; NULL: `to` is the next part, or the entry */
    unsigned successor;
    bool forced; /* always has a counter, because it is the only edge into `to` */
    double weight;
    bool counted;
};

struct flow {
    struct part *parts;
    unsigned n;
    struct edge *edges;
    unsigned n_edges;
    unsigned *first, *last; /* by block: its parts */
    bool *direct;           /* by block: entered by edges that cannot carry code */
    unsigned *entries;      /* by block: number of edges into it */
    struct ptrmap index;    /* block -> index in the routine */
};

/* Can the edge from the terminator to its successor of that index carry code? */
static bool carries_code(LLVMValueRef terminator, unsigned successor) {
    if (LLVMIsAIndirectBrInst(terminator) || LLVMIsACallBrInst(terminator)) return false;
    return !(LLVMIsAInvokeInst(terminator) && successor == 1);
}

static unsigned target(struct flow *f, LLVMValueRef terminator, unsigned successor) {
    return (unsigned)ptrmap_get(&f->index, LLVMGetSuccessor(terminator, successor), 0);
}

static struct edge *add(struct opass *p, struct flow *f, unsigned from, unsigned to,
                        double weight) {
    struct edge *e = OPASS_PUSH(p, f->edges, f->n_edges);
    e->from = from;
    e->to = to;
    e->weight = weight;
    return e;
}

static void block_edges(struct opass *p, struct routine *r, struct flow *f, unsigned i) {
    const struct block *b = &r->blocks[i];
    const double own = shim_frequency(r->cfg, b->ref);
    for (unsigned k = f->first[i]; k < f->last[i]; k++) add(p, f, k + 1, k + 2, own);
    unsigned n = LLVMGetNumSuccessors(b->terminator);
    struct part *end = &f->parts[f->last[i]];
    if (n == 0 || LLVMIsAInvokeInst(b->terminator)) end->leaks = true;
    for (unsigned k = 0; k < n; k++) {
        unsigned to = target(f, b->terminator, k);
        if (f->direct[to]) {
            end->leaks = true;
            continue;
        }
        double weight = own * shim_likelihood(r->cfg, b->ref, k);
        struct edge *e = add(p, f, f->last[i] + 1, f->first[to] + 1, weight);
        e->terminator = b->terminator;
        e->successor = k;
    }
}

static void draw(struct opass *p, struct routine *r, struct flow *f) {
    for (unsigned i = 0; i < r->n_blocks; i++) {
        LLVMValueRef t = r->blocks[i].terminator;
        for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++) {
            unsigned to = target(f, t, k);
            f->entries[to]++;
            if (!carries_code(t, k)) f->direct[to] = true;
        }
    }
    for (unsigned i = 0; i < r->n_blocks; i++) {
        if (f->parts[f->first[i]].entry) add(p, f, 0, f->first[i] + 1, 1);
        if (f->direct[i]) add(p, f, 0, f->first[i] + 1, 0)->forced = true;
        block_edges(p, r, f, i);
    }
}

static unsigned root(unsigned *parent, unsigned i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

static int heaviest_first(const void *a, const void *b) {
    const struct edge *x = *(const struct edge *const *)a, *y = *(const struct edge *const *)b;
    if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
    return (x > y) - (x < y); /* in the order of their creation */
}

/* Kruskal's algorithm for a spanning tree of greatest weight. Parts that leak are joined to the
 * outside first. */
static void choose(struct opass *p, struct flow *f) {
    unsigned *parent = opass_alloc(p, (f->n + 1) * sizeof *parent);
    struct edge **order = opass_alloc(p, (f->n_edges + 1) * sizeof *order);
    for (unsigned i = 0; i <= f->n; i++) parent[i] = i;
    for (unsigned i = 0; i < f->n; i++)
        if (f->parts[i].leaks) parent[i + 1] = 0;
    for (unsigned i = 0; i < f->n_edges; i++) order[i] = &f->edges[i];
    qsort(order, f->n_edges, sizeof *order, heaviest_first);
    for (unsigned i = 0; i < f->n_edges; i++) {
        struct edge *e = order[i];
        unsigned a = root(parent, e->from), b = root(parent, e->to);
        e->counted = e->forced || a == b;
        if (!e->counted) parent[a] = b;
    }
}

/* Returns the instruction before which the edge's counter belongs. Splits the edge if necessary. */
static LLVMValueRef place(struct flow *f, struct edge *e) {
    struct part *to = &f->parts[e->to - 1];
    if (!e->terminator) return to->begin;
    if (LLVMGetNumSuccessors(e->terminator) == 1) return e->terminator;
    if (f->entries[target(f, e->terminator, e->successor)] == 1) return to->begin;
    return LLVMGetBasicBlockTerminator(shim_split_edge(e->terminator, e->successor));
}

static unsigned node(const struct flow *f, unsigned i) {
    return i ? f->parts[i - 1].node : 0;
}

static void emit(struct opass *p, struct flow *f) {
    for (unsigned i = 0; i < f->n_edges; i++) {
        struct edge *e = &f->edges[i];
        opass_code_edge(p, node(f, e->from), node(f, e->to), e->counted);
        if (!e->counted) continue;
        opass_before(p, place(f, e));
        opass_code_mark(p);
    }
    for (unsigned i = 0; i < f->n; i++)
        if (f->parts[i].leaks) opass_code_edge(p, f->parts[i].node, 0, false);
}

void opass_edges_count(struct opass *p, struct routine *r, struct part *parts, unsigned n) {
    struct flow f = {.parts = parts, .n = n};
    f.first = opass_alloc(p, (r->n_blocks + 1) * sizeof *f.first);
    f.last = opass_alloc(p, (r->n_blocks + 1) * sizeof *f.last);
    f.direct = opass_alloc(p, (r->n_blocks + 1) * sizeof *f.direct);
    f.entries = opass_alloc(p, (r->n_blocks + 1) * sizeof *f.entries);
    for (unsigned i = 0; i < r->n_blocks; i++) ptrmap_set(&f.index, r->blocks[i].ref, i);
    for (unsigned k = 0; k < n; k++) {
        unsigned i = (unsigned)(parts[k].block - r->blocks);
        if (k == 0 || parts[k - 1].block != parts[k].block) f.first[i] = k;
        f.last[i] = k;
    }
    draw(p, r, &f);
    choose(p, &f);
    emit(p, &f);
    ptrmap_done(&f.index);
}
