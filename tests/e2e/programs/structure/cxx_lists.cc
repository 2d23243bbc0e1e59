/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cxx_lists.cc: Table 1 in C++: lists as templates (variant 1) and by inheritance (variant 2).
 *
 * Algorithms:
 *   main: no data structure
 *   [1] build<int>: construction of structure node<int>; steps = n; n = elements 4..64; creations = n
 *   [1] build<double>: construction of structure node<double>; steps = n; n = elements 4..64; creations = n
 *   [1] sum<int>: traversal of structure node<int>; steps = n; n = elements 4..64
 *   [1] sum<double>: traversal of structure node<double>; steps = n; n = elements 4..64
 *   [1] sum_from<int>: traversal of structure node<int>; steps = n + 1; n = elements 4..64
 *   [1] sum_from<double>: traversal of structure node<double>; steps = n + 1; n = elements 4..64
 *   [2] build: construction of structure node; steps = n; n = elements 4..64; creations = n
 *   [2] sum: traversal of structure node; steps = n; n = elements 4..64
 *   [2] sum_from: traversal of structure node; steps = n + 1; n = elements 4..64 */
static volatile double sink;

#if VARIANT == 1
template <class T> struct node {
    T value;
    node *next;
};

template <class T> static node<T> *build(int n) {
    node<T> *list = nullptr;
    for (int i = 0; i < n; i++) list = new node<T>{T(i), list};
    return list;
}

template <class T> static T sum(const node<T> *list) {
    T s = 0;
    for (; list; list = list->next) s += list->value;
    return s;
}

template <class T> static T sum_from(const node<T> *list) {
    return list ? list->value + sum_from(list->next) : 0;
}

template <class T> static void lists(int n) {
    node<T> *list = build<T>(n);
    sink = sum(list);
    sink = sum_from(list);
}

static void run(int n) {
    lists<int>(n);
    lists<double>(n);
}
#else
struct node {
    node *next;
    explicit node(node *after) : next(after) {}
    virtual ~node() {}
    virtual double value() const = 0;
};

struct whole : node {
    int number;
    whole(node *after, int n) : node(after), number(n) {}
    double value() const override { return number; }
};

struct named {
    const char *name = "a name";
    virtual ~named() {}
};

/* A fraction's node is not at its beginning. */
struct fraction : named, node {
    double number;
    fraction(node *after, double n) : node(after), number(n) {}
    double value() const override { return number; }
};

static node *build(int n) {
    node *list = nullptr;
    for (int i = 0; i < n; i++) {
        if (i % 2)
            list = new whole(list, i);
        else
            list = new fraction(list, i);
    }
    return list;
}

static double sum(const node *list) {
    double s = 0;
    for (; list; list = list->next) s += list->value();
    return s;
}

static double sum_from(const node *list) {
    return list ? list->value() + sum_from(list->next) : 0;
}

static void run(int n) {
    node *list = build(n);
    sink = sum(list);
    sink = sum_from(list);
}
#endif

int main() {
    for (int n = 4; n <= 64; n += 4) run(n);
}
