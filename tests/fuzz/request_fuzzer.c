/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * request_fuzzer.c: libFuzzer on the reader of HTTP requests: any bytes, split in any way, get
 * exactly one answer.
 */
#include "watch/http_request.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct ordo_http_request whole, parts;
    const char *bytes = (const char *)data;
    memset(&whole, 0, sizeof whole);
    memset(&parts, 0, sizeof parts);
    ordo_http_request_add(&whole, bytes, size);
    size_t cut = size ? data[0] % size : 0;
    ordo_http_request_add(&parts, bytes, cut);
    ordo_http_request_add(&parts, bytes + cut, size - cut);
    if (whole.state != parts.state || whole.n != parts.n) abort();
    if (whole.state != ORDO_HTTP_DONE) return 0;
    if (strcmp(whole.method, parts.method) || strcmp(whole.target, parts.target)) abort();
    if (!whole.host != !parts.host || (whole.host && strcmp(whole.host, parts.host))) abort();
    if (*whole.target != '/' || strlen(whole.target) >= ORDO_HTTP_HEAD_BYTES) abort();
    return 0;
}
