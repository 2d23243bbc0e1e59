/* Waits for the line that ends a mail: after each line, the whole mail is searched again. */
#include "input.h"

static char *mail;
static size_t used, capacity;
static bool is_complete;

static bool find_end(size_t before) {
#ifdef REPAIRED
    size_t i = before > 3 ? before - 3 : 0;
#else
    size_t i = 0;
    (void)before;
#endif
    for (; i + 3 <= used; i++)
        if (mail[i] == '\n' && mail[i + 1] == '.' && mail[i + 2] == '\n') return true;
    return false;
}

static void receive(char *line) {
    size_t n = strlen(line), before = used;
    if (used + n + 1 > capacity) {
        capacity = 2 * (used + n + 1);
        mail = (char *)realloc(mail, capacity);
    }
    memcpy(mail + used, line, n);
    used += n;
    mail[used++] = '\n';
    if (find_end(before)) is_complete = true;
}

static void make(char *line, long i, long n) {
    if (i == n - 1)
        strcpy(line, ".");
    else
        sprintf(line, "Line %u.", mixed(i) % 5000);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, receive);
    printf("%zu %d\n", used, is_complete);
}
