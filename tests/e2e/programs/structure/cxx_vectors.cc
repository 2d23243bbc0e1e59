/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cxx_vectors.cc: Vectors: one that grows and is sorted by insertion; and vectors in a vector, the
 * paper's triangle, whose size is the capacity of all its dimensions, n + (0 + 1 + ... + n - 1). Smart
 * pointers in a vector hold shapes of several classes.
 *
 * Algorithms:
 *   main: no data structure
 *   fill: modification of array int; steps = n; n = used 10..300
 *   total: traversal of array int; steps = n; n = used 10..300; reads = n
 *   sort#1 + sort#2: modification of array int; class = n^2; n = used 10..300; coefficient = any
 *   triangle + std::*: modification of array std::vector<*; class = n; n = elements 1..465; coefficient = any
 *   sum_rows#1 + sum_rows#2: traversal of array std::vector<*; steps = n; n = elements 1..465
 *   area: traversal of array std::unique_ptr<*; steps = n; n = used 1..30
 *   gather + std::*: modification of array std::unique_ptr<*; n = elements 1..32; class = n; coefficient = any
 *   std::*: any */
#include <memory>
#include <vector>

struct shape {
    virtual ~shape() {}
    virtual double area() const = 0;
};
struct square : shape {
    double side;
    explicit square(double s) : side(s) {}
    double area() const override { return side * side; }
};
struct circle : shape {
    double radius;
    explicit circle(double r) : radius(r) {}
    double area() const override { return 3.14 * radius * radius; }
};
using shapes = std::vector<std::unique_ptr<shape>>;

static volatile double sink;

static void fill(std::vector<int> &v, int n) {
    for (int i = 0; i < n; i++) v.push_back(i * 7919 % 1009);
}

static long total(const std::vector<int> &v) {
    long s = 0;
    for (int x : v) s += x;
    return s;
}

static void sort(std::vector<int> &v) {
    for (size_t i = 1; i < v.size(); i++)
        for (size_t j = i; j > 0 && v[j - 1] > v[j]; j--) std::swap(v[j - 1], v[j]);
}

static void triangle(std::vector<std::vector<int>> &rows) {
    for (size_t i = 0; i < rows.size(); i++) rows[i].assign(i, 1);
}

static long sum_rows(const std::vector<std::vector<int>> &rows) {
    long s = 0;
    for (const auto &r : rows)
        for (int x : r) s += x;
    return s;
}

static void gather(shapes &v, int n) {
    for (int i = 0; i < n; i++) {
        if (i % 2)
            v.push_back(std::make_unique<square>(i));
        else
            v.push_back(std::make_unique<circle>(i));
    }
}

static double area(const shapes &v) {
    double s = 0;
    for (auto &p : v) s += p->area();
    return s;
}

int main() {
    for (int n = 1; n <= 30; n++) {
        std::vector<int> v;
        fill(v, 10 * n);
        sink = total(v);
        sort(v);
        std::vector<std::vector<int>> rows(n);
        triangle(rows);
        sink = sum_rows(rows);
        shapes s;
        gather(s, n);
        sink = area(s);
    }
}
