/* Sorts numbers in random order by quicksort: the cost is the number times the recursion's depth.
 */
#include "input.h"

static int *number;
static size_t n_numbers, capacity;

static void sort(int *a, int n) {
    if (n < 2) return;
    int pivot = a[n / 2], low = 0, high = n - 1;
    while (low <= high) {
        while (a[low] < pivot) low++;
        while (a[high] > pivot) high--;
        if (low > high) break;
        int x = a[low];
        a[low++] = a[high];
        a[high--] = x;
    }
    sort(a, high + 1);
    sort(a + low, n - low);
}

static void add(long value) {
    number = (int *)more_room(number, n_numbers, &capacity, sizeof *number);
    number[n_numbers++] = (int)value;
}

static long make(long i, long n) {
    static unsigned state = 1;
    (void)i, (void)n;
    return (state = state * 1664525 + 1013904223) >> 4;
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, add);
    sort(number, (int)n_numbers);
    printf("%d %d\n", number[0], number[n_numbers / 2]);
}
