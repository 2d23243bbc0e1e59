/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cxx_work_lists.cc: Trees that are walked with a stack or a queue of the C++ library. The input is
 * the tree.
 *
 * Algorithms:
 *   main: no data structure
 *   make: construction of structure Node; class = any; n = elements of Node 1..298
 *   std::*: any
 *   with_stack: traversal of structure Node; steps = n; n = elements of Node 1..298
 *   with_vector: traversal of structure Node; steps = n; n = elements of Node 1..298
 *   with_queue: traversal of structure Node; steps = n; n = elements of Node 1..298 */
#include <queue>
#include <stack>
#include <vector>

struct Node {
    int key;
    Node *left = nullptr, *right = nullptr;
    explicit Node(int k) : key(k) {}
};

static volatile long sink;

static Node *make(int low, int high) {
    if (low >= high) return nullptr;
    int middle = (low + high) / 2;
    Node *x = new Node(middle);
    x->left = make(low, middle);
    x->right = make(middle + 1, high);
    return x;
}

static long with_stack(Node *root) {
    std::stack<Node *> s;
    long sum = 0;
    s.push(root);
    while (!s.empty()) {
        Node *x = s.top();
        s.pop();
        sum += x->key;
        if (x->left) s.push(x->left);
        if (x->right) s.push(x->right);
    }
    return sum;
}

static long with_vector(Node *root) {
    std::vector<Node *> s;
    long sum = 0;
    s.push_back(root);
    while (!s.empty()) {
        Node *x = s.back();
        s.pop_back();
        sum += x->key;
        if (x->left) s.push_back(x->left);
        if (x->right) s.push_back(x->right);
    }
    return sum;
}

static long with_queue(Node *root) {
    std::queue<Node *> q;
    long sum = 0;
    q.push(root);
    while (!q.empty()) {
        Node *x = q.front();
        q.pop();
        sum += x->key;
        if (x->left) q.push(x->left);
        if (x->right) q.push(x->right);
    }
    return sum;
}
int main() {
    for (int n = 1; n <= 300; n += 9) {
        Node *root = make(0, n);
        sink = with_stack(root);
        sink = with_vector(root);
        sink = with_queue(root);
    }
}
