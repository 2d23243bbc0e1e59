/* Gives names to temporary variables: for each, the numbers are tried from 1. */
#include "index.h"

static struct index taken;
static unsigned long sum;

static void unique_name(const char *base, char *name) {
#ifdef REPAIRED
    static struct index next;
    long *number = index_at(&next, text_key(base));
#else
    long zero = 0, *number = &zero;
#endif
    do sprintf(name, "%s_%ld", base, ++*number);
    while (*index_at(&taken, text_key(name)));
    *index_at(&taken, text_key(name)) = 1;
}

static void declare(char *base) {
    char name[LINE_BYTES + 32];
    unique_name(base, name);
    sum = 31 * sum + text_key(name);
}

static void make(char *line, long i, long n) {
    static const char *const base[] = {"tmp", "i", "result", "it"};
    (void)n;
    strcpy(line, base[mixed(i) % 4]);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, declare);
    printf("%lx\n", sum);
}
