/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* smart.cc: The same programs with smart pointers and containers of C++. A vector that grows moves its pointers.
 *
 * Algorithms:
 *   main: no data structure
 *   build_1p: modification of array int; steps = n; n = used of int 2..92
 *   walk_1p: traversal of array int; steps = n; n = used of int 2..92
 *   build_7p: construction of structure Link; steps = n; n = elements of Link 2..92
 *   walk_7p: traversal of structure Link; steps = n; n = elements of Link 2..92
 *   free_7p: modification of structure Link; steps = n; n = elements of Link 2..92
 *   build_8p: construction of structure Shared*; steps = n; n = elements 2..92
 *   walk_8p: traversal of structure Shared*; steps = n; n = elements 2..92
 *   free_8p: any
 *   build_9p: construction of structure *; steps = n; n = elements 2..92
 *   walk_9p: traversal of structure *; steps = n; n = elements 2..92
 *   free_9p: any
 *   build_11p: construction of structure Tree; steps = 2*n + 1; n = elements of Tree 2..92
 *   sum_11p: traversal of structure Tree; steps = 2*n + 1; n = elements of Tree 2..92
 *   build_12p: construction of structure Up; steps = 2*n + 1; n = elements of Up 2..92
 *   sum_12p: traversal of structure Up; steps = 2*n + 1; n = elements of Up 2..92
 *   build_13p#1 + build_13p#2 + std::*: construction of structure Many; class = n; coefficient = any; n = elements of Many 2..92
 *   sum_13p#1 + sum_13p#2: traversal of structure Many; steps = 2*n - 1; n = elements of Many 2..92
 *   build_14p#1 + build_14p#2 + std::*: construction of structure Up_many; class = n; coefficient = any; n = elements of Up_many 2..92
 *   sum_14p#1 + sum_14p#2: traversal of structure Up_many; steps = 2*n - 1; n = elements of Up_many 2..92
 *   build_16p#1 + std::*: others
 *   build_16p#2 + build_16p#3: others
 *   visit_16p#1 + visit_16p#2: traversal of structure Vertex; steps = 3*n; n = elements of Vertex 2..92
 *   std::*: any
 *   *::~*: any */
#include <memory>
#include <utility>
#include <vector>

static volatile long sink;

static std::vector<int> build_1p(int n) {
    std::vector<int> a;
    for (int i = 0; i < n; i++) a.push_back(i);
    return a;
}
static long walk_1p(const std::vector<int> &a) {
    long sum = 0;
    for (int x : a) sum += x;
    return sum;
}

struct Link {
    int value = 0;
    std::unique_ptr<Link> next;
};
static std::unique_ptr<Link> build_7p(int n) {
    std::unique_ptr<Link> head;
    for (int i = 0; i < n; i++) {
        auto x = std::make_unique<Link>();
        x->value = i;
        x->next = std::move(head);
        head = std::move(x);
    }
    return head;
}
static long walk_7p(const Link *x) {
    long sum = 0;
    for (; x; x = x->next.get()) sum += x->value;
    return sum;
}
static void free_7p(std::unique_ptr<Link> head) {
    while (head) head = std::move(head->next);
}

template <class T>
struct Shared {
    T value{};
    std::shared_ptr<Shared> next;
};
static std::shared_ptr<Shared<double>> build_8p(int n) {
    std::shared_ptr<Shared<double>> head;
    for (int i = 0; i < n; i++) {
        auto x = std::make_shared<Shared<double>>();
        x->value = i;
        x->next = head;
        head = x;
    }
    return head;
}
static double walk_8p(const Shared<double> *x) {
    double sum = 0;
    for (; x; x = x->next.get()) sum += x->value;
    return sum;
}
static void free_8p(std::shared_ptr<Shared<double>> head) {
    while (head) {
        auto next = std::move(head->next);
        head = std::move(next);
    }
}

struct Shape {
    std::unique_ptr<Shape> next;
    virtual double area() const = 0;
    virtual ~Shape() = default;
};
struct Circle : Shape {
    double radius = 1;
    double area() const override { return 3 * radius * radius; }
};
struct Box : Shape {
    double width = 2, height = 3;
    double area() const override { return width * height; }
};
static std::unique_ptr<Shape> build_9p(int n) {
    std::unique_ptr<Shape> head;
    for (int i = 0; i < n; i++) {
        std::unique_ptr<Shape> x;
        if (i % 2)
            x = std::make_unique<Circle>();
        else
            x = std::make_unique<Box>();
        x->next = std::move(head);
        head = std::move(x);
    }
    return head;
}
static double walk_9p(const Shape *x) {
    double sum = 0;
    for (; x; x = x->next.get()) sum += x->area();
    return sum;
}
static void free_9p(std::unique_ptr<Shape> head) {
    while (head) head = std::move(head->next);
}

struct Tree {
    int key = 0;
    std::unique_ptr<Tree> left, right;
};
static std::unique_ptr<Tree> build_11p(int low, int high) {
    if (low >= high) return nullptr;
    int middle = (low + high) / 2;
    auto t = std::make_unique<Tree>();
    t->key = middle;
    t->left = build_11p(low, middle);
    t->right = build_11p(middle + 1, high);
    return t;
}
static long sum_11p(const Tree *t) {
    return t ? t->key + sum_11p(t->left.get()) + sum_11p(t->right.get()) : 0;
}

struct Up {
    Up *parent = nullptr;
    std::unique_ptr<Up> left, right;
    int key = 0;
};
static std::unique_ptr<Up> build_12p(Up *parent, int low, int high) {
    if (low >= high) return nullptr;
    int middle = (low + high) / 2;
    auto t = std::make_unique<Up>();
    t->key = middle;
    t->parent = parent;
    t->left = build_12p(t.get(), low, middle);
    t->right = build_12p(t.get(), middle + 1, high);
    return t;
}
static long sum_12p(const Up *t) {
    return t ? t->key + sum_12p(t->left.get()) + sum_12p(t->right.get()) : 0;
}

struct Many {
    int value = 0;
    std::vector<std::unique_ptr<Many>> children;
};
static std::unique_ptr<Many> build_13p(int n) {
    auto x = std::make_unique<Many>();
    x->value = n--;
    for (int k = 3; k && n; k--) {
        int part = (n + k - 1) / k;
        x->children.push_back(build_13p(part));
        n -= part;
    }
    return x;
}
static long sum_13p(const Many &x) {
    long sum = x.value;
    for (const auto &c : x.children) sum += sum_13p(*c);
    return sum;
}

struct Up_many {
    Up_many *parent = nullptr;
    std::vector<std::shared_ptr<Up_many>> children;
    int value = 0;
};
static std::shared_ptr<Up_many> build_14p(Up_many *parent, int n) {
    auto x = std::make_shared<Up_many>();
    x->value = n--;
    x->parent = parent;
    for (int k = 3; k && n; k--) {
        int part = (n + k - 1) / k;
        x->children.push_back(build_14p(x.get(), part));
        n -= part;
    }
    return x;
}
static long sum_14p(const Up_many &x) {
    long sum = x.value;
    for (const auto &c : x.children) sum += sum_14p(*c);
    return sum;
}

struct Vertex {
    std::vector<Vertex *> to;
    bool seen = false;
};
static std::vector<std::unique_ptr<Vertex>> build_16p(int n) {
    std::vector<std::unique_ptr<Vertex>> all;
    for (int i = 0; i < n; i++) all.push_back(std::make_unique<Vertex>());
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) all[i]->to.push_back(all[(2 * i + 1 + k) % n].get());
    return all;
}
static int visit_16p(Vertex &v) {
    int found = 1;
    v.seen = true;
    for (Vertex *to : v.to)
        if (!to->seen) found += visit_16p(*to);
    return found;
}

int main() {
    for (int n = 2; n <= 100; n += 9) {
        sink = walk_1p(build_1p(n));
        auto list = build_7p(n);
        sink = walk_7p(list.get());
        free_7p(std::move(list));
        auto shared = build_8p(n);
        sink = walk_8p(shared.get());
        free_8p(std::move(shared));
        auto shapes = build_9p(n);
        sink = walk_9p(shapes.get());
        free_9p(std::move(shapes));
        sink = sum_11p(build_11p(0, n).get());
        sink = sum_12p(build_12p(nullptr, 0, n).get());
        sink = sum_13p(*build_13p(n));
        sink = sum_14p(*build_14p(nullptr, n));
        sink = visit_16p(*build_16p(n)[0]);
    }
}
