/* Prints an account's balance after each payment, summed over all payments so far. */
#include "input.h"

static long *payment;
static size_t n_payments, capacity;
static unsigned long printed;

static long balance(void) {
#ifdef REPAIRED
    static long sum;
    return sum += payment[n_payments - 1];
#else
    long sum = 0;
    for (size_t i = 0; i < n_payments; i++) sum += payment[i];
    return sum;
#endif
}

static void pay(long amount) {
    payment = (long *)more_room(payment, n_payments, &capacity, sizeof *payment);
    payment[n_payments++] = amount;
    printed = 31 * printed + (unsigned long)balance();
}

static long make(long i, long n) {
    (void)n;
    return (long)(mixed(i) % 2001) - 1000;
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, pay);
    printf("%lx\n", printed);
}
