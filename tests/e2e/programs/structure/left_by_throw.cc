/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* left_by_throw.cc: half of the calls leave their routine by an exception; nothing recurs. */
static void leaves(int i) { if (i & 1) throw i; }
static void (*volatile inner)(int) = leaves;
void outer(int i) { inner(i); for (volatile int k = 0; k < 3; k++) {} }
static void (*volatile go)(int) = outer;
int main() {
    for (volatile int i = 0; i < 20; i++)
        try { go(i); } catch (int) {}
    return 0;
}
