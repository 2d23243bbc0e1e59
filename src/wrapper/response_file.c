/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * response_file.c: expands recursively, up to a fixed depth in case a file names itself.
 */
#include "wrapper/response_file.h"
#include "base/memory.h"
#include "base/vector.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_DEPTH = 16 };

static char *read_file(const char *path) {
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode)) return NULL;
    FILE *f = fopen(path, "re");
    if (!f) return NULL;
    char *text = ordo_memory_new((size_t)st.st_size + 1, 1);
    size_t n = fread(text, 1, (size_t)st.st_size, f);
    text[n] = 0;
    fclose(f);
    return text;
}

/* Splits in place, because unquoted words are never longer than their source. */
static void tokenize(char *text, struct ordo_words *out) {
    char *p = text;
    for (;;) {
        while (*p && strchr(" \t\r\n\v\f", *p)) p++;
        if (!*p) return;
        char *word = p, *q = p, quote = 0;
        for (; *p && (quote || !strchr(" \t\r\n\v\f", *p)); p++) {
            if (*p == '\\' && p[1])
                *q++ = *++p;
            else if (quote ? *p == quote : *p == '"' || *p == '\'')
                quote = quote ? 0 : *p;
            else
                *q++ = *p;
        }
        ordo_words_add_bytes(out, word, (size_t)(q - word));
        if (!*p) return;
        p++;
    }
}

static void expand(const char *word, int depth, struct ordo_words *out) {
    char *text = word[0] == '@' && depth < MAX_DEPTH ? read_file(word + 1) : NULL;
    if (!text) {
        ordo_words_add(out, word);
        return;
    }
    struct ordo_words words = {0};
    tokenize(text, &words);
    free(text);
    for (size_t i = 0; i < words.n; i++) expand(words.v[i], depth + 1, out);
    ordo_words_done(&words);
}

void ordo_response_read(char *const *argv, size_t argc, struct ordo_response *out) {
    size_t capacity = 0;
    *out = (struct ordo_response){0};
    for (size_t i = 0; i < argc; i++) {
        size_t before = out->flat.n;
        expand(argv[i], 0, &out->flat);
        out->origin = ordo_vector_reserve(out->origin, &capacity, out->flat.n, sizeof *out->origin);
        for (size_t j = before; j < out->flat.n; j++) out->origin[j] = i;
    }
}

void ordo_response_done(struct ordo_response *r) {
    ordo_words_done(&r->flat);
    free(r->origin);
    *r = (struct ordo_response){0};
}
