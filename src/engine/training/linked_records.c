/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What many programs have: lists that are sorted, a balanced tree, a hash table of words, a graph
 * and a queue, arrays of structures, lines that are read and printed, all of several sizes.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *previous, *next;
    int key;
};

struct list {
    struct node *head, *tail;
    int n;
};

struct tree {
    struct tree *left, *right, *parent;
    int key, height;
};

struct entry {
    struct entry *next;
    char *name;
    int count;
};

struct edge;

struct vertex {
    struct edge *edges;
    struct vertex *next_in_queue;
    int distance;
};

struct edge {
    struct edge *next;
    struct vertex *to;
};

struct row {
    char name[24];
    int id;
    double price;
    struct {
        short day, month;
        int year;
    } date;
};

static unsigned seed = 5;

static int draw(int n) {
    seed = seed * 1103515245 + 12345;
    return (int)(seed >> 16) % n;
}

static void append(struct list *l, int key) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->next = NULL;
    n->previous = l->tail;
    if (l->tail)
        l->tail->next = n;
    else
        l->head = n;
    l->tail = n;
    l->n++;
}

static void unlink_node(struct list *l, struct node *n) {
    if (n->previous)
        n->previous->next = n->next;
    else
        l->head = n->next;
    if (n->next)
        n->next->previous = n->previous;
    else
        l->tail = n->previous;
    l->n--;
}

static void sort_by_insertion(struct list *l) {
    for (struct node *n = l->head ? l->head->next : NULL, *after; n; n = after) {
        after = n->next;
        struct node *before = n->previous;
        while (before && before->key > n->key) before = before->previous;
        if (before == n->previous) continue;
        unlink_node(l, n);
        n->previous = before;
        n->next = before ? before->next : l->head;
        n->next->previous = n;
        if (before)
            before->next = n;
        else
            l->head = n;
        l->n++;
    }
}

static struct node *merge_sort(struct node *n) {
    if (!n || !n->next) return n;
    struct node *slow = n, *fast = n->next, *all = NULL, **end = &all;
    while (fast && fast->next) slow = slow->next, fast = fast->next->next;
    struct node *half = merge_sort(slow->next);
    slow->next = NULL;
    n = merge_sort(n);
    while (n && half) {
        struct node **least = n->key <= half->key ? &n : &half;
        *end = *least;
        *least = (*least)->next;
        end = &(*end)->next;
    }
    *end = n ? n : half;
    return all;
}

static void lists(int n) {
    struct list l = {NULL, NULL, 0};
    for (int i = 0; i < n; i++) append(&l, draw(1000));
    sort_by_insertion(&l);
    for (int i = 0; i < n; i++) append(&l, draw(1000));
    for (struct node *at = l.head, *after; at; at = after) {
        after = at->next;
        if (at->key % 5) continue;
        unlink_node(&l, at);
        free(at);
    }
    unsigned long sum = 0;
    struct node *all = merge_sort(l.head);
    for (struct node *after; all; all = after) {
        after = all->next;
        sum = sum * 3 + (unsigned)all->key;
        free(all);
    }
    printf("%lu ", sum);
}

static int height(const struct tree *t) {
    return t ? t->height : 0;
}

static void measure(struct tree *t) {
    int l = height(t->left), r = height(t->right);
    t->height = 1 + (l > r ? l : r);
}

static struct tree *rotate(struct tree *t, int to_left) {
    struct tree *up = to_left ? t->right : t->left, *moved;
    if (to_left) {
        moved = t->right = up->left;
        up->left = t;
    } else {
        moved = t->left = up->right;
        up->right = t;
    }
    if (moved) moved->parent = t;
    up->parent = t->parent;
    t->parent = up;
    measure(t);
    measure(up);
    return up;
}

static struct tree *insert(struct tree *t, struct tree *parent, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
        t->height = 1;
        t->parent = parent;
        return t;
    }
    if (key < t->key)
        t->left = insert(t->left, t, key);
    else if (key > t->key)
        t->right = insert(t->right, t, key);
    else
        return t;
    measure(t);
    int lean = height(t->left) - height(t->right);
    if (lean > 1) {
        if (key > t->left->key) t->left = rotate(t->left, 1);
        return rotate(t, 0);
    }
    if (lean < -1) {
        if (key < t->right->key) t->right = rotate(t->right, 0);
        return rotate(t, 1);
    }
    return t;
}

static unsigned long walk(const struct tree *t) {
    return t ? walk(t->left) * 3 + (unsigned)t->key + walk(t->right) : 0;
}

static void cut(struct tree *t) {
    if (!t) return;
    cut(t->left);
    cut(t->right);
    free(t);
}

static void trees(int n) {
    struct tree *root = NULL;
    for (int i = 0; i < n; i++) root = insert(root, NULL, draw(5000));
    int climbed = 0;
    for (int i = 0; i < n; i++) {
        const struct tree *t = root;
        int key = draw(5000);
        while (t && t->key != key) t = key < t->key ? t->left : t->right;
        for (; t; t = t->parent) climbed++;
    }
    printf("%lu %d ", walk(root), climbed);
    cut(root);
}

static int by_count(const void *a, const void *b) {
    const struct entry *x = *(struct entry *const *)a, *y = *(struct entry *const *)b;
    return x->count != y->count ? y->count - x->count : strcmp(x->name, y->name);
}

static void words(int n, FILE *file) {
    struct entry **buckets = NULL, **sorted;
    int n_buckets = 0, n_entries = 0;
    char line[128];
    rewind(file);
    for (int i = 0; i < n; i++)
        fprintf(file, "%s %d, The %s of line %d\n", i % 3 ? "text" : "Another", draw(60),
                i % 2 ? "end" : "start", draw(n));
    rewind(file);
    while (n-- > 0 && fgets(line, sizeof line, file)) {
        for (char *c = line; *c; c++) *c = (char)tolower((unsigned char)*c);
        for (char *word = strtok(line, " ,\n"); word; word = strtok(NULL, " ,\n")) {
            unsigned h = 5381;
            for (const char *c = word; *c; c++) h = h * 33 + (unsigned char)*c;
            if (n_entries >= n_buckets) {
                int more = n_buckets ? n_buckets * 2 : 8;
                struct entry **bigger = calloc((size_t)more, sizeof *bigger);
                for (int i = 0; i < n_buckets; i++)
                    for (struct entry *e = buckets[i], *after; e; e = after) {
                        after = e->next;
                        unsigned g = 5381;
                        for (const char *c = e->name; *c; c++) g = g * 33 + (unsigned char)*c;
                        e->next = bigger[g % (unsigned)more];
                        bigger[g % (unsigned)more] = e;
                    }
                free(buckets);
                buckets = bigger;
                n_buckets = more;
            }
            struct entry *e = buckets[h % (unsigned)n_buckets];
            while (e && strcmp(e->name, word) != 0) e = e->next;
            if (!e) {
                e = malloc(sizeof *e);
                e->name = strdup(word);
                e->count = 0;
                e->next = buckets[h % (unsigned)n_buckets];
                buckets[h % (unsigned)n_buckets] = e;
                n_entries++;
            }
            e->count++;
        }
    }
    sorted = malloc((size_t)n_entries * sizeof *sorted);
    int k = 0;
    for (int i = 0; i < n_buckets; i++)
        for (struct entry *e = buckets[i]; e; e = e->next) sorted[k++] = e;
    qsort(sorted, (size_t)k, sizeof *sorted, by_count);
    printf("%s %d ", sorted[0]->name, sorted[0]->count);
    for (int i = 0; i < k; i++) {
        free(sorted[i]->name);
        free(sorted[i]);
    }
    free(sorted);
    free(buckets);
}

static void graphs(int n) {
    struct vertex *all = calloc((size_t)n, sizeof *all), *head = all, *tail = all;
    for (int i = 0; i < n * 3; i++) {
        struct edge *e = malloc(sizeof *e);
        struct vertex *from = &all[draw(n)];
        e->to = &all[draw(n)];
        e->next = from->edges;
        from->edges = e;
    }
    all->distance = 1;
    for (; head; head = head->next_in_queue)
        for (struct edge *e = head->edges; e; e = e->next)
            if (!e->to->distance) {
                e->to->distance = head->distance + 1;
                tail->next_in_queue = e->to;
                tail = e->to;
            }
    printf("%d ", tail->distance);
    for (int i = 0; i < n; i++)
        for (struct edge *e = all[i].edges, *after; e; e = after) {
            after = e->next;
            free(e);
        }
    free(all);
}

static int by_price(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    return (x->price > y->price) - (x->price < y->price);
}

static void sift(struct row *rows, int from, int n) {
    struct row moved = rows[from];
    for (int child; (child = from * 2 + 1) < n; from = child) {
        if (child + 1 < n && strcmp(rows[child + 1].name, rows[child].name) > 0) child++;
        if (strcmp(rows[child].name, moved.name) <= 0) break;
        rows[from] = rows[child];
    }
    rows[from] = moved;
}

static void rows(int n) {
    struct row *all = NULL;
    for (int i = 0; i < n; i++) {
        if ((i & (i + 1)) == 0) all = realloc(all, (size_t)(i * 2 + 2) * sizeof *all);
        struct row r = {.id = i,
                        .price = draw(10000) / 7.0,
                        .date = {(short)draw(31), (short)draw(12), 2000 + i}};
        snprintf(r.name, sizeof r.name, "item %d/%d", draw(100), i);
        all[i] = r;
    }
    qsort(all, (size_t)n, sizeof *all, by_price);
    struct row wanted = all[n / 2],
               *found = bsearch(&wanted, all, (size_t)n, sizeof *all, by_price);
    for (int i = n / 2; i >= 0; i--) sift(all, i, n);
    for (int i = n - 1; i > 0; i--) {
        struct row largest = all[0];
        all[0] = all[i];
        all[i] = largest;
        sift(all, 0, i);
    }
    double total = 0, **matrix = malloc(16 * sizeof *matrix);
    for (int i = 0; i < 16; i++) {
        matrix[i] = malloc(16 * sizeof **matrix);
        for (int j = 0; j < 16; j++) matrix[i][j] = all[(i * 16 + j) % n].price;
    }
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
            for (int k = 0; k < 16; k++) total += matrix[i][k] * matrix[k][j];
    for (int i = 0; i < 16; i++) free(matrix[i]);
    free(matrix);
    printf("%s %s %d %.3f\n", all[0].name, all[n - 1].name, found ? found->id : -1, total);
    free(all);
}

int main(void) {
    FILE *file = tmpfile();
    if (!file) return 1;
    for (int n = 10; n <= 640; n *= 2) {
        lists(n);
        trees(n * 2);
        words(n, file);
        graphs(n);
        rows(n);
    }
    return fclose(file);
}
