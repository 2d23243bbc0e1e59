/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * valgrind_log.c: searches the logs for errors of Valgrind's core.
 *
 * With Ordo's options, the core writes only if it fails or the program is killed. Messages that
 * begin with one of the strings below are errors of the core.
 */
#include "run/valgrind_log.h"

#include "base/stream.h"
#include "base/text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 3 };

static const char *const failures[] = {"valgrind: ", "VALGRIND INTERNAL ERROR",
                                       "vex: ", "Valgrind's memory management: out of memory"};

bool ordo_valgrind_log_is(const char *name) {
    size_t n = strlen(name);
    return strncmp(name, "valgrind.", 9) == 0 && n > 13 && strcmp(name + n - 4, ".log") == 0;
}

static int is_log(const struct dirent *entry) {
    return ordo_valgrind_log_is(entry->d_name);
}

/* Returns the text after "==PID== " or "--PID-- " and blanks. */
static char *words_of(char *line) {
    line[strcspn(line, "\n")] = 0;
    if (strncmp(line, "==", 2) == 0 || strncmp(line, "--", 2) == 0) {
        char mark[4] = {line[0], line[0], ' ', 0};
        char *end = strstr(line + 2, mark);
        if (end) line = end + 3;
    }
    return line + strspn(line, " ");
}

static bool is_failure(const char *words) {
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
        if (strncmp(words, failures[i], strlen(failures[i])) == 0) return true;
    return false;
}

static char *read_failure(FILE *f) {
    struct ordo_text text = {0};
    char *line = NULL;
    size_t room = 0;
    int n = 0;
    while (n < MOST_LINES && ordo_stream_line(f, &line, &room) > 0) {
        char *words = words_of(line);
        if (n ? !*words : !is_failure(words)) {
            if (n) break;
            continue;
        }
        if (strncmp(words, "valgrind: ", 10) == 0) words += 10;
        if (n++) ordo_text_add(&text, " ");
        ordo_text_add(&text, words);
    }
    free(line);
    if (n) return ordo_text_take(&text);
    ordo_text_done(&text);
    return NULL;
}

struct ordo_valgrind_words ordo_valgrind_log_read(const char *raw_dir) {
    struct ordo_valgrind_words words = {0};
    struct dirent **entries;
    int n = scandir(raw_dir, &entries, is_log, alphasort);
    for (int i = 0; i < n; i++) {
        struct ordo_text path = {0};
        ordo_text_print(&path, "%s/%s", raw_dir, entries[i]->d_name);
        FILE *f = words.text ? NULL : fopen(path.bytes, "re");
        if (f) words.text = read_failure(f);
        if (f) fclose(f);
        ordo_text_done(&path);
        free(entries[i]);
    }
    if (n >= 0) free(entries);
    words.of_instructions = words.text && strstr(words.text, "Unrecognised instruction");
    return words;
}
