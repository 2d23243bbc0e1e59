/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* births.c: local arrays, records with links, and what is passed as void *, in a routine, in a
 * recursion, and of variable
 * length. */
struct node { int value; struct node *next; };
struct plain { int a, b; };
void use(void *);
static int local(int i) {
    int few[3] = {1, 2, 3}, one = 4;
    struct node n;
    struct plain plain;
    use(&n), use(&plain), use(&one);
    return few[i];
}
static int times(int n, struct node *last) {
    struct node here = {n, last};
    return n ? times(n - 1, &here) : 0;
}
static void variable(int n) {
    double row[n];
    for (int i = 0; i < n; i++) row[i] = 0;
    use(row);
}
void use(void *p) { for (int i = 0; i < 1; i++) (void)p; }
int main(int argc, char **argv) {
    variable(5);
    return local(argc) - 2 + times(1, 0);
}
