/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A player of Go: a board and its strings in global arrays, moves that are taken back from a stack
 * of changes, reading by recursion, a cache of positions, patterns, influence.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, WIDTH = SIDE + 2, POINTS = WIDTH * WIDTH, EMPTY = 0, EDGE = 3, CACHE = 256 };

struct chain {
    int color, size, n_liberties, origin, n_edges;
    int liberties[20], edges[20];
};

struct change {
    int *address, value;
};

struct kept_chain {
    struct chain value;
    int number;
};

struct pattern {
    signed char dx[6], dy[6], what[6];
    int n;
    float value;
};

struct result {
    struct result *next;
    unsigned long hash;
    int value, depth;
};

static const int delta[4] = {1, WIDTH, -1, -WIDTH};
static int board[POINTS], chain_of[POINTS], next_stone[POINTS];
static struct chain chains[POINTS];
static int n_chains, depth, marks[POINTS], mark;
static struct change changes[4000], *changes_end = changes;
static struct kept_chain kept[600], *kept_end = kept;
static struct {
    struct change *changes;
    struct kept_chain *kept;
    int n_chains;
} levels[64];
static unsigned long zobrist[POINTS][3], hash;
static struct result *cache[CACHE], *spare_results;
static float influence[POINTS], strength[2][POINTS];
static struct pattern patterns[24];
static unsigned seed = 1;
static long n_nodes;

static unsigned draw(unsigned n) {
    seed = seed * 1103515245 + 12345;
    return (seed >> 16) % n;
}

static void set(int *p, int value) {
    changes_end->address = p;
    changes_end++->value = *p;
    *p = value;
}

static void keep(int number) {
    kept_end->value = chains[number];
    kept_end++->number = number;
}

static void add_liberty(struct chain *c, int point) {
    if (marks[point] == mark) return;
    marks[point] = mark;
    if (c->n_liberties < 20) c->liberties[c->n_liberties] = point;
    c->n_liberties++;
}

static void add_edge(struct chain *c, int other) {
    for (int i = 0; i < c->n_edges; i++)
        if (c->edges[i] == other) return;
    if (c->n_edges < 20) c->edges[c->n_edges++] = other;
}

/* Liberties and neighbours anew, over the ring of its stones. */
static void survey(int number) {
    struct chain *c = &chains[number];
    mark++;
    c->n_liberties = c->n_edges = 0;
    int stone = c->origin;
    do {
        for (int k = 0; k < 4; k++) {
            int p = stone + delta[k];
            if (board[p] == EMPTY)
                add_liberty(c, p);
            else if (board[p] == 3 - c->color)
                add_edge(c, chain_of[p]);
        }
        stone = next_stone[stone];
    } while (stone != c->origin);
}

static void new_level(void) {
    levels[depth].changes = changes_end;
    levels[depth].kept = kept_end;
    levels[depth++].n_chains = n_chains;
}

static void take_back(void) {
    depth--;
    while (changes_end > levels[depth].changes) {
        changes_end--;
        *changes_end->address = changes_end->value;
    }
    while (kept_end > levels[depth].kept) {
        kept_end--;
        chains[kept_end->number] = kept_end->value;
    }
    n_chains = levels[depth].n_chains;
}

static void remove_chain(int number) {
    int stone = chains[number].origin;
    do {
        int after = next_stone[stone];
        hash ^= zobrist[stone][board[stone]];
        set(&board[stone], EMPTY);
        stone = after;
    } while (stone != chains[number].origin);
    for (int i = 0; i < chains[number].n_edges; i++) {
        keep(chains[number].edges[i]);
        survey(chains[number].edges[i]);
    }
}

static int play(int point, int color) {
    int joined = -1, lives = 0;
    for (int k = 0; k < 4; k++) {
        int p = point + delta[k];
        if (board[p] == EMPTY)
            lives = 1;
        else if (board[p] == color)
            lives |= chains[chain_of[p]].n_liberties > 1;
        else if (board[p] == 3 - color)
            lives |= chains[chain_of[p]].n_liberties == 1;
    }
    if (!lives || n_chains >= POINTS - 1) return 0;
    new_level();
    set(&board[point], color);
    set(&next_stone[point], point);
    hash ^= zobrist[point][color];
    for (int k = 0; k < 4; k++) {
        int p = point + delta[k], of = chain_of[p];
        if (board[p] == color && of != joined) {
            keep(of);
            if (joined < 0) {
                joined = of;
                set(&chain_of[point], of);
            } else {
                int stone = chains[of].origin;
                do set(&chain_of[stone], joined);
                while ((stone = next_stone[stone]) != chains[of].origin);
            }
            int after = next_stone[point];
            set(&next_stone[point], next_stone[p]);
            set(&next_stone[p], after);
            chains[joined].size++;
        } else if (board[p] == 3 - color && chains[of].n_liberties == 1) {
            remove_chain(of);
        }
    }
    if (joined < 0) {
        joined = n_chains++;
        keep(joined);
        memset(&chains[joined], 0, sizeof chains[joined]);
        chains[joined].color = color;
        chains[joined].size = 1;
        set(&chain_of[point], joined);
    }
    chains[joined].origin = point;
    survey(joined);
    for (int i = 0; i < chains[joined].n_edges; i++) {
        keep(chains[joined].edges[i]);
        survey(chains[joined].edges[i]);
    }
    return 1;
}

static struct result *find_result(unsigned long key, int at_depth) {
    for (struct result *r = cache[key % CACHE]; r; r = r->next)
        if (r->hash == key && r->depth >= at_depth) return r;
    return NULL;
}

static void keep_result(unsigned long key, int at_depth, int value) {
    struct result *r = spare_results;
    if (r)
        spare_results = r->next;
    else
        r = malloc(sizeof *r);
    r->hash = key;
    r->depth = at_depth;
    r->value = value;
    r->next = cache[key % CACHE];
    cache[key % CACHE] = r;
}

static void forget_results(void) {
    for (int i = 0; i < CACHE; i++)
        while (cache[i]) {
            struct result *r = cache[i];
            cache[i] = r->next;
            r->next = spare_results;
            spare_results = r;
        }
}

static int defend(int point, int more);

static int attack(int point, int more) {
    if (board[point] == EMPTY) return 1;
    struct chain c = chains[chain_of[point]];
    n_nodes++;
    if (c.n_liberties > 3 || more == 0) return 0;
    unsigned long key = hash * 31 + (unsigned long)point;
    struct result *known = find_result(key, more);
    if (known) return known->value;
    int value = 0;
    for (int i = 0; i < c.n_liberties && i < 20 && !value; i++) {
        unsigned long before = hash;
        if (!play(c.liberties[i], 3 - c.color)) continue;
        value = board[point] == EMPTY || !defend(point, more - 1);
        take_back();
        hash = before;
    }
    keep_result(key, more, value);
    return value;
}

static int defend(int point, int more) {
    struct chain c = chains[chain_of[point]];
    if (c.n_liberties > 2 || more == 0) return 1;
    n_nodes++;
    for (int i = 0; i < c.n_liberties && i < 20; i++) {
        unsigned long before = hash;
        if (!play(c.liberties[i], c.color)) continue;
        int lost = attack(point, more - 1);
        take_back();
        hash = before;
        if (!lost) return 1;
    }
    return 0;
}

static void spread(int from, int color, float value) {
    int queue[POINTS], head = 0, tail = 0;
    mark++;
    queue[tail++] = from;
    marks[from] = mark;
    strength[color - 1][from] = value;
    while (head < tail) {
        int p = queue[head++];
        float here = strength[color - 1][p] * 0.5f;
        if (here < 1) continue;
        for (int k = 0; k < 4; k++) {
            int q = p + delta[k];
            if (board[q] == EDGE || marks[q] == mark) continue;
            marks[q] = mark;
            strength[color - 1][q] += here;
            influence[q] += color == 1 ? here : -here;
            queue[tail++] = q;
        }
    }
}

static float match(int point, int color) {
    float best = 0;
    for (int i = 0; i < 24; i++) {
        const struct pattern *p = &patterns[i];
        for (int turn = 0; turn < 4; turn++) {
            int k = 0;
            for (; k < p->n; k++) {
                int x = turn & 1 ? p->dy[k] : p->dx[k], y = turn & 2 ? -p->dy[k] : p->dy[k];
                int q = point + x + y * WIDTH;
                int want = p->what[k] == 1 ? color : p->what[k] == 2 ? 3 - color : p->what[k];
                if (q < 0 || q >= POINTS || board[q] != want) break;
            }
            if (k == p->n && p->value > best) best = p->value;
        }
    }
    return best;
}

static int choose(int color) {
    float best = -1;
    int move = 0;
    memset(influence, 0, sizeof influence);
    memset(strength, 0, sizeof strength);
    for (int p = 0; p < POINTS; p++)
        if (board[p] == 1 || board[p] == 2) spread(p, board[p], 32);
    for (int p = WIDTH + 1; p < POINTS - WIDTH; p++) {
        if (board[p] == EDGE) continue;
        float value = match(p, color);
        if (board[p] == 3 - color && chains[chain_of[p]].origin == p) {
            if (chains[chain_of[p]].n_liberties < 4 && attack(p, 5)) {
                value = 40.0f + (float)chains[chain_of[p]].size;
                for (int k = 0; k < chains[chain_of[p]].n_liberties; k++)
                    if (value > best) best = value, move = chains[chain_of[p]].liberties[k];
            }
        } else if (board[p] == EMPTY) {
            value +=
                (influence[p] < 0 ? influence[p] : -influence[p]) * 0.1f + (float)draw(100) * 0.05f;
            if (value > best) best = value, move = p;
        }
    }
    return move;
}

int main(void) {
    for (int p = 0; p < POINTS; p++)
        for (int c = 0; c < 3; c++)
            zobrist[p][c] = (unsigned long)draw(1 << 15) << 40 ^
                            (unsigned long)draw(1 << 15) << 20 ^ draw(1 << 15);
    for (int i = 0; i < 24; i++) {
        patterns[i].n = 2 + (int)draw(4);
        patterns[i].value = (float)draw(20);
        for (int k = 0; k < patterns[i].n; k++) {
            patterns[i].dx[k] = (signed char)((int)draw(3) - 1);
            patterns[i].dy[k] = (signed char)((int)draw(3) - 1);
            patterns[i].what[k] = (signed char)draw(3);
        }
    }
    for (int game = 0; game < 1; game++) {
        hash = 0;
        n_chains = 0;
        for (int p = 0; p < POINTS; p++)
            board[p] = p % WIDTH == 0 || p % WIDTH > SIDE || p < WIDTH || p > WIDTH * (SIDE + 1)
                           ? EDGE
                           : EMPTY;
        for (int move = 0; move < 45; move++) {
            int point = choose(1 + move % 2);
            if (point && play(point, 1 + move % 2)) { /* for good */
                depth = 0;
                changes_end = changes;
                kept_end = kept;
            }
            if (move % 8 == 7) forget_results();
        }
        printf("%ld %lx\n", n_nodes, hash);
    }
    return 0;
}
