/* Known growth that the page must show: insertion_sort is quadratic, scan is linear, and
 * count_down is a recursion. */
#include <stdio.h>
#include <stdlib.h>

static void insertion_sort(int *a, int n) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
        }
}

static long scan(const int *a, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++) sum += a[i];
    return sum;
}

static int count_down(const int *a, int n) {
    return n == 0 ? 0 : 1 + (a[n - 1] > 3) + count_down(a, n - 1);
}

static long try_size(int n) {
    int *a = malloc(sizeof *a * (size_t)n);
    for (int i = 0; i < n; i++) a[i] = n - i;
    insertion_sort(a, n);
    long sum = scan(a, n) + count_down(a, n);
    free(a);
    return sum;
}

int main(void) {
    long sum = 0;
    for (int n = 4; n <= 400; n += n < 40 ? 2 : 12) sum += try_size(n);
    printf("%ld\n", sum);
    return 0;
}
