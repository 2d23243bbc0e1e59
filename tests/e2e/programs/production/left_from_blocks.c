/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* left_from_blocks.c: loops left by break, return, goto and continue from blocks with variables of
 * their own. Counts its executions and iterations itself. */
#include <stdio.h>
struct page { struct page *older, *next; long pinned; };
struct cache { struct page *oldest, *home; long pages; };
long counts[3][2];
void touch(void *p) { __asm__ volatile("" : : "r"(p) : "memory"); }

__attribute__((noinline)) void evict(struct cache *c, long room) {
    if (c->pages > room) counts[0][0]++;
    while (c->pages > room) { /* break */
        struct page *p = c->oldest, **at = &c->home;
        counts[0][1]++;
        touch(&at);
        if (p->pinned) break;
        c->oldest = p->older;
        c->pages--;
        touch(p);
    }
    touch(c);
}
__attribute__((noinline)) long pinned(struct cache *c, long room) {
    if (c->pages > room) counts[1][0]++;
    while (c->pages > room) { /* return */
        struct page *p = c->oldest;
        counts[1][1]++;
        touch(&p);
        if (p->pinned) return p->pinned;
        c->oldest = p->older;
        c->pages--;
    }
    return 0;
}
__attribute__((noinline)) long odd(struct cache *c, long room) {
    long odd = 0;
    if (c->pages > room) counts[2][0]++;
    for (; c->pages > room; c->pages--) { /* continue */
        struct page *p = c->oldest;
        counts[2][1]++;
        touch(&p);
        c->oldest = p->older;
        if (p->pinned & 1) {
            struct page *q = p->next;
            touch(&q);
            if (p->pinned == 9) goto out;
            if (q) continue;
        }
        odd += p->pinned;
    }
out:
    return odd;
}
int main(void) {
    static struct page pages[1001];
    long sum = 0;
    for (long i = 0; i < 1000; i++) pages[i] = (struct page){&pages[i + 1], i % 3 ? pages : NULL, 0};
    for (long n = 1; n <= 600; n++) {
        pages[n].pinned = n % 5 == 0 ? 3 : n % 7 == 0 ? 9 : 0;
        for (int kind = 0; kind < 3; kind++) {
            struct cache c = {pages, pages, n};
            if (kind == 0) evict(&c, n % 4 ? 0 : n);
            sum += kind == 1 ? pinned(&c, n / 2) : kind == 2 ? odd(&c, n / 3) : c.pages;
        }
    }
    fprintf(stderr, "%ld\n", sum);
    for (int kind = 0; kind < 3; kind++) printf("(%ld, %ld)\n", counts[kind][0], counts[kind][1]);
    return 0;
}
