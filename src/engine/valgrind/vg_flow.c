/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_flow.c: finds blocks, dominators and natural loops.
 *
 * One sweep over the bytes finds all instructions and the beginnings of blocks. Edges and
 * dominators in reverse postorder follow. For every edge to a dominator, the loop is the set of
 * blocks that reach the edge without passing the header. Natural loops of different headers are
 * disjoint or nested, so the smallest loop that contains a block is its innermost one.
 *
 * Blocks that no jump goes to are the cases of the preceding jump through a table, because
 * compilers place them behind it. Blocks that are still not reached, such as those where exceptions
 * land, belong to the innermost loop that they lead to.
 */
#include "vg_flow.h"
#include "vg_decode.h"

#define MOST_BYTES (8u << 20)
#define NONE UINT32_MAX

enum mark {
    BEGINS = 1, /* an instruction begins here */
    LEADS = 2,  /* a block begins here */
};

struct block {
    uint32_t start, last; /* offsets of its first and last instruction */
    uint32_t to[2];       /* blocks, or NONE */
    uint32_t cases;       /* INDIRECT: its first case in `next_case`, or NONE */
    uint32_t next_case;
    uint32_t order, dominator; /* order: in postorder, from 1; 0: not reached */
    uint8_t kind, is_padding, is_target;
};

struct work {
    const uint8_t *code;
    uint64_t size, low;
    uint8_t *marks;
    uint32_t *block_of; /* by offset of a block's beginning */
    struct block *blocks;
    uint32_t n;
    uint32_t *postorder, n_reached;
    uint32_t *preds, *preds_from; /* preds[preds_from[b] .. preds_from[b + 1]) */
    uint32_t *stack, *seen, n_seen;
    struct ovg_flow *flow;
};

static void lead(struct work *w, uint64_t address) {
    if (address - w->low < w->size) w->marks[address - w->low] |= LEADS;
}

static int sweep(struct work *w) {
    w->marks[0] |= LEADS;
    for (uint64_t at = 0; at < w->size;) {
        struct ovg_instruction i = ovg_decode(w->code + at, w->size - at, w->low + at);
        if (!i.length) return -1;
        w->marks[at] |= BEGINS;
        at += i.length;
        if (i.kind == OVG_NEXT) continue;
        if (at < w->size) w->marks[at] |= LEADS;
        if (i.kind == OVG_BRANCH || i.kind == OVG_JUMP) lead(w, i.target);
    }
    for (uint64_t at = 0; at < w->size; at++) {
        if (!(w->marks[at] & LEADS)) continue;
        if (!(w->marks[at] & BEGINS)) return -1; /* a jump into the middle of an instruction */
        w->n++;
    }
    return 0;
}

static uint32_t block_at(const struct work *w, uint64_t address) {
    return address - w->low < w->size ? w->block_of[address - w->low] : NONE;
}

static void make_blocks(struct work *w) {
    uint32_t n = 0;
    for (uint64_t at = 0; at < w->size; at++)
        if (w->marks[at] & LEADS) w->block_of[at] = n++;
    n = 0;
    for (uint64_t at = 0; at < w->size;) {
        struct block *b = &w->blocks[n];
        struct ovg_instruction i;
        *b = (struct block){.start = (uint32_t)at,
                            .to = {NONE, NONE},
                            .cases = NONE,
                            .next_case = NONE,
                            .dominator = NONE,
                            .is_padding = 1};
        do {
            i = ovg_decode(w->code + at, w->size - at, w->low + at);
            b->last = (uint32_t)at;
            if (!i.is_padding) b->is_padding = 0;
            at += i.length;
        } while (at < w->size && !(w->marks[at] & LEADS));
        b->kind = (uint8_t)i.kind;
        n++;
        if ((i.kind == OVG_NEXT || i.kind == OVG_BRANCH) && n < w->n) b->to[0] = n;
        if (i.kind == OVG_BRANCH || i.kind == OVG_JUMP) b->to[1] = block_at(w, i.target);
    }
}

static void find_cases(struct work *w) {
    uint32_t before = NONE;
    for (uint32_t b = 0; b < w->n; b++) {
        for (int k = 0; k < 2; k++)
            if (w->blocks[b].to[k] != NONE && !w->blocks[b].is_padding)
                w->blocks[w->blocks[b].to[k]].is_target = 1;
        if (before == NONE && w->blocks[b].kind == OVG_INDIRECT) before = b;
    }
    if (before == NONE) return;
    for (uint32_t b = 1; b < w->n; b++) {
        struct block *x = &w->blocks[b];
        if (w->blocks[b - 1].kind == OVG_INDIRECT) before = b - 1;
        if (x->is_target || x->is_padding) continue;
        x->next_case = w->blocks[before].cases;
        w->blocks[before].cases = b;
    }
}

/* Returns the k-th successor: first the two of `to`, then the cases. Advances *k. */
static uint32_t successor(const struct work *w, uint32_t b, uint32_t *k) {
    const struct block *x = &w->blocks[b];
    while (*k < 2) {
        uint32_t to = x->to[(*k)++];
        if (to != NONE) return to;
    }
    uint32_t to = *k == 2 ? x->cases : w->blocks[*k - 3].next_case;
    if (to != NONE) *k = to + 3;
    return to;
}

/* Numbers blocks in postorder, depth first from the entry, without recursion. `seen` has the
 * number of the next successor of each block on the stack. */
static void order_blocks(struct work *w) {
    uint32_t depth = 0;
    w->blocks[0].order = NONE; /* on the stack or finished */
    w->stack[depth] = 0;
    w->seen[depth++] = 0;
    while (depth) {
        uint32_t b = w->stack[depth - 1], to = successor(w, b, &w->seen[depth - 1]);
        if (to == NONE) {
            w->postorder[w->n_reached++] = b;
            w->blocks[b].order = w->n_reached;
            depth--;
        } else if (!w->blocks[to].order) {
            w->blocks[to].order = NONE;
            w->stack[depth] = to;
            w->seen[depth++] = 0;
        }
    }
}

static int list_predecessors(struct work *w) {
    uint32_t edges = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t b = 0; b < w->n; b++) {
            if (!w->blocks[b].order) continue;
            for (uint32_t k = 0, to; (to = successor(w, b, &k)) != NONE;) {
                if (pass == 0)
                    w->preds_from[to + 1]++, edges++;
                else
                    w->preds[w->preds_from[to]++] = b;
            }
        }
        if (pass == 0) {
            for (uint32_t b = 0; b < w->n; b++) w->preds_from[b + 1] += w->preds_from[b];
            if (!(w->preds = ovg_flow_take((edges + 1) * sizeof *w->preds))) return -1;
        }
    }
    for (uint32_t b = w->n; b > 0; b--) w->preds_from[b] = w->preds_from[b - 1];
    w->preds_from[0] = 0;
    return 0;
}

static uint32_t common_dominator(const struct work *w, uint32_t a, uint32_t b) {
    while (a != b) {
        while (w->blocks[a].order < w->blocks[b].order) a = w->blocks[a].dominator;
        while (w->blocks[b].order < w->blocks[a].order) b = w->blocks[b].dominator;
    }
    return a;
}

static void find_dominators(struct work *w) {
    w->blocks[0].dominator = 0;
    for (int changed = 1; changed;) {
        changed = 0;
        for (uint32_t i = w->n_reached - 1; i-- > 0;) {
            uint32_t b = w->postorder[i], found = NONE;
            for (uint32_t p = w->preds_from[b]; p < w->preds_from[b + 1]; p++) {
                uint32_t from = w->preds[p];
                if (w->blocks[from].dominator == NONE) continue;
                found = found == NONE ? from : common_dominator(w, from, found);
            }
            if (w->blocks[b].dominator == found) continue;
            w->blocks[b].dominator = found;
            changed = 1;
        }
    }
}

static int dominates(const struct work *w, uint32_t a, uint32_t b) {
    while (w->blocks[b].order < w->blocks[a].order) b = w->blocks[b].dominator;
    return a == b;
}

/* Puts the blocks of the natural loop of `header` into `seen` and its last closing block into
 * *latch. Returns their number, or 0 if it is not a header. */
static uint32_t find_body(struct work *w, uint32_t header, uint8_t *in, uint32_t *latch) {
    uint32_t n = 0, depth = 0;
    *latch = NONE;
    for (uint32_t p = w->preds_from[header]; p < w->preds_from[header + 1]; p++) {
        uint32_t from = w->preds[p];
        if (!dominates(w, header, from)) continue;
        if (*latch == NONE || from > *latch) *latch = from;
        if (in[from]) continue;
        in[from] = 1;
        w->seen[n++] = from;
        if (from != header) w->stack[depth++] = from;
    }
    if (*latch == NONE) return 0;
    if (!in[header]) {
        in[header] = 1;
        w->seen[n++] = header;
    }
    while (depth) {
        uint32_t b = w->stack[--depth];
        for (uint32_t p = w->preds_from[b]; p < w->preds_from[b + 1]; p++) {
            uint32_t from = w->preds[p];
            if (in[from]) continue;
            in[from] = 1;
            w->seen[n++] = from;
            w->stack[depth++] = from;
        }
    }
    return n;
}

static int leaves(const struct work *w, uint32_t b, const uint8_t *in) {
    for (uint32_t k = 0, to; (to = successor(w, b, &k)) != NONE;)
        if (!in[to]) return 1;
    return w->blocks[b].kind == OVG_BRANCH && w->blocks[b].to[1] == NONE; /* out of the routine */
}

static int closes(const struct work *w, uint32_t b) {
    for (uint32_t k = 0, to; (to = successor(w, b, &k)) != NONE;)
        if (to == b) return 1;
    return 0;
}

/* Finds loops by header. Inner loops take their blocks from outer ones, whose headers dominate
 * theirs and so come first in reverse postorder. */
static int find_loops(struct work *w, uint8_t *in) {
    struct ovg_flow *f = w->flow;
    uint32_t room = 0;
    for (uint32_t b = 0; b < w->n; b++)
        for (uint32_t p = w->preds_from[b]; p < w->preds_from[b + 1]; p++)
            if (dominates(w, b, w->preds[p])) {
                room++;
                break;
            }
    if (!(f->loops = ovg_flow_take((room + 1) * sizeof *f->loops))) return -1;
    for (uint32_t i = w->n_reached; i-- > 0;) {
        uint32_t header = w->postorder[i], latch, n = find_body(w, header, in, &latch);
        if (!n) continue;
        int32_t number = (int32_t)f->n_loops++;
        f->loops[number] = (struct ovg_flow_loop){
            .header = w->low + w->blocks[header].start,
            .latch = w->low + w->blocks[latch].last,
            .parent = f->blocks[header].loop,
            .tests_first = leaves(w, header, in) && !closes(w, header),
        };
        for (uint32_t k = 0; k < n; k++) {
            f->blocks[w->seen[k]].loop = number;
            in[w->seen[k]] = 0;
        }
    }
    return 0;
}

static uint32_t depth_of(const struct ovg_flow *f, int32_t loop) {
    uint32_t depth = 0;
    for (; loop >= 0; loop = f->loops[loop].parent) depth++;
    return depth;
}

static void adopt_unreached(struct work *w) {
    struct ovg_flow *f = w->flow;
    for (int changed = 1, passes = 0; changed && passes < 16; passes++) {
        changed = 0;
        for (uint32_t b = w->n; b-- > 0;) {
            if (w->blocks[b].order) continue;
            for (uint32_t k = 0, to; (to = successor(w, b, &k)) != NONE;) {
                if (depth_of(f, f->blocks[to].loop) <= depth_of(f, f->blocks[b].loop)) continue;
                f->blocks[b].loop = f->blocks[to].loop;
                changed = 1;
            }
        }
    }
}

static int find_all(struct work *w) {
    if (sweep(w) < 0) return -1;
    struct ovg_flow *f = w->flow;
    f->n_blocks = w->n;
    uint8_t *in = NULL;
    int result = -1;
    if (!(w->blocks = ovg_flow_take(w->n * sizeof *w->blocks)) ||
        !(w->postorder = ovg_flow_take(w->n * sizeof *w->postorder)) ||
        !(w->preds_from = ovg_flow_take((w->n + 2) * sizeof *w->preds_from)) ||
        !(w->stack = ovg_flow_take((w->n + 1) * sizeof *w->stack)) ||
        !(w->seen = ovg_flow_take((w->n + 1) * sizeof *w->seen)) || !(in = ovg_flow_take(w->n)) ||
        !(f->blocks = ovg_flow_take(w->n * sizeof *f->blocks)))
        goto out;
    make_blocks(w);
    find_cases(w);
    for (uint32_t b = 0; b < w->n; b++)
        f->blocks[b] = (struct ovg_flow_block){w->low + w->blocks[b].start, -1};
    order_blocks(w);
    if (list_predecessors(w) < 0) goto out;
    find_dominators(w);
    if (find_loops(w, in) < 0) goto out;
    adopt_unreached(w);
    result = 0;
out:
    ovg_flow_give(in);
    return result;
}

struct ovg_flow *ovg_flow_new(const uint8_t *code, uint64_t size, uint64_t low) {
    if (!size || size > MOST_BYTES) return NULL;
    struct work w = {.code = code, .size = size, .low = low};
    int failed = !(w.flow = ovg_flow_take(sizeof *w.flow)) || !(w.marks = ovg_flow_take(size)) ||
                 !(w.block_of = ovg_flow_take(size * sizeof *w.block_of)) || find_all(&w) < 0;
    ovg_flow_give(w.marks);
    ovg_flow_give(w.block_of);
    ovg_flow_give(w.blocks);
    ovg_flow_give(w.postorder);
    ovg_flow_give(w.preds);
    ovg_flow_give(w.preds_from);
    ovg_flow_give(w.stack);
    ovg_flow_give(w.seen);
    if (!failed) return w.flow;
    ovg_flow_free(w.flow);
    return NULL;
}

void ovg_flow_free(struct ovg_flow *f) {
    if (!f) return;
    ovg_flow_give(f->blocks);
    ovg_flow_give(f->loops);
    ovg_flow_give(f);
}

uint32_t ovg_flow_block_at(const struct ovg_flow *f, uint64_t address) {
    uint32_t low = 0, high = f->n_blocks;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (f->blocks[middle].start <= address)
            low = middle;
        else
            high = middle;
    }
    return low;
}
