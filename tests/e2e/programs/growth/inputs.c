/* Programs whose input is not read once from its beginning to its end. `sum TABLE DATA`: reads a
 * table that it does not use, then adds up numbers: linear. `pairs TABLE DATA`: the same, and
 * inserts them into a sorted list by walking: quadratic. `fetch FILE`: prints each line, each time
 * reading from the file's beginning: quadratic. `parts FILE`: the same, each hundredth line in a
 * process of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct node {
    long key;
    struct node *next;
};

static struct node *list;

__attribute__((noinline)) static void insert(long key) {
    struct node **at = &list;
    while (*at && (*at)->key < key) at = &(*at)->next;
    struct node *made = malloc(sizeof *made);
    made->key = key, made->next = *at, *at = made;
}

static int use_table(const char *table, const char *data, int inserts) {
    static char kept[1 << 16];
    char line[64];
    long sum = 0;
    FILE *f = fopen(table, "r");
    size_t n = f ? fread(kept, 1, sizeof kept, f) : 0;
    if (f) fclose(f);
    if (!(f = fopen(data, "r"))) return 1;
    while (fgets(line, sizeof line, f)) {
        long x = 0;
        for (const char *c = line; *c && *c != '\n'; c++) x = x * 10 + *c - '0';
        if (inserts) insert(x);
        sum += x;
    }
    fclose(f);
    printf("%zu %ld\n", n, sum);
    return 0;
}

__attribute__((noinline)) static int fetch(const char *file, long number, char *line, int size) {
    int found = 1;
    FILE *f = fopen(file, "r");
    if (!f) return 0;
    for (long i = 0; i <= number && found; i++) found = fgets(line, size, f) != NULL;
    fclose(f);
    return found;
}

static int print_each(const char *file) {
    char line[64];
    size_t length = 0;
    for (long i = 0; fetch(file, i, line, sizeof line); i++) length += strlen(line);
    printf("%zu\n", length);
    return 0;
}

static int in_parts(const char *file) {
    char line[64];
    for (long i = 0; fetch(file, i, line, sizeof line); i += 100) {
        pid_t child = fork();
        int status;
        if (child < 0) return 1;
        if (!child) _exit(!fetch(file, i, line, sizeof line));
        if (waitpid(child, &status, 0) < 0 || status) return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 4) return use_table(argv[2], argv[3], !strcmp(argv[1], "pairs"));
    if (argc != 3) return 2;
    return !strcmp(argv[1], "fetch") ? print_each(argv[2]) : in_parts(argv[2]);
}
