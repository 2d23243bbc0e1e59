/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * html_block.h: one part of the HTML report's data: bytes, deflated (zlib format, RFC 1950) and
 * base64-encoded into an inert script element.
 *
 *     <script type="application/x-ordo" id="ID">BASE64</script>
 *
 * No byte of the data can end the element or is special in HTML: base64 has neither '<' nor '&'.
 *
 * Shapes:  id: [a-z0-9:-]+, unique in the page
 * Errors:  the stream keeps its first error, of `out` or of memory; _end returns it
 * Memory:  the stream belongs to the block; ordo_html_block_end releases it, whatever the outcome
 * Threads: one block, one thread; one open block per `out`
 */
#ifndef ORDO_HTML_BLOCK_H
#define ORDO_HTML_BLOCK_H

#include "base/status.h"
#include <stdio.h>

/* Returns a stream to write the data to. */
FILE *ordo_html_block_begin(FILE *out, const char *id);
enum ordo_status ordo_html_block_end(FILE *block, struct ordo_error *error);

#endif
