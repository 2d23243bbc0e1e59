// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cxx.cc: instances of one template, bases at an offset, virtual calls, smart pointers, mixins.
#include <cstddef>
#include <memory>
#include <new>
#include <utility>
extern "C" void *take(size_t);
namespace ns {
template <class T> struct cell {
    T value;
    cell *next;
};
struct shape {
    shape *above;
    virtual ~shape() {}
    virtual int area() {
        return 0;
    }
};
struct other {
    long a;
};
struct both : other, shape {
    int z;
    int area() override {
        return z;
    }
};
struct expr {
    virtual ~expr() {}
};
struct binary : expr {
    expr *left, *right;
};
struct tree {
    std::unique_ptr<tree> left, right;
};
template <class N> struct hook { N *next; };
struct item : hook<item> {
    int value;
};
} // namespace ns
namespace {
struct hidden {
    hidden *next;
};
} // namespace
template <class T> static T *made() {
    return new (take(sizeof(T))) T();
}
int main() {
    auto *a = made<ns::cell<int>>();
    auto *b = made<ns::cell<float>>();
    a->next = a;
    b->next = b->next;
    ns::both *both = made<ns::both>();
    both->above = both;
    int area = both->above->area();
    ns::binary *sum = made<ns::binary>();
    sum->left = sum;
    ns::item *i = made<ns::item>();
    i->next = i;
    i->value = 1;
    hidden *h = made<hidden>();
    h->next = h;
    return area;
}

//: type ns::cell<int>, 16 bytes linked, 1 slots from 8 0:ns::cell<int>
//: type ns::cell<float>, 16 bytes linked, 1 slots from 8 0:ns::cell<float>
//: type ns::shape, 16 bytes linked, 1 slots from 8 0:ns::shape
//: type ns::binary, 24 bytes linked, 2 slots from 8 0:ns::expr 1:ns::expr
//: type ns::expr, 8 bytes linked
//: type ns::item, 16 bytes linked, 1 slots from 0 0:ns::item
//: type (anonymous)::hidden, 8 bytes linked, 1 slots from 0 0:(anonymous)::hidden
//: made<ns::cell<int> > range_set #1+0 16 bytes
//: made<ns::cell<float> > range_set #2+0 16 bytes
//: main link_write ns::cell<int>[0] #1+0 = #1+0
//: main link_read ns::cell<float>[0] #2+0
//: main link_write ns::cell<float>[0] #2+0 = null
//: made<ns::both> range_set #3+0 32 bytes
//: main link_write ns::shape[0] #3+0 = #3+0
//: main link_read ns::shape[0] #3+0
//: made<ns::binary> range_set #4+0 24 bytes
//: main link_write ns::binary[0] #4+0 = #4+0
//: made<ns::item> range_set #5+0 16 bytes
//: main link_write ns::item[0] #5+0 = #5+0
//: made<(anonymous namespace)::hidden> range_set #6+0 8 bytes
//: main link_write (anonymous)::hidden[0] #6+0 = #6+0
