/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_page.c: includes the bundle through the assembler (make/web.mk makes it, or an empty file).
 */
#include "report/page/html_page.h"

#include <string.h>

__asm__(".section .rodata\n"
        "ordo_html_page_bytes:\n"
        ".incbin \"" ORDO_PAGE_FILE "\"\n"
        "ordo_html_page_end:\n"
        ".byte 0\n"
        ".previous\n");
extern const char ordo_html_page_bytes[] __attribute__((visibility("hidden")));
extern const char ordo_html_page_end[] __attribute__((visibility("hidden")));

struct ordo_html_page ordo_html_page_get(void) {
    static const char mark[] = "<!--ordo:data-->";
    size_t n = (size_t)(ordo_html_page_end - ordo_html_page_bytes);
    const char *at = memmem(ordo_html_page_bytes, n, mark, sizeof mark - 1);
    if (!at) return (struct ordo_html_page){0};
    const char *tail = at + sizeof mark - 1;
    return (struct ordo_html_page){.head = ordo_html_page_bytes,
                                   .n_head = (size_t)(at - ordo_html_page_bytes),
                                   .tail = tail,
                                   .n_tail = (size_t)(ordo_html_page_end - tail)};
}
