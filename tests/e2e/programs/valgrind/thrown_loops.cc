/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thrown_loops.cc: exceptions leave a loop, and are caught in the loop around it or outside. */
static int hit;
static void deep(int n) {
    for (int i = 0; i < 10; i++)
        if (i == n) throw n;
}
static void outer(int n) {
    for (int i = 0; i < 5; i++) {
        try {
            deep(n + i);
        } catch (int) {
            hit++;
        }
    }
}
static void away(int n) {
    for (int i = 0; i < 5; i++)
        deep(n + i);
}
int main() {
    for (int n = 0; n < 20; n++) outer(n);
    for (int n = 0; n < 20; n++) {
        try { away(n); } catch (int) { hit++; }
    }
    return hit != 40 + 10;
}
