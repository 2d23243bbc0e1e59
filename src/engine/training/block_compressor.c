/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A compressor by block sorting: runs, suffixes sorted in arrays of integers by radix and by quick
 * sort with a stack of its own, move to front, Huffman codes by a heap, bits out and in again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;

enum { SYMBOLS = 258 };

struct state {
    unsigned *order, *quadrant;
    byte *block;
    unsigned short *moved;
    unsigned counts[65537];
    byte in_use[256], front[256], lengths[SYMBOLS];
    int codes[SYMBOLS], n_block, n_moved;
    unsigned frequencies[SYMBOLS], bits;
    int n_bits;
    FILE *to;
};

static byte at(const struct state *s, unsigned i) {
    return s->block[i < (unsigned)s->n_block ? i : i - (unsigned)s->n_block];
}

static int less(const struct state *s, unsigned a, unsigned b) {
    for (int k = 0; k < s->n_block; k++) {
        byte x = at(s, a), y = at(s, b);
        if (x != y) return x < y;
        if (++a >= (unsigned)s->n_block) a -= (unsigned)s->n_block;
        if (++b >= (unsigned)s->n_block) b -= (unsigned)s->n_block;
    }
    return 0;
}

static void insertion(struct state *s, int low, int high, int depth) {
    for (int i = low + 1; i <= high; i++) {
        unsigned v = s->order[i];
        int j = i;
        while (j > low && less(s, v + (unsigned)depth, s->order[j - 1] + (unsigned)depth)) {
            s->order[j] = s->order[j - 1];
            j--;
        }
        s->order[j] = v;
    }
}

struct part {
    int low, high, depth;
};

static void sort_range(struct state *s, int low, int high, int depth) {
    struct part stack[100];
    int n = 0;
    stack[n++] = (struct part){low, high, depth};
    while (n > 0) {
        struct part p = stack[--n];
        if (p.high - p.low < 12 || p.depth > 40 || n > 90) {
            insertion(s, p.low, p.high, p.depth > s->n_block ? 0 : p.depth);
            continue;
        }
        byte pivot = at(s, s->order[(p.low + p.high) / 2] + (unsigned)p.depth);
        int lower = p.low, upper = p.high, i = p.low;
        while (i <= upper) {
            unsigned o = s->order[i];
            byte c = at(s, o + (unsigned)p.depth);
            if (c < pivot) {
                s->order[i++] = s->order[lower];
                s->order[lower++] = o;
            } else if (c > pivot) {
                s->order[i] = s->order[upper];
                s->order[upper--] = o;
            } else {
                i++;
            }
        }
        if (lower - 1 > p.low) stack[n++] = (struct part){p.low, lower - 1, p.depth};
        if (upper + 1 < p.high) stack[n++] = (struct part){upper + 1, p.high, p.depth};
        if (upper > lower) stack[n++] = (struct part){lower, upper, p.depth + 1};
    }
}

static int sort_block(struct state *s) {
    memset(s->counts, 0, sizeof s->counts);
    for (int i = 0; i < s->n_block; i++)
        s->counts[at(s, (unsigned)i) << 8 | at(s, (unsigned)i + 1)]++;
    for (int i = 1; i <= 65536; i++) s->counts[i] += s->counts[i - 1];
    for (int i = s->n_block - 1; i >= 0; i--)
        s->order[--s->counts[at(s, (unsigned)i) << 8 | at(s, (unsigned)i + 1)]] = (unsigned)i;
    for (int i = 0; i < 65536; i++) {
        int low = (int)s->counts[i],
            high = (int)(i < 65535 ? s->counts[i + 1] : (unsigned)s->n_block) - 1;
        if (high > low) sort_range(s, low, high, 2);
    }
    for (int i = 0; i < s->n_block; i++)
        if (s->order[i] == 0) return i;
    return -1;
}

static void move_to_front(struct state *s) {
    int n = 0, run = 0;
    for (int i = 0; i < 256; i++)
        if (s->in_use[i]) s->front[n++] = (byte)i;
    memset(s->frequencies, 0, sizeof s->frequencies);
    s->n_moved = 0;
    for (int i = 0; i < s->n_block; i++) {
        unsigned before = s->order[i] ? s->order[i] - 1 : (unsigned)s->n_block - 1;
        byte c = s->block[before];
        if (s->front[0] == c) {
            run++;
            continue;
        }
        for (; run > 0; run = (run - 1) / 2) {
            s->moved[s->n_moved++] = (unsigned short)((run - 1) & 1);
            s->frequencies[(run - 1) & 1]++;
        }
        byte carried = s->front[0];
        int j = 0;
        do {
            byte next = s->front[++j];
            s->front[j] = carried;
            carried = next;
        } while (carried != c);
        s->front[0] = c;
        s->moved[s->n_moved++] = (unsigned short)(j + 1);
        s->frequencies[j + 1]++;
    }
    s->moved[s->n_moved++] = SYMBOLS - 1;
    s->frequencies[SYMBOLS - 1]++;
}

static void make_lengths(struct state *s) {
    int heap[SYMBOLS + 2], parent[SYMBOLS * 2], n_heap = 0, n_nodes = SYMBOLS;
    unsigned weight[SYMBOLS * 2];
    for (int i = 0; i < SYMBOLS; i++) weight[i] = (s->frequencies[i] ? s->frequencies[i] : 1) << 8;
    for (int i = 0; i < SYMBOLS; i++) {
        int at = ++n_heap;
        for (parent[i] = -1; at > 1 && weight[heap[at / 2]] > weight[i]; at /= 2)
            heap[at] = heap[at / 2];
        heap[at] = i;
    }
    while (n_heap > 1) {
        int two[2];
        for (int k = 0; k < 2; k++) {
            two[k] = heap[1];
            int moved = heap[n_heap--], at = 1;
            for (;;) {
                int down = at * 2;
                if (down > n_heap) break;
                if (down < n_heap && weight[heap[down + 1]] < weight[heap[down]]) down++;
                if (weight[moved] < weight[heap[down]]) break;
                heap[at] = heap[down];
                at = down;
            }
            heap[at] = moved;
        }
        parent[two[0]] = parent[two[1]] = n_nodes;
        weight[n_nodes] = weight[two[0]] + weight[two[1]];
        parent[n_nodes] = -1;
        int at = ++n_heap;
        for (; at > 1 && weight[heap[at / 2]] > weight[n_nodes]; at /= 2) heap[at] = heap[at / 2];
        heap[at] = n_nodes++;
    }
    for (int i = 0; i < SYMBOLS; i++) {
        int length = 0;
        for (int n = i; parent[n] >= 0; n = parent[n]) length++;
        s->lengths[i] = (byte)length;
    }
    unsigned code = 0;
    for (int length = 1; length < 32; length++, code <<= 1)
        for (int i = 0; i < SYMBOLS; i++)
            if (s->lengths[i] == length) s->codes[i] = (int)code++;
}

static void put_bits(struct state *s, int n, unsigned value) {
    while (s->n_bits >= 8) {
        putc((int)(s->bits >> 24), s->to);
        s->bits <<= 8;
        s->n_bits -= 8;
    }
    s->bits |= value << (32 - s->n_bits - n);
    s->n_bits += n;
}

static void write_block(struct state *s) {
    for (int i = 0; i < s->n_moved; i++) {
        int c = s->moved[i];
        put_bits(s, s->lengths[c], (unsigned)s->codes[c]);
    }
    put_bits(s, 8, 0);
}

/* The text again, from its sorted last letters. */
static unsigned restore(const struct state *s, int origin, byte *out) {
    unsigned starts[257] = {0}, *after = malloc((size_t)s->n_block * sizeof *after), sum = 0;
    for (int i = 0; i < s->n_block; i++) starts[s->block[i] + 1]++;
    for (int i = 1; i <= 256; i++) starts[i] += starts[i - 1];
    for (int i = 0; i < s->n_block; i++) {
        byte last = s->block[s->order[i] ? s->order[i] - 1 : (unsigned)s->n_block - 1];
        after[starts[last]++] = (unsigned)i;
    }
    unsigned p = after[origin];
    for (int i = 0; i < s->n_block; i++) {
        out[i] = s->block[s->order[p] ? s->order[p] - 1 : (unsigned)s->n_block - 1];
        sum = sum * 33 + out[i];
        p = after[p];
    }
    free(after);
    return sum;
}

static int read_block(struct state *s, FILE *from, int size) {
    int c, last = -1, run = 0;
    s->n_block = 0;
    memset(s->in_use, 0, sizeof s->in_use);
    while (s->n_block < size && (c = getc(from)) != EOF) {
        run = c == last ? run + 1 : 1;
        if (run > 6) continue;
        s->block[s->n_block++] = (byte)c;
        s->in_use[c] = 1;
        last = c;
    }
    return s->n_block;
}

static void write_text(FILE *to, int n) {
    static const char *const words[] = {
        "static", "unsigned", "return", "block", "(i = 0; i < n; i++)", "        ", "//////////"};
    unsigned x = 99;
    for (int i = 0; i < n; i++) {
        x = x * 1103515245 + 12345;
        fputs(words[x >> 16 & 7 ? (x >> 16) % 7 : 6], to);
        if ((x >> 20) % 9 == 0) fprintf(to, " %u;\n", x >> 22);
        putc("abcde fgh "[(x >> 24) % 10], to);
    }
    rewind(to);
}

int main(void) {
    struct state *s = calloc(1, sizeof *s);
    enum { LARGEST = 5000 };
    s->order = malloc(LARGEST * sizeof *s->order);
    s->block = malloc(LARGEST);
    s->moved = malloc(2 * LARGEST * sizeof *s->moved);
    byte *out = malloc(LARGEST);
    FILE *from = tmpfile();
    s->to = tmpfile();
    if (!from || !s->to) return 1;
    write_text(from, 1500);
    for (int size = 1000; read_block(s, from, size) > 1;
         size = size < LARGEST ? size + 1000 : size) {
        int origin = sort_block(s);
        move_to_front(s);
        make_lengths(s);
        write_block(s);
        printf("%u\n", restore(s, origin, out));
    }
    printf("%ld\n", ftell(s->to));
    return 0;
}
