/* Joins orders with customers: for each order, all customers are searched. */
#include "index.h"

struct row {
    long customer, amount;
};
static struct row *customer, *order;
static size_t n_customers, n_orders, n_rows, capacity;

static void add_row(char *line) {
    struct row r;
    if (n_rows == capacity) {
        capacity = capacity ? 2 * capacity : 16;
        customer = (struct row *)realloc(customer, capacity * sizeof *customer);
        order = (struct row *)realloc(order, capacity * sizeof *order);
    }
    n_rows++;
    char kind = line[0];
    r.customer = strtol(line + 1, &line, 10);
    r.amount = strtol(line, NULL, 10);
    if (kind == 'c')
        customer[n_customers++] = r;
    else
        order[n_orders++] = r;
}

static void join(void) {
#ifdef REPAIRED
    struct index x = {0};
    for (size_t i = 0; i < n_customers; i++)
        *index_at(&x, (unsigned long)customer[i].customer) = (long)i + 1;
    for (size_t k = 0; k < n_orders; k++) {
        long i = *index_at(&x, (unsigned long)order[k].customer);
        if (i) customer[i - 1].amount += order[k].amount;
    }
#else
    for (size_t k = 0; k < n_orders; k++)
        for (size_t i = 0; i < n_customers; i++)
            if (customer[i].customer == order[k].customer) customer[i].amount += order[k].amount;
#endif
}

static void make(char *line, long i, long n) {
    if (i % 3 == 0)
        sprintf(line, "c%ld 0", i / 3);
    else
        sprintf(line, "o%u %u", mixed(i) % (unsigned)n, mixed(-i) % 100);
}

int main(int argc, char **argv) {
    long sum = 0;
    lines(argc, argv, make, add_row);
    join();
    for (size_t i = 0; i < n_customers; i++) sum = (31 * sum + customer[i].amount) % 1000003;
    printf("%ld\n", sum);
}
