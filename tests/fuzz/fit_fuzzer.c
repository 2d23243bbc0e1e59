/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fit_fuzzer.c: libFuzzer on the reader of `ordo fit` and on its answers: any input gives one line
 * of JSON without NaN.
 */
#include "report/json/fit_line.h"

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const char *text, size_t n) {
    json_t *answer = n && text[n - 1] == '\n' && !memchr(text, '\n', n - 1)
                         ? json_loadb(text, n, 0, NULL)
                         : NULL;
    if (!json_is_object(answer)) abort();
    if (!json_object_get(answer, "class") && !json_object_get(answer, "error")) abort();
    json_decref(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct ordo_fit_line line;
    struct ordo_error e;
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    if (!f) return 0;
    struct ordo_json_out j = {.out = f};
    enum ordo_status status = ordo_fit_line_read((const char *)data, size, &line, &e);
    if (status == ORDO_OK && line.n > 5000) {
        fclose(f);
    } else {
        if (status == ORDO_OK) ordo_fit_line_answer(&j, &line, NULL);
        if (status != ORDO_OK) ordo_fit_line_fail(&j, &line, 1, e.message);
        fclose(f);
        check(text, n);
    }
    free(text);
    ordo_fit_line_done(&line);
    return 0;
}
