/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_page.h: the front end of the HTML report, one HTML document bundled from web/ when Ordo is
 * built, with a mark where the data goes.
 *
 * Shapes:  empty when the build had no way to the bundler; else `mark` lies inside `bytes`
 * Memory:  constant data of the program
 * Threads: pure
 */
#ifndef ORDO_HTML_PAGE_H
#define ORDO_HTML_PAGE_H

#include <stddef.h>

struct ordo_html_page {
    const char *head, *tail; /* before and after the data */
    size_t n_head, n_tail;
};

/* All zero when this build has no page. */
struct ordo_html_page ordo_html_page_get(void);

#endif
