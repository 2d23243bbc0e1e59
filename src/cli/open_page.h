/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * open_page.h: a page in the user's browser.
 *
 * Errors:  ORDO_ENVIRONMENT when there is no way to open one
 */
#ifndef ORDO_OPEN_PAGE_H
#define ORDO_OPEN_PAGE_H

#include "base/status.h"

/* page: a file or an address. By the command in BROWSER, else by xdg-open. */
enum ordo_status ordo_open_page(const char *page, struct ordo_error *error);

#endif
