/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "workloads/workload_plan.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

char *ordo_trend_plan_fill(const struct ordo_trend_plan *p, const struct ordo_plan_workload *w,
                           const char *word, const char *file) {
    struct ordo_text t = {0};
    while (*word) {
        const char *value = NULL;
        size_t taken = 1;
        if (file && word[0] == '{' && word[1] == '}') {
            value = file;
            taken = 2;
        }
        for (size_t s = 0; !value && *word == '{' && s < p->scan_names.n; s++) {
            size_t n = strlen(p->scan_names.v[s]);
            if (strncmp(word + 1, p->scan_names.v[s], n) != 0 || word[1 + n] != '}') continue;
            value = w->texts[s];
            taken = n + 2;
        }
        if (value)
            ordo_text_add(&t, value);
        else
            ordo_text_add_bytes(&t, word, 1);
        word += taken;
    }
    return ordo_text_take(&t);
}
