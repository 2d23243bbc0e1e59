/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A small database: B-trees of records in pages of bytes, a cache of pages (hash table and list of
 * recent use), registers that are unions, a sorter that merges lists, strings that grow.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 1024, CELLS = 64, CACHED = 48, ORDER_PAGES = 4096 };

typedef unsigned char byte;

struct page {
    unsigned number;
    int dirty;
    struct page *next_in_bucket, *newer, *older;
    struct node *node;
    byte data[PAGE];
};

/* What is read out of a page. */
struct node {
    struct page *page;
    byte *data;
    int is_leaf, n_cells;
    unsigned right_child;
};

struct cursor {
    struct node *path[12];
    int place[12], depth;
    long key;
};

struct mem {
    union {
        long integer;
        double real;
    } as;
    char *text;
    int length, capacity;
    unsigned short flags;
    void (*release)(void *);
};

struct record {
    struct record *next;
    int size;
    byte data[];
};

static struct page *buckets[64], *newest, *oldest;
static byte *disk[ORDER_PAGES];
static unsigned n_pages, n_cached;

static unsigned read_2(const byte *p) {
    return (unsigned)p[0] << 8 | p[1];
}

static void write_2(byte *p, unsigned v) {
    p[0] = (byte)(v >> 8);
    p[1] = (byte)v;
}

static int write_varint(byte *p, unsigned long v) {
    int n = 0;
    byte reversed[10];
    do reversed[n++] = (byte)((v & 127) | 128);
    while (v >>= 7);
    reversed[0] &= 127;
    for (int i = 0; i < n; i++) p[i] = reversed[n - 1 - i];
    return n;
}

static int read_varint(const byte *p, unsigned long *v) {
    if (!(p[0] & 128)) {
        *v = p[0];
        return 1;
    }
    unsigned long x = 0;
    int n = 0;
    do x = x << 7 | (p[n] & 127);
    while (p[n++] & 128);
    *v = x;
    return n;
}

static void unlist(struct page *p) {
    if (p->newer)
        p->newer->older = p->older;
    else
        newest = p->older;
    if (p->older)
        p->older->newer = p->newer;
    else
        oldest = p->newer;
}

static void list_first(struct page *p) {
    p->newer = NULL;
    p->older = newest;
    if (newest) newest->newer = p;
    newest = p;
    if (!oldest) oldest = p;
}

static void drop_oldest(void) {
    struct page *p = oldest;
    unlist(p);
    for (struct page **link = &buckets[p->number % 64]; *link; link = &(*link)->next_in_bucket)
        if (*link == p) {
            *link = p->next_in_bucket;
            break;
        }
    if (p->dirty) {
        if (!disk[p->number]) disk[p->number] = malloc(PAGE);
        memcpy(disk[p->number], p->data, PAGE);
    }
    free(p->node);
    free(p);
    n_cached--;
}

static void read_header(struct node *n) {
    n->is_leaf = n->data[0];
    n->n_cells = (int)read_2(n->data + 1);
    n->right_child = read_2(n->data + 5);
}

static struct node *fetch(unsigned number) {
    struct page *p = buckets[number % 64];
    while (p && p->number != number) p = p->next_in_bucket;
    if (p) {
        if (p != newest) {
            unlist(p);
            list_first(p);
        }
        return p->node;
    }
    p = calloc(1, sizeof *p);
    p->number = number;
    if (disk[number]) memcpy(p->data, disk[number], PAGE);
    p->node = malloc(sizeof *p->node);
    p->node->page = p;
    p->node->data = p->data;
    read_header(p->node);
    p->next_in_bucket = buckets[number % 64];
    buckets[number % 64] = p;
    list_first(p);
    n_cached++;
    return p->node;
}

static void trim(void) {
    while (n_cached > CACHED) drop_oldest();
}

static void clear(struct node *n, int is_leaf) {
    n->page->dirty = 1;
    memset(n->data, 0, 8);
    n->data[0] = (byte)is_leaf;
    write_2(n->data + 3, PAGE);
    read_header(n);
}

static struct node *new_node(int is_leaf) {
    struct node *n = fetch(n_pages++);
    clear(n, is_leaf);
    return n;
}

static byte *cell(const struct node *n, int i) {
    return n->data + read_2(n->data + 8 + 2 * i);
}

/* A leaf's cell: key, size of payload, payload; an inner one's: child, key. */
static int cell_size(const struct node *n, const byte *c) {
    unsigned long v, size;
    if (!n->is_leaf) return 2 + read_varint(c + 2, &v);
    int k = read_varint(c, &v);
    k += read_varint(c + k, &size);
    return k + (int)size;
}

static long cell_key(const struct node *n, const byte *c) {
    unsigned long v;
    read_varint(n->is_leaf ? c : c + 2, &v);
    return (long)v;
}

static int free_bytes(const struct node *n) {
    return (int)read_2(n->data + 3) - 8 - 2 * n->n_cells;
}

static void insert_cell(struct node *n, int at, const byte *c, int size) {
    unsigned content = read_2(n->data + 3) - (unsigned)size;
    memcpy(n->data + content, c, (size_t)size);
    memmove(n->data + 8 + 2 * (at + 1), n->data + 8 + 2 * at, (size_t)(2 * (n->n_cells - at)));
    write_2(n->data + 8 + 2 * at, content);
    write_2(n->data + 3, content);
    write_2(n->data + 1, (unsigned)++n->n_cells);
    n->page->dirty = 1;
}

static int search(const struct node *n, long key) {
    int low = 0, high = n->n_cells;
    while (low < high) {
        int middle = (low + high) / 2;
        if (cell_key(n, cell(n, middle)) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct node *child(const struct node *n, int i) {
    return fetch(i < n->n_cells ? read_2(cell(n, i)) : n->right_child);
}

static int seek(struct cursor *c, unsigned root, long key) {
    c->depth = 0;
    for (struct node *n = fetch(root);; n = child(n, c->place[c->depth++])) {
        c->path[c->depth] = n;
        c->place[c->depth] = search(n, key);
        if (!n->is_leaf) continue;
        c->key = key;
        int i = c->place[c->depth];
        return i < n->n_cells && cell_key(n, cell(n, i)) == key;
    }
}

static int next(struct cursor *c) {
    c->place[c->depth]++;
    while (c->place[c->depth] >= c->path[c->depth]->n_cells + !c->path[c->depth]->is_leaf) {
        if (c->depth == 0) return 0;
        c->place[--c->depth]++;
    }
    while (!c->path[c->depth]->is_leaf) {
        struct node *n = child(c->path[c->depth], c->place[c->depth]);
        c->path[++c->depth] = n;
        c->place[c->depth] = 0;
    }
    return c->place[c->depth] < c->path[c->depth]->n_cells;
}

static void split(struct cursor *c, int level, const byte *new_cell, int size) {
    struct node *n = c->path[level];
    byte *cells[CELLS * 4], copy[PAGE];
    int sizes[CELLS * 4], total = n->n_cells + 1, at = c->place[level], is_leaf = n->is_leaf;
    unsigned right_child = n->right_child;
    memcpy(copy, n->data, PAGE);
    for (int i = 0, from = 0; i < total; i++) {
        if (i == at) {
            cells[i] = (byte *)new_cell;
        } else {
            cells[i] = copy + read_2(copy + 8 + 2 * from++);
        }
        sizes[i] = cell_size(n, cells[i]);
    }
    (void)size;
    struct node *left = new_node(is_leaf), *right = level ? n : new_node(is_leaf);
    if (right == n) clear(n, is_leaf);
    int half = total / 2;
    for (int i = 0; i < half; i++) insert_cell(left, i, cells[i], sizes[i]);
    long key = cell_key(right, cells[half - 1]);
    if (!is_leaf) { /* the last goes up, its child is the rightmost one */
        write_2(left->data + 5, read_2(cells[half - 1]));
        write_2(left->data + 1, (unsigned)(half - 1));
        write_2(right->data + 5, right_child);
    }
    read_header(left);
    for (int i = half; i < total; i++) insert_cell(right, i - half, cells[i], sizes[i]);
    read_header(right);
    byte up[16];
    write_2(up, left->page->number);
    int up_size = 2 + write_varint(up + 2, (unsigned long)key);
    if (level == 0) {
        clear(n, 0);
        insert_cell(n, 0, up, up_size);
        write_2(n->data + 5, right->page->number);
        read_header(n);
    } else if (free_bytes(c->path[level - 1]) >= up_size + 2) {
        insert_cell(c->path[level - 1], c->place[level - 1], up, up_size);
    } else {
        split(c, level - 1, up, up_size);
    }
}

static void insert(unsigned root, long key, const byte *payload, int length) {
    struct cursor c;
    byte bytes[PAGE];
    if (seek(&c, root, key)) return;
    int n = write_varint(bytes, (unsigned long)key);
    n += write_varint(bytes + n, (unsigned long)length);
    memcpy(bytes + n, payload, (size_t)length);
    n += length;
    if (free_bytes(c.path[c.depth]) >= n + 2)
        insert_cell(c.path[c.depth], c.place[c.depth], bytes, n);
    else
        split(&c, c.depth, bytes, n);
    trim();
}

static void append(struct mem *m, const char *format, ...) {
    char part[128];
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(part, sizeof part, format, arguments);
    va_end(arguments);
    if (m->length + n >= m->capacity) {
        m->capacity = m->capacity * 2 + n + 8;
        m->text = realloc(m->text, (size_t)m->capacity);
    }
    memcpy(m->text + m->length, part, (size_t)n + 1);
    m->length += n;
    m->flags = 2;
    m->release = free;
}

static void copy_register(struct mem *to, const struct mem *from) {
    if (to->release) to->release(to->text);
    *to = *from;
    if (from->text) {
        to->text = malloc((size_t)from->capacity);
        memcpy(to->text, from->text, (size_t)from->length + 1);
        to->release = free;
    }
}

static int compare_registers(const struct mem *a, const struct mem *b) {
    if (a->flags & b->flags & 1)
        return (a->as.integer > b->as.integer) - (a->as.integer < b->as.integer);
    int n = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->text, b->text, (size_t)n);
    return order ? order : a->length - b->length;
}

static int make_record(const struct mem *registers, int n, byte *out) {
    int at = 1;
    out[0] = (byte)n;
    for (int i = 0; i < n; i++) {
        const struct mem *m = &registers[i];
        if (m->flags & 1) {
            out[at++] = 1;
            at += write_varint(out + at, (unsigned long)m->as.integer);
        } else {
            out[at++] = 2;
            at += write_varint(out + at, (unsigned long)m->length);
            memcpy(out + at, m->text, (size_t)m->length);
            at += m->length;
        }
    }
    return at;
}

static int compare_records(const byte *a, const byte *b) {
    int n = a[0];
    a++, b++;
    for (int i = 0; i < n; i++) {
        unsigned long x, y;
        int kind = *a++;
        b++;
        a += read_varint(a, &x);
        b += read_varint(b, &y);
        if (kind == 1) {
            if (x != y) return x < y ? -1 : 1;
        } else {
            int order = memcmp(a, b, x < y ? x : y);
            if (order || x != y) return order ? order : x < y ? -1 : 1;
            a += x;
            b += y;
        }
    }
    return 0;
}

static struct record *merge(struct record *a, struct record *b) {
    struct record *all = NULL, **end = &all;
    while (a && b) {
        struct record **least = compare_records(a->data, b->data) <= 0 ? &a : &b;
        *end = *least;
        end = &(*end)->next;
        *least = (*least)->next;
    }
    *end = a ? a : b;
    return all;
}

static struct record *sort(struct record *list) {
    struct record *sorted[32] = {NULL};
    while (list) {
        struct record *r = list;
        int i = 0;
        list = list->next;
        r->next = NULL;
        for (; sorted[i]; i++) {
            r = merge(sorted[i], r);
            sorted[i] = NULL;
        }
        sorted[i] = r;
    }
    struct record *all = NULL;
    for (int i = 0; i < 32; i++)
        if (sorted[i]) all = all ? merge(all, sorted[i]) : sorted[i];
    return all;
}

static struct mem registers[8], line;

/* Rows of a number and two texts; then the tree is read, filtered, sorted and printed. */
static unsigned long work(unsigned root, int rows, int step) {
    byte bytes[PAGE];
    unsigned long total = 0;
    unsigned x = (unsigned)rows;
    for (int i = 0; i < rows; i++) {
        x = x * 1103515245 + 12345;
        registers[0].as.integer = (long)(x >> 16 & 8191);
        registers[0].flags = 1;
        registers[1].length = 0;
        append(&registers[1], "row %d", i);
        registers[2].length = 0;
        append(&registers[2], "%s of %u", i % 3 ? "value" : "another value", x >> 20);
        copy_register(&registers[4], &registers[i % 2 + 1]);
        int size = make_record(registers, 3, bytes);
        insert(root, step ? (long)(x >> 8 & 65535) : (long)(i * 3), bytes, size);
    }
    struct cursor c;
    struct record *list = NULL;
    int more = seek(&c, root, 0), n = 0;
    for (more = 1; more && c.path[c.depth]->n_cells > c.place[c.depth]; more = next(&c)) {
        const struct node *leaf = c.path[c.depth];
        const byte *at = cell(leaf, c.place[c.depth]);
        unsigned long key, size;
        at += read_varint(at, &key);
        at += read_varint(at, &size);
        if (n++ % 2 && compare_registers(&registers[1], &registers[4]) <= 0) continue;
        struct record *r = malloc(sizeof *r + size);
        memcpy(r->data, at, size);
        r->size = (int)size;
        r->next = list;
        list = r;
    }
    trim();
    list = sort(list);
    line.length = 0;
    for (struct record *r = list, *after; r; r = after) {
        after = r->next;
        total = total * 31 + r->data[r->size - 1];
        if (n-- % 8 == 0)
            append(&line, "%d:%.*s|", r->size, 4, (const char *)r->data + r->size - 4);
        free(r);
    }
    for (int i = 0; i < rows; i++) {
        x = x * 1103515245 + 12345;
        total += (unsigned long)seek(&c, root, (long)(x >> 8 & 65535));
        trim();
    }
    return total + strlen(line.text);
}

int main(void) {
    for (int round = 0; round < 5; round++) {
        unsigned root = n_pages++;
        clear(fetch(root), 1);
        printf("%lu\n", work(root, 60 << round, round % 2));
    }
    return 0;
}
