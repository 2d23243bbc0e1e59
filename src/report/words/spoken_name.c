/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * spoken_name.c: shortens names in one pass: skips from a '<' that opens template arguments to its
 * '>'. The characters of operator<, operator->, operator<=> and similar names open no arguments.
 */
#include "report/words/spoken_name.h"

#include <string.h>

enum { LONG = 40 };

size_t ordo_spoken_columns(const char *s) {
    size_t n = 0;
    for (; *s; s++) n += ((unsigned char)*s & 0xc0) != 0x80;
    return n;
}

static void add_character(struct ordo_text *t, const char *s) {
    bool control = (unsigned char)*s < ' ' || *s == 127;
    ordo_text_add_bytes(t, control ? "?" : s, 1);
}

void ordo_spoken_text_add(struct ordo_text *t, const char *s) {
    for (; *s; s++) add_character(t, s);
}

/* Returns the end of the template arguments that begin at s. */
static const char *skip_arguments(const char *s) {
    size_t depth = 0;
    for (; *s; s++) {
        if (*s == '<') depth++;
        if (*s == '>' && s[-1] != '-' && --depth == 0) return s + 1;
    }
    return s;
}

/* Returns the number of characters of the operator's sign at s, after the word `operator`. A '<'
 * that opens the operator's own template arguments does not count (`operator<<char>`, `operator<<
 * <int>`). */
static size_t sign_length(const char *s) {
    static const char *const signs[] = {"<<=", ">>=", "<=>", "->*", "<<", ">>",
                                        "<=",  ">=",  "->",  "<",   ">",  NULL};
    for (size_t i = 0; signs[i]; i++) {
        size_t n = strlen(signs[i]);
        if (strncmp(s, signs[i], n) != 0) continue;
        bool opens = n == 2 && s[1] == '<' && (s[2] && !strchr("( <", s[2]));
        return opens ? 1 : n;
    }
    return 0;
}

void ordo_spoken_name_add(struct ordo_text *t, const char *name, bool ascii) {
    static const char word[] = "operator";
    enum { WORD = sizeof word - 1 };
    if (ordo_spoken_columns(name) <= LONG) {
        ordo_spoken_text_add(t, name);
        return;
    }
    for (const char *s = name; *s;) {
        if (s - name >= WORD && memcmp(s - WORD, word, WORD) == 0) {
            size_t n = sign_length(s);
            ordo_text_add_bytes(t, s, n);
            s += n;
            if (n) continue;
        }
        if (*s == '<') {
            ordo_text_add(t, ascii ? "<...>" : "<\xe2\x80\xa6>");
            s = skip_arguments(s);
        } else {
            add_character(t, s++);
        }
    }
}
