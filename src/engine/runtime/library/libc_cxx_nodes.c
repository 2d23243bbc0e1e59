/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_cxx_nodes.c: models of the C++ library's routines behind std::map, std::set, std::list and
 * the hashed containers: steps through trees, insertion and removal of nodes, hashing.
 *
 * A step reads the links of the nodes that it passes; before the call, the model walks over the
 * same nodes. Insertion and removal read and write the node, its parent and the header, which is
 * the amortised average of what rebalancing touches. Cost: the cells touched.
 *
 * In structure builds the models also report links. For a balanced tree, one write each to the node
 * and its parent is counted. Links that rebalancing changed are found on the way up to the header
 * and reported without being counted.
 *
 * Layout: libstdc++'s _Rb_tree_node_base {colour, parent, left, right} and _List_node_base {next,
 * prev}, stable in its ABI since GCC 3.4.
 */
#include "libc_cxx.h"

struct tree_node {
    int colour; /* 0: red */
    struct tree_node *parent, *left, *right;
};
struct list_node {
    struct list_node *next, *prev;
};

static struct ort_link_type tree_links = {"std::_Rb_tree_node_base", NULL};
static struct ort_link_type list_links = {"std::__detail::_List_node_base", NULL};

CXX_ACCOUNT(increment, "std::_Rb_tree_increment");
CXX_ACCOUNT(decrement, "std::_Rb_tree_decrement");
CXX_ACCOUNT(insert, "std::_Rb_tree_insert_and_rebalance");
CXX_ACCOUNT(erase, "std::_Rb_tree_rebalance_for_erase");
CXX_ACCOUNT(hook, "std::__detail::_List_node_base::_M_hook");
CXX_ACCOUNT(unhook, "std::__detail::_List_node_base::_M_unhook");
CXX_ACCOUNT(transfer, "std::__detail::_List_node_base::_M_transfer");
CXX_ACCOUNT(reverse, "std::__detail::_List_node_base::_M_reverse");
CXX_ACCOUNT(swap, "std::__detail::_List_node_base::swap");
CXX_ACCOUNT(hash, "std::_Hash_bytes");
CXX_ACCOUNT(rehash, "std::__detail::_Prime_rehash_policy");

static uint64_t reads_tree_node(struct ort_site site, const struct tree_node *n) {
    if (!n) return 0;
    ort_effect_link_read(&tree_links, n, &n->parent);
    return reads(site, n, sizeof *n);
}
static uint64_t writes_tree_node(struct ort_site site, const struct tree_node *n) {
    return n ? writes(site, n, sizeof *n) : 0;
}

static void report_tree_node(const struct tree_node *n) {
    if (!n) return;
    ort_effect_link(&tree_links, n, &n->parent, n->parent);
    ort_effect_link(&tree_links, n, &n->left, n->left);
    ort_effect_link(&tree_links, n, &n->right, n->right);
}

/* Reports all links that rotations on the way from n up to the header may have changed. */
static void report_path(const struct tree_node *n, const struct tree_node *header) {
    for (; n && n != header; n = n->parent) {
        const struct tree_node *near[2] = {n->left, n->right};
        report_tree_node(n);
        for (int i = 0; i < 2; i++) {
            if (!near[i]) continue;
            report_tree_node(near[i]);
            report_tree_node(near[i]->left);
            report_tree_node(near[i]->right);
        }
    }
    report_tree_node(header);
}

static void tree_changed(const struct tree_node *n, const struct tree_node *header) {
    if (!ort_effect_links()) return;
    ort_effect_link_write(&tree_links, n, &n->parent, n->parent);
    report_path(n, header);
}

/* Returns the lowest node whose links change when x is removed. */
static struct tree_node *lowest_changed(const struct tree_node *x) {
    if (!x->left || !x->right) return x->parent;
    struct tree_node *next = x->right;
    while (next->left) next = next->left;
    return next->parent == x ? next : next->parent;
}

/* Reads the nodes that a step from x to its neighbour passes: down, if x has a child on that side,
 * otherwise up, as long as the walk comes from that side. */
static uint64_t stepped(struct ort_site site, const struct tree_node *x, int forward) {
    uint64_t cells = reads_tree_node(site, x);
    if (!forward && x->colour == 0 &&
        x->parent->parent == x) /* x is the header: the last node is its right child */
        return cells + reads_tree_node(site, x->parent);
    const struct tree_node *down = forward ? x->right : x->left;
    if (down) {
        while (down) {
            cells += reads_tree_node(site, down);
            down = forward ? down->left : down->right;
        }
        return cells;
    }
    const struct tree_node *up = x->parent;
    cells += reads_tree_node(site, up);
    while (x == (forward ? up->right : up->left)) {
        x = up;
        up = up->parent;
        cells += reads_tree_node(site, up);
    }
    return cells;
}

#define STEP(symbol, charged, forward)                                                             \
    typedef void *(*fn_##symbol)(void *);                                                          \
    extern ORT_WEAK void *symbol(void *);                                                          \
    BOUND(fn_##symbol, symbol)                                                                     \
    ORT_VARIANT(void *, symbol, (void *x)) {                                                       \
        struct ort_site site = ort_site();                                                         \
        if (site.on) charge(site, &account_##charged, stepped(site, x, forward));                  \
        return bound_##symbol()(x);                                                                \
    }
STEP(_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base, increment, 1)
STEP(_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base, increment, 1)
STEP(_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base, decrement, 0)
STEP(_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base, decrement, 0)

#define DEFINE_INSERT(symbol)                                                                      \
    typedef void (*fn_insert)(_Bool, struct tree_node *, struct tree_node *, struct tree_node *);  \
    extern ORT_WEAK void symbol(_Bool, struct tree_node *, struct tree_node *,                     \
                                struct tree_node *);                                               \
    BOUND(fn_insert, symbol)                                                                       \
    ORT_VARIANT(void, symbol,                                                                      \
                (_Bool left, struct tree_node * x, struct tree_node * parent,                      \
                 struct tree_node * header)) {                                                     \
        struct ort_site site = ort_site();                                                         \
        bound_##symbol()(left, x, parent, header);                                                 \
        if (site.on) {                                                                             \
            uint64_t cells = reads_tree_node(site, parent);                                        \
            cells += reads_tree_node(site, header);                                                \
            cells += writes_tree_node(site, x);                                                    \
            cells += writes_tree_node(site, parent);                                               \
            cells += writes_tree_node(site, header);                                               \
            tree_changed(x, header);                                                               \
            tree_changed(parent, header);                                                          \
            charge(site, &account_insert, cells);                                                  \
        }                                                                                          \
    }
DEFINE_INSERT(_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_)

#define DEFINE_ERASE(symbol)                                                                       \
    typedef struct tree_node *(*fn_erase)(struct tree_node *, struct tree_node *);                 \
    extern ORT_WEAK struct tree_node *symbol(struct tree_node *, struct tree_node *);              \
    BOUND(fn_erase, symbol)                                                                        \
    ORT_VARIANT(struct tree_node *, symbol, (struct tree_node * x, struct tree_node * header)) {   \
        struct ort_site site = ort_site();                                                         \
        struct tree_node *parent = x->parent;                                                      \
        struct tree_node *changed = ort_effect_links() ? lowest_changed(x) : NULL;                 \
        struct tree_node *r = bound_##symbol()(x, header);                                         \
        if (site.on) {                                                                             \
            uint64_t cells = reads_tree_node(site, x);                                             \
            cells += reads_tree_node(site, parent);                                                \
            cells += reads_tree_node(site, header);                                                \
            cells += writes_tree_node(site, parent);                                               \
            cells += writes_tree_node(site, header);                                               \
            tree_changed(changed, header);                                                         \
            charge(site, &account_erase, cells);                                                   \
        }                                                                                          \
        return r;                                                                                  \
    }
DEFINE_ERASE(_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_)

/* Reads and writes both links of a list node. */
static uint64_t linked(struct ort_site site, const struct list_node *n) {
    uint64_t cells = reads(site, n, sizeof *n);
    return cells + writes(site, n, sizeof *n);
}

static void set_next(const struct list_node *n, const struct list_node *to) {
    ort_effect_link_write(&list_links, n, &n->next, to);
}
static void set_prev(const struct list_node *n, const struct list_node *to) {
    ort_effect_link_write(&list_links, n, &n->prev, to);
}
/* Reports the links between n and both its neighbours. */
static void between(const struct list_node *n) {
    set_next(n, n->next);
    set_prev(n->next, n);
    set_prev(n, n->prev);
    set_next(n->prev, n);
}

#define LINK(symbol, charged, params, args, effect, after)                                         \
    typedef void(*fn_##symbol) params;                                                             \
    extern ORT_WEAK void symbol params;                                                            \
    BOUND(fn_##symbol, symbol)                                                                     \
    ORT_VARIANT(void, symbol, params) {                                                            \
        struct ort_site site = ort_site();                                                         \
        if (site.on) charge(site, &account_##charged, effect);                                     \
        bound_##symbol() args;                                                                     \
        if (site.on && ort_effect_links()) after;                                                  \
    }

static uint64_t hooked(struct ort_site site, const struct list_node *x,
                       const struct list_node *at) {
    uint64_t cells = linked(site, at);
    cells += linked(site, at->prev);
    return cells + writes(site, x, sizeof *x);
}
static uint64_t unhooked(struct ort_site site, const struct list_node *x) {
    uint64_t cells = reads(site, x, sizeof *x);
    cells += linked(site, x->prev);
    set_next(x->prev, x->next);
    set_prev(x->next, x->prev);
    return cells + linked(site, x->next);
}
static uint64_t transferred(struct ort_site site, const struct list_node *at,
                            const struct list_node *first, const struct list_node *last) {
    uint64_t cells = linked(site, at);
    cells += linked(site, at->prev);
    cells += linked(site, first);
    cells += linked(site, last);
    if (at == last) return cells;
    set_next(last->prev, at);
    set_next(first->prev, last);
    set_next(at->prev, first);
    set_prev(at, last->prev);
    set_prev(last, first->prev);
    set_prev(first, at->prev);
    return cells;
}
static uint64_t reversed(struct ort_site site, const struct list_node *list) {
    uint64_t cells = 0;
    const struct list_node *n = list;
    do {
        cells += linked(site, n);
        set_next(n, n->prev);
        set_prev(n, n->next);
        n = n->next;
    } while (n != list);
    return cells;
}

LINK(_ZNSt8__detail15_List_node_base7_M_hookEPS0_, hook,
     (struct list_node * x, struct list_node *at), (x, at), hooked(site, x, at), between(x))
LINK(_ZNSt8__detail15_List_node_base9_M_unhookEv, unhook, (struct list_node * x), (x),
     unhooked(site, x), (void)0)
LINK(_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_, transfer,
     (struct list_node * at, struct list_node *first, struct list_node *last), (at, first, last),
     transferred(site, at, first, last), (void)0)
LINK(_ZNSt8__detail15_List_node_base10_M_reverseEv, reverse, (struct list_node * list), (list),
     reversed(site, list), (void)0)
LINK(_ZNSt8__detail15_List_node_base4swapERS0_S1_, swap,
     (struct list_node * a, struct list_node *b), (a, b), linked(site, a) + linked(site, b),
     (between(a), between(b)))

#define HASH(symbol)                                                                               \
    typedef size_t (*fn_##symbol)(const void *, size_t, size_t);                                   \
    extern ORT_WEAK size_t symbol(const void *, size_t, size_t);                                   \
    BOUND(fn_##symbol, symbol)                                                                     \
    ORT_VARIANT(size_t, symbol, (const void *p, size_t size, size_t seed)) {                       \
        struct ort_site site = ort_site();                                                         \
        size_t r = bound_##symbol()(p, size, seed);                                                \
        if (site.on) charge(site, &account_hash, reads(site, p, size));                            \
        return r;                                                                                  \
    }
HASH(_ZSt11_Hash_bytesPKvmm)
HASH(_ZSt15_Fnv_hash_bytesPKvmm)

/* The rehash policy has {float load factor, size_t next resize}. */
struct answer {
    size_t first, second; /* std::pair<bool, size_t>, as returned in registers */
};
#define POLICY_BYTES 16

#define NEED_REHASH(symbol)                                                                        \
    typedef struct answer (*fn_need)(const void *, size_t, size_t, size_t);                        \
    extern ORT_WEAK struct answer symbol(const void *, size_t, size_t, size_t);                    \
    BOUND(fn_need, symbol)                                                                         \
    ORT_VARIANT(struct answer, symbol,                                                             \
                (const void *policy, size_t buckets, size_t elements, size_t more)) {              \
        struct ort_site site = ort_site();                                                         \
        struct answer r = bound_##symbol()(policy, buckets, elements, more);                       \
        if (site.on) {                                                                             \
            uint64_t cells = reads(site, policy, POLICY_BYTES);                                    \
            if (r.first & 1) cells += writes(site, policy, POLICY_BYTES);                          \
            charge(site, &account_rehash, cells);                                                  \
        }                                                                                          \
        return r;                                                                                  \
    }
NEED_REHASH(_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm)

#define NEXT_BUCKETS(symbol)                                                                       \
    typedef size_t (*fn_next)(const void *, size_t);                                               \
    extern ORT_WEAK size_t symbol(const void *, size_t);                                           \
    BOUND(fn_next, symbol)                                                                         \
    ORT_VARIANT(size_t, symbol, (const void *policy, size_t n)) {                                  \
        struct ort_site site = ort_site();                                                         \
        size_t r = bound_##symbol()(policy, n);                                                    \
        if (site.on) charge(site, &account_rehash, writes(site, policy, POLICY_BYTES));            \
        return r;                                                                                  \
    }
NEXT_BUCKETS(_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm)
