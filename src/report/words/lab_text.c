/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_text.c: finds a statement's text. Lines are found by counting newlines; columns are bytes.
 */
#include "report/words/lab_text.h"

#include "model/fit/formula.h"
#include "report/words/spoken_name.h"

#include <string.h>

/* Returns the byte at (line, column), or NULL if the text has no such place. */
static const char *find(const char *text, uint32_t line, uint32_t column) {
    for (uint32_t l = 1; l < line; l++) {
        text = strchr(text, '\n');
        if (!text) return NULL;
        text++;
    }
    size_t length = strcspn(text, "\n");
    return column && column - 1 <= length ? text + column - 1 : NULL;
}

void ordo_lab_text_add(struct ordo_text *t, const struct ordo_lab *lab,
                       const struct ordo_lab_statement *s) {
    const char *source = lab->sources[s->file];
    const char *from = source ? find(source, s->line, s->column) : NULL;
    const char *to = source ? find(source, s->end_line, s->end_column) : NULL;
    if (!from || !to || from >= to) {
        ordo_text_print(t, "(%s)", ordo_lab_kind_name(s->kind));
        return;
    }
    struct ordo_text flat = {0};
    for (bool blank = false; from < to; from++) {
        if (strchr(" \t\r\n", *from)) {
            blank = true;
            continue;
        }
        if (blank) ordo_text_add(&flat, " ");
        blank = false;
        ordo_text_add_bytes(&flat, from, 1);
    }
    if (flat.bytes) ordo_spoken_text_add(t, flat.bytes);
    ordo_text_done(&flat);
}

const char *ordo_lab_none_words(const struct ordo_model *m) {
    static const struct {
        enum ordo_model_warning warning;
        const char *words;
    } reasons[] = {{ORDO_MODEL_NO_SIZE, "n is always 0"},
                   {ORDO_MODEL_FEW_SIZES, "too few sizes"},
                   {ORDO_MODEL_NARROW_SIZES, "sizes are too close"},
                   {ORDO_MODEL_CLUSTERED, "sizes form few groups"},
                   {ORDO_MODEL_FALLING, "falls as n grows"},
                   {ORDO_MODEL_NO_RELATION, "does not follow n"},
                   {ORDO_MODEL_AMBIGUOUS, "several classes fit"}};
    if (m->growth != ORDO_GROWTH_NONE) return "";
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (m->warnings & reasons[i].warning) return reasons[i].words;
    return "no class fits";
}

const char *ordo_lab_remedy(enum ordo_model_warning warning) {
    switch (warning) {
    case ORDO_MODEL_FEW_SIZES:
    case ORDO_MODEL_NO_SIZE:
        return "there are too few sizes: raise .to, or lower .step or .ratio";
    case ORDO_MODEL_NARROW_SIZES:
        return "the sizes are too close: raise .to to ten times .from or more";
    case ORDO_MODEL_CLUSTERED:
        return "the sizes form few groups: lower .step or .ratio";
    case ORDO_MODEL_AMBIGUOUS:
        return "several classes fit about equally well: raise .to";
    case ORDO_MODEL_LOG_UNSURE:
        return "the class may or may not have a logarithm: raise .to";
    case ORDO_MODEL_OVERTAKES:
        return "the mean would overtake the worst case: raise .to and .repeat";
    case ORDO_MODEL_LARGEST_DIFFER:
        return "the largest sizes behave differently: raise .to to see how they go on";
    default:
        return ordo_model_warning_remedy(warning);
    }
}
