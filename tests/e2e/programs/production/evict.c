/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* evict.c: a loop that evicts pages, with a search in each iteration. */
struct page { struct page *next, *older; int pinned, home; };
struct cache { struct page *oldest, **home; long pages, room, evicted; };
void drop(struct page *p);
void evict(struct cache *c) {
    while (c->pages > c->room) {
        struct page *p = c->oldest, **at;
        if (p->pinned) break;
        c->oldest = p->older;
        for (at = &c->home[p->home]; *at != p; at = &(*at)->next) {}
        *at = p->next;
        c->pages--;
        drop(p);
    }
    if (!c->pages) c->evicted++;
}
