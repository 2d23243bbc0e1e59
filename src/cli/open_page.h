/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * open_page.h: opens a page in the user's browser.
 *
 * Errors:  ORDO_ENVIRONMENT if the browser cannot be run or fails
 */
#ifndef ORDO_OPEN_PAGE_H
#define ORDO_OPEN_PAGE_H

#include "base/status.h"

/* Opens `page`, a file or an address, with the command in BROWSER or else with xdg-open. */
enum ordo_status ordo_open_page(const char *page, struct ordo_error *error);

#endif
