/* Parses lines such as ((a3)(a4)): each name is looked up in the list of all names so far. */
#include "index.h"

static unsigned long sum;

#ifdef REPAIRED
static struct index names;
static long n_names;

static long number_of(const char *name) {
    long *number = index_at(&names, text_key(name));
    if (!*number) *number = ++n_names;
    return *number;
}
#else
struct name {
    struct name *next;
    char text[16];
    long number;
};
static struct name *names;

static long number_of(const char *name) {
    for (struct name *x = names; x; x = x->next)
        if (strcmp(x->text, name) == 0) return x->number;
    struct name *x = (struct name *)malloc(sizeof *x);
    strcpy(x->text, name);
    x->number = names ? names->number + 1 : 1;
    x->next = names;
    names = x;
    return x->number;
}
#endif

/* Parses a name, or a list of them in parentheses. Returns what follows. */
static const char *parse(const char *at) {
    if (*at == '(') {
        at++;
        while (*at != ')') at = parse(at);
        return at + 1;
    }
    char name[16];
    size_t n = 0;
    while (*at != '(' && *at != ')' && *at != ' ' && *at && n < sizeof name - 1) name[n++] = *at++;
    name[n] = '\0';
    sum = 31 * sum + (unsigned long)number_of(name);
    return *at == ' ' ? at + 1 : at;
}

static void add(char *line) {
    parse(line);
}

static void make(char *line, long i, long n) {
    sprintf(line, "((a%u b%ld)(a%u))", mixed(i) % (unsigned)n, i, mixed(2 * i + 1) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, add);
    printf("%lx\n", sum);
}
