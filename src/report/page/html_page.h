/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_page.h: the page of the HTML report: one HTML document, bundled from web/ when Ordo is
 * built, with a mark for the place of the data.
 *
 * Shapes:  empty if the bundler was not available to the build; otherwise `mark` is in `bytes`
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

/* Returns the page; all zero if this build has none. */
struct ordo_html_page ordo_html_page_get(void);

#endif
