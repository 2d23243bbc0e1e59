/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * shares.c MODE FILE: reads FILE and works on its lines.
 *
 * small    a look-up that passes over all names before it, a few per cent of the run
 * buffer   the text is read into a buffer that doubles, and its words are counted
 * steps    as `buffer`, and every line is parsed
 * number   works as many times as FILE's text says: its length says nothing
 * nested   a walk over a list that grows, called from a recursion that is entered once
 * ways     a table of fixed size is searched from three places, and searches end early
 * sorted   a list that is walked for each name, and sorted by insertion whenever it has doubled
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEEP __attribute__((noinline))

static char *text;
static size_t used, room;

KEEP static void grow(size_t wanted) {
    while (used + wanted > room) {
        size_t more = room ? 2 * room : 8192;
        char *to = malloc(more);
        for (size_t i = 0; i < used; i++) to[i] = text[i];
        free(text);
        text = to;
        room = more;
    }
}

static void read_all(const char *name) {
    FILE *f = fopen(name, "r");
    if (!f) exit(2);
    for (size_t n = 1; n; used += n) {
        grow(1025);
        n = fread(text + used, 1, 1024, f);
    }
    text[used] = 0;
    fclose(f);
}

KEEP static long count_words(void) {
    long words = 0;
    for (size_t i = 0; i < used; i++)
        words += (text[i] == ' ' || text[i] == '\n') && i && text[i - 1] > ' ';
    return words;
}

struct name {
    unsigned hash;
    struct name *next;
};
static struct name *names;

KEEP static struct name *look_up(unsigned hash) {
    for (int i = 0; i < 20; i++) hash = hash * 31 + (hash >> 7);
    for (struct name *n = names; n; n = n->next)
        if (n->hash == hash) return n;
    return NULL;
}

KEEP static unsigned parse(const char *line, size_t length) {
    unsigned hash = 17;
    for (int pass = 0; pass < 90; pass++)
        for (size_t i = 0; i < length; i++)
            hash = hash % 7 == 3 ? hash * 31 + (unsigned char)line[i] : hash * 33 ^ (unsigned)i;
    return hash;
}

static long lines_of(int look) {
    long found = 0;
    for (char *at = text; *at;) {
        char *end = strchr(at, '\n');
        if (!end) break;
        unsigned hash = parse(at, (size_t)(end - at)) * 2654435761u + (unsigned)(at - text);
        if (look && look_up(hash)) found++;
        if (look) {
            struct name *n = malloc(sizeof *n);
            *n = (struct name){hash, names};
            names = n;
        }
        at = end + 1;
    }
    return found;
}

/* A routine that calls itself for each bracket; all calls of look_up are in the outermost one. */
static long nested(const char **at, int depth) {
    long found = 0;
    for (; **at; ++*at) {
        if (**at == ')') return found;
        if (**at == '(') {
            if (depth == 1) found += look_up(1) != NULL;
            ++*at;
            found += nested(at, depth + 1);
            struct name *n = malloc(sizeof *n);
            *n = (struct name){2, names};
            names = n;
        }
        if (!**at) break;
    }
    return found;
}

#define ROWS 600
static unsigned row[ROWS];

KEEP static int find_row(unsigned key) {
    for (int i = 0; i < ROWS; i++)
        if (row[i] == key) return i;
    return -1;
}
KEEP static int insert(unsigned key) {
    return find_row(key) < 0;
}
KEEP static int update(unsigned key) {
    return find_row(key) + 1;
}
KEEP static int choose(unsigned key) {
    return find_row(key) - 1;
}
KEEP static int execute(unsigned command, unsigned key) {
    return command == 0 ? insert(key) : command == 1 ? update(key) : choose(key);
}

static unsigned order[4096];
KEEP static void sort(unsigned n) {
    for (unsigned i = 0; i < n; i++) order[i] = n - i;
    for (unsigned i = 1; i < n; i++)
        for (unsigned k = i; k && order[k - 1] > order[k]; k--) {
            unsigned x = order[k];
            order[k] = order[k - 1];
            order[k - 1] = x;
        }
}
KEEP static void add(unsigned i) {
    look_up(0);
    struct name *n = malloc(sizeof *n);
    *n = (struct name){1, names};
    names = n;
    if (!(i & (i - 1))) sort(i / 2);
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    const char *mode = argv[1];
    read_all(argv[2]);
    long result = 0;
    if (!strcmp(mode, "small")) result = lines_of(1);
    if (!strcmp(mode, "buffer")) result = count_words();
    if (!strcmp(mode, "steps")) result = lines_of(0) + count_words();
    if (!strcmp(mode, "number"))
        for (int n = 0; n < atoi(text); n++) {
            static struct name each[1000];
            each[n] = (struct name){1, names};
            names = &each[n];
            result += look_up(0) != NULL;
        }
    if (!strcmp(mode, "nested")) {
        const char *at = text;
        result = nested(&at, 0);
    }
    if (!strcmp(mode, "ways")) {
        for (unsigned i = 0; i < ROWS; i++) row[i] = i;
        for (unsigned i = 0; i < 1500; i++) result += execute(i % 3, i * 7919 % ROWS);
    }
    if (!strcmp(mode, "sorted"))
        for (unsigned i = 1; i <= 1024; i++) add(i);
    printf("%ld\n", result);
}
