/* spine.c: measures the levels below each part of a chain. Each part has room for four parts, so
 * that its loop is unrolled and has no gate, and a sample that is given up has seen hardly anything
 * but the way down. */
#include <stdio.h>
#include <stdlib.h>
struct part {
    struct part *of[4];
    int weight;
};
static int levels(const struct part *p) {
    int most = 0;
    if (!p) return 0;
    for (int i = 0; i < 4; i++) {
        int below = levels(p->of[i]);
        if (below > most) most = below;
    }
    return most + 1;
}
static struct part *part(int weight) {
    struct part *p = calloc(1, sizeof *p);
    p->weight = weight;
    return p;
}
int main(int c, char **v) {
    int n = atoi(v[c - 1]);
    struct part *all = part(n), *last = all;
    for (int i = 1; i < n; i++) last = last->of[i % 2] = part(i);
    long sum = 0;
    for (const struct part *p = all; p; p = p->of[p->of[0] ? 0 : 1]) sum += levels(p);
    printf("%ld\n", sum);
}
