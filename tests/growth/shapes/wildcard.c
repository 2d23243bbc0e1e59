/* Matches a name with a pattern; each star tries every place. */
#include "input.h"

static char *name;
static size_t used, capacity;

static void add_part(char *part) {
    size_t n = strlen(part);
    if (used + n + 1 > capacity) {
        capacity = 2 * (used + n + 1);
        name = (char *)realloc(name, capacity);
    }
    memcpy(name + used, part, n + 1);
    used += n;
}

#ifdef REPAIRED
static bool match(const char *p, const char *s) {
    const char *star = NULL, *from = NULL;
    while (*s) {
        if (*p == '*') {
            star = p++;
            from = s;
        } else if (*p == *s) {
            p++, s++;
        } else if (star) {
            p = star + 1;
            s = ++from;
        } else {
            return false;
        }
    }
    while (*p == '*') p++;
    return !*p;
}
#else
static bool match(const char *p, const char *s) {
    if (*p == '*') {
        for (;; s++) {
            if (match(p + 1, s)) return true;
            if (!*s) return false;
        }
    }
    if (*p != *s) return false;
    return !*p || match(p + 1, s + 1);
}
#endif

static void make(char *line, long i, long n) {
    strcpy(line, mixed(i) % 3 || i == n - 1 ? "a" : "b");
}

int main(int argc, char **argv) {
    lines(argc, argv, make, add_part);
    printf("%d\n", match("*a*b", name));
}
