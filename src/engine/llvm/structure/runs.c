/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * runs.c: combines the accesses of one array by a loop or a routine into a run, which is reported
 * when the scope is left.
 *
 * If a scope calls nothing that could end a block of memory, all accesses whose addresses are
 * computed from the same pointer are accesses of one array, whatever the indices. Registers hold
 * the numbers of reads and writes, the lowest and the highest address, and the iterations of the
 * first and the last access. One hook reports them when the scope is left and before a call that
 * does not return. If the pointer was read from memory in the loop, the hook is also called as soon
 * as the pointer changes.
 *
 * Accesses of arrays of pointers, or of records with pointers, are reported one by one, because the
 * sizes of such inputs change while the loop runs.
 */
#include "runs.h"
#include "struct_table.h"
#include "struct_types.h"
#include "touch.h"
#include "unreported.h"

#include "engine/llvm/ir/emit.h"
#include "engine/llvm/ir/hooks.h"
#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/routine_slots.h"

#include <stddef.h>
#include <string.h>

/* The registers of all runs are live in large parts of a routine. In routines with more accesses
 * than TOO_MANY, LLVM's work would grow with the square of their number. */
enum { TOO_MANY = 600, MAX_RUNS = 12, MOST_ROOTS = 64, MAX_WEB = 24, WORTH_IT = 4 };

struct run {
    LLVMValueRef root;
    struct dtype *type;
    bool moves; /* the pointer is not the same in all iterations */
    unsigned n; /* accesses in the code, not at run time */
    LLVMValueRef base, low, high, reads, writes, first, last; /* slots */
};

static bool inside(const struct scope *s, const struct scope *outer) {
    while (s && s != outer) s = s->parent;
    return s != NULL;
}

/* Is it a call of a library routine that ends no block of memory? */
static bool keeps_blocks(struct opass *p, const struct call *c) {
    static const char *const prefixes[] = {
        "mem",     "str",     "wmem",    "put",   "fput",   "getc", "fgetc", "printf",
        "fprintf", "sprintf", "snprint", "fread", "fwrite", "rand", "abs",   "labs"};
    if (c->callee_index < 0 || !c->quiet) return false;
    size_t n;
    const char *name = LLVMGetValueName2(p->callees[c->callee_index].fn, &n);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i]))) return true;
    return false;
}

static bool comes_back(const struct call *c) {
    LLVMValueRef next = LLVMIsAInvokeInst(c->inst) ? c->inst : LLVMGetNextInstruction(c->inst);
    return !LLVMIsAUnreachableInst(next);
}

static bool is_harmless(struct opass *p, const struct call *c) {
    if (c->unit || !comes_back(c)) return true;
    if (c->callee)
        return c->callee->structure.keeps_blocks && c->callee->returns &&
               !shim_is_interposable(c->callee->fn);
    return keeps_blocks(p, c);
}

/* Assumes that all routines keep blocks and removes those that may not, like folding. */
static void find_harmless(struct opass *p) {
    for (unsigned i = 0; i < p->n_routines; i++) p->routines[i].structure.keeps_blocks = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < p->n_routines; i++) {
            struct routine *r = &p->routines[i];
            for (unsigned k = 0; r->structure.keeps_blocks && k < r->n_calls; k++)
                if (!is_harmless(p, &r->calls[k]))
                    r->structure.keeps_blocks = false, changed = true;
        }
    }
}

static bool may_run(struct opass *p, struct routine *r, const struct scope *s) {
    if ((s->loop < 0 && r->folded) || r->has_setjmp || r->has_indirectbr) return false;
    if (s->loop < 0 && r->has_irreducible) return false;
    for (unsigned i = 0; i < r->n_calls; i++)
        if (inside(r->calls[i].scope, s) && !is_harmless(p, &r->calls[i])) return false;
    return true;
}

static bool in_loop(struct routine *r, LLVMBasicBlockRef b, int loop) {
    int l = shim_loop_of(r->cfg, b);
    while (l >= 0 && l != loop) l = shim_loop_parent(r->cfg, (unsigned)l);
    return l == loop;
}

/* Are all values that the PHI gets within the loop computed from the PHI itself? */
static bool walks(struct routine *r, LLVMValueRef phi, int loop) {
    LLVMValueRef web[MAX_WEB] = {phi};
    for (unsigned i = 0, n = 1; i < n; i++) {
        LLVMValueRef v = web[i], next[2] = {NULL, NULL};
        unsigned ways = LLVMIsAPHINode(v) ? LLVMCountIncoming(v) : 1;
        for (unsigned k = 0; k < ways; k++) {
            if (LLVMIsAPHINode(v))
                next[0] = LLVMGetIncomingValue(v, k);
            else if (LLVMIsAGetElementPtrInst(v))
                next[0] = LLVMGetOperand(v, 0);
            else if (LLVMIsASelectInst(v))
                next[0] = LLVMGetOperand(v, 1), next[1] = LLVMGetOperand(v, 2);
            else
                return false;
            for (int j = 0; j < 2 && next[j]; j++) {
                LLVMValueRef to = next[j];
                bool outer =
                    !LLVMIsAInstruction(to) || !in_loop(r, LLVMGetInstructionParent(to), loop);
                bool entry =
                    v == phi && LLVMIsAPHINode(v) && !in_loop(r, LLVMGetIncomingBlock(v, k), loop);
                if (outer && !entry) return false;
                bool known = outer;
                for (unsigned m = 0; m < n && !known; m++) known = web[m] == to;
                if (known) continue;
                if (n == MAX_WEB) return false;
                web[n++] = to;
            }
        }
    }
    return true;
}

/* A local variable whose life begins in the loop is another object in each iteration. */
static bool is_born_in(struct routine *r, LLVMValueRef alloca, const struct scope *s) {
    for (unsigned i = 0; i < r->n_objects; i++) {
        struct object *o = &r->objects[i];
        for (unsigned k = 0; o->alloca == alloca && k < o->n_births; k++)
            if (inside(o->births[k].scope, s)) return true;
    }
    return false;
}

/* Is the root the same throughout an activation of the routine: an argument, a global variable, or
 * a value computed outside of all loops? */
static bool is_early(struct routine *r, LLVMValueRef root) {
    for (unsigned i = 0; i < r->n_loops; i++)
        if (r->loops[i] && LLVMIsAAllocaInst(root) && is_born_in(r, root, r->loops[i]))
            return false;
    return !LLVMIsAInstruction(root) || shim_loop_of(r->cfg, LLVMGetInstructionParent(root)) < 0;
}

/* Can accesses from this root be a run of the scope? Sets *moves. */
static bool classify(struct routine *r, struct scope *s, const struct touch *t, bool *moves) {
    LLVMValueRef root = t->place.root;
    *moves = false;
    if (s->loop < 0) return is_early(r, root);
    if (LLVMIsAAllocaInst(root) && shim_is_static_alloca(root)) return !is_born_in(r, root, s);
    if (!LLVMIsAInstruction(root)) return true;
    if (!in_loop(r, LLVMGetInstructionParent(root), s->loop)) return true;
    bool header = LLVMGetInstructionParent(root) == shim_loop_header(r->cfg, (unsigned)s->loop);
    if (LLVMIsAPHINode(root) && header && walks(r, root, s->loop)) return true;
    *moves = true;
    return t->pointer != root; /* not *p++ with p in memory: p changes each time */
}

static struct run *run_of(struct opass *p, struct scope *s, const struct touch *t, bool moves) {
    for (unsigned i = 0; i < s->structure.n_runs; i++)
        if (s->structure.runs[i].root == t->place.root &&
            s->structure.runs[i].type == t->place.type)
            return &s->structure.runs[i];
    unsigned most = s->loop < 0 ? MOST_ROOTS : MAX_RUNS;
    if (s->structure.n_runs == most) return NULL;
    if (!s->structure.runs) s->structure.runs = opass_alloc(p, most * sizeof *s->structure.runs);
    s->structure.runs[s->structure.n_runs] =
        (struct run){.root = t->place.root, .type = t->place.type, .moves = moves};
    return &s->structure.runs[s->structure.n_runs++];
}

/* Outside of loops a run is worth its cost only if there are several accesses. */
static bool is_worth_it(const struct scope *s, const struct run *n) {
    return s->loop >= 0 || n->n >= WORTH_IT;
}

void opass_runs_collect(struct opass *p) {
    find_harmless(p);
    for (unsigned i = 0; i < p->n_routines; i++) {
        struct routine *r = &p->routines[i];
        struct scope *last = NULL;
        bool may = false;
        if (r->structure.n_touches > TOO_MANY) continue;
        for (unsigned k = 0; k < r->structure.n_touches; k++) {
            struct touch *t = &r->structure.touches[k];
            if (t->scope != last) last = t->scope, may = may_run(p, r, last);
            bool moves, plain = t->kind == TOUCH_READ || t->kind == TOUCH_WRITE;
            if (!may || !plain || t->value || opass_has_pointers(t->place.type)) continue;
            if (classify(r, t->scope, t, &moves)) t->run = run_of(p, t->scope, t, moves);
            if (t->run) t->run->n++;
        }
        for (unsigned k = 0; k < r->structure.n_touches; k++) {
            struct touch *t = &r->structure.touches[k];
            if (t->run && !is_worth_it(t->scope, t->run)) t->run = NULL;
        }
    }
}

void opass_runs_slots(struct opass *p, struct routine *r, struct scope *s, LLVMValueRef at) {
    for (unsigned i = 0; i < s->structure.n_runs; i++) {
        struct run *n = &s->structure.runs[i];
        LLVMValueRef *slots[] = {&n->base,   &n->low,   &n->high, &n->reads,
                                 &n->writes, &n->first, &n->last};
        if (!is_worth_it(s, n)) continue;
        for (unsigned k = n->moves ? 0 : 1; k < 7; k++) *slots[k] = opass_slot_make(p, r, at);
    }
}

static LLVMValueRef get(struct opass *p, LLVMValueRef slot) {
    return LLVMBuildLoad2(p->b, p->i64, slot, "");
}

/* Resets all variables. If one kept its value from one entry of the scope to the next, it would be
 * live in every loop, and at every join, around the scope. */
static void reset(struct opass *p, const struct run *n) {
    LLVMBuildStore(p->b, opass_i64(p, UINT64_MAX), n->low);
    LLVMValueRef zeroed[] = {n->high, n->reads, n->writes, n->first, n->last};
    for (unsigned i = 0; i < sizeof zeroed / sizeof *zeroed; i++)
        LLVMBuildStore(p->b, opass_i64(p, 0), zeroed[i]);
}

void opass_runs_begin(struct opass *p, struct scope *s) {
    for (unsigned i = 0; i < s->structure.n_runs; i++) {
        if (!is_worth_it(s, &s->structure.runs[i])) continue;
        reset(p, &s->structure.runs[i]);
        if (s->structure.runs[i].moves)
            LLVMBuildStore(p->b, opass_i64(p, 0), s->structure.runs[i].base);
    }
}

static void report(struct opass *p, const struct scope *s, const struct run *n) {
    LLVMValueRef args[] = {s->frame,
                           LLVMBuildIntToPtr(p->b, get(p, n->low), p->ptr, ""),
                           LLVMBuildIntToPtr(p->b, get(p, n->high), p->ptr, ""),
                           opass_type_address(p, n->type),
                           get(p, n->reads),
                           get(p, n->writes),
                           get(p, n->first),
                           get(p, n->last)};
    opass_call(p, HOOK___ordo_array_run, args, 8);
}

static void report_all(struct opass *p, struct scope *s) {
    for (unsigned i = 0; i < s->structure.n_runs; i++)
        if (is_worth_it(s, &s->structure.runs[i])) report(p, s, &s->structure.runs[i]);
}

/* The scope's frame is on top. T->unreported is tested before each report, because the first report
 * may find that no others are needed. */
void opass_runs_end(struct opass *p, struct routine *r, struct scope *s) {
    for (unsigned i = 0; i < s->structure.n_runs; i++) {
        if (!is_worth_it(s, &s->structure.runs[i])) continue;
        LLVMValueRef mark = LLVMBuildFreeze(p->b, LLVMGetUndef(p->ptr), "");
        LLVMValueRef next = LLVMGetNextInstruction(mark);
        opass_if_reported(p, r, next);
        report(p, s, &s->structure.runs[i]);
        opass_before(p, next);
        LLVMInstructionEraseFromParent(mark);
    }
}

/* Reports the runs of all scopes around a call that does not return, before the call. */
void opass_runs_before_last_calls(struct opass *p, struct routine *r) {
    for (unsigned i = 0; i < r->n_calls; i++) {
        struct call *c = &r->calls[i];
        if (!c->inst || comes_back(c)) continue;
        opass_before(p, c->inst);
        for (struct scope *s = c->scope; s; s = s->parent) {
            if (s->structure.n_runs && s->iterations) opass_iterations_store(p, r, s);
            report_all(p, s);
        }
    }
}

static void greater(struct opass *p, LLVMIntPredicate which, LLVMValueRef a, LLVMValueRef slot) {
    LLVMValueRef old = get(p, slot);
    LLVMValueRef better = LLVMBuildICmp(p->b, which, a, old, "");
    LLVMBuildStore(p->b, LLVMBuildSelect(p->b, better, a, old, ""), slot);
}

void opass_runs_access(struct opass *p, struct routine *r, const struct touch *t) {
    struct run *n = t->run;
    opass_before(p, t->at);
    if (n->moves) {
        LLVMValueRef root = LLVMBuildPtrToInt(p->b, n->root, p->i64, "");
        LLVMValueRef another = LLVMBuildICmp(p->b, LLVMIntNE, root, get(p, n->base), "");
        opass_before(p, shim_if_unlikely(another, t->at));
        report(p, t->scope, n);
        reset(p, n);
        LLVMBuildStore(p->b, root, n->base);
        opass_before(p, t->at);
    }
    LLVMValueRef address = LLVMBuildPtrToInt(p->b, t->pointer, p->i64, "");
    LLVMValueRef iteration = opass_iterations(p, r, t->scope);
    LLVMValueRef count = LLVMBuildOr(p->b, get(p, n->reads), get(p, n->writes), "");
    LLVMValueRef none = LLVMBuildICmp(p->b, LLVMIntEQ, count, opass_i64(p, 0), "");
    LLVMValueRef first = LLVMBuildSelect(p->b, none, iteration, get(p, n->first), "");
    LLVMBuildStore(p->b, first, n->first);
    LLVMBuildStore(p->b, iteration, n->last);
    LLVMValueRef counter = t->kind == TOUCH_READ ? n->reads : n->writes;
    LLVMBuildStore(p->b, LLVMBuildAdd(p->b, get(p, counter), opass_i64(p, 1), ""), counter);
    greater(p, LLVMIntULT, address, n->low);
    greater(p, LLVMIntUGT, address, n->high);
}
