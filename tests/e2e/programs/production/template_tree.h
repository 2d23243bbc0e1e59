/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* template_tree.h: recursions in templates that two files instantiate. */
#include <map>
#include <set>
#include <string>
template <class T> struct tree {
    T key;
    tree *left = nullptr, *right = nullptr;
    explicit tree(T k) : key(k) {}
};
template <class T> int height(const tree<T> *t) {
    if (!t) return 0;
    int l = height(t->left), r = height(t->right);
    return 1 + (l > r ? l : r);
}
template <class T> bool odd(const tree<T> *t);
template <class T> bool even(const tree<T> *t) { return !t || odd(t->left); }
template <class T> bool odd(const tree<T> *t) { return t && even(t->left); }
template <class T> tree<T> *insert(tree<T> *t, T k) {
    if (!t) return new tree<T>(k);
    if (k < t->key) t->left = insert(t->left, k);
    else t->right = insert(t->right, k);
    return t;
}
using sets = std::map<std::string, std::set<int>>;
