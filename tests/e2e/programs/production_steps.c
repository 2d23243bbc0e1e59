/* production_steps.c: loops with a value that grows or falls by a constant in every iteration, and whose number of
 * iterations is not known in advance. Some of these values wrap. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 4096, LOOPS = 13 };

#include "counted_iterations.h"

struct saved { /* 16 bytes */
    int *at;
    int value;
};
struct entry { /* 24 bytes */
    long key, value, next;
};

static int numbers[LENGTH];
static struct saved stack[LENGTH];
static struct entry table[LENGTH];
static uint16_t halves[LENGTH];
static int kept[LENGTH], n_kept;

/* Goes down a stack, to a mark that is not counted. */
__attribute__((noinline)) static struct saved *restore(struct saved *top) {
    LOOP(0);
    while ((--top)->at) { /* falling pointer */
        ITERATION(0);
        *top->at = top->value;
    }
    return top;
}

__attribute__((noinline)) static long find(const struct entry *e, long key) {
    LOOP(1);
    for (;; e++) { /* struct of 24 bytes */
        if (e->key == key) return e->value;
        ITERATION(1); /* a test before it may leave the loop */
        if (e->next < 0) break;
    }
    return -1;
}

__attribute__((noinline)) static unsigned by_five(unsigned from, unsigned n) {
    unsigned sum = 0;
    LOOP(2);
    for (int i = (int)from; i < LENGTH; i += 5) { /* by five */
        ITERATION(2);
        sum = sum * 3 + (unsigned)numbers[i];
        if (sum % n == 1) break;
    }
    return sum;
}

__attribute__((noinline)) static unsigned down_by_seven(int from, unsigned n) {
    unsigned sum = 0;
    LOOP(3);
    for (int i = from; i >= 0; i -= 7) { /* down by seven */
        ITERATION(3);
        sum = sum * 5 + (unsigned)numbers[i];
        if (sum % n == 1) return sum;
        if (sum % n == 2) return ~sum;
    }
    return sum;
}

/* 256 iterations unless something leaves the loop: then the byte is zero again. */
__attribute__((noinline)) static unsigned all_bytes(const int *a, int end) {
    unsigned char c = 0;
    unsigned sum = 0;
    LOOP(4);
    do { /* byte */
        ITERATION(4);
        sum += (unsigned)a[c] ^ c;
        if (a[c] == end) break;
    } while (++c);
    return sum;
}

__attribute__((noinline)) static unsigned wraps(uint32_t x, uint32_t limit) {
    unsigned sum = 0;
    LOOP(5);
    do { /* wraps */
        ITERATION(5);
        sum ^= x >> 3;
        x += 0x9e3779b9u;
    } while (x >= limit);
    return sum;
}

__attribute__((noinline)) static uint64_t wraps_wide(uint64_t x, uint64_t limit) {
    uint64_t sum = 0;
    LOOP(6);
    do { /* wraps in 64 bits */
        ITERATION(6);
        sum ^= x >> 3;
        x += 0x9e3779b97f4a7c15u;
    } while (x >= limit);
    return sum;
}

/* Its variable takes 8 values in turn. */
__attribute__((noinline)) static uint64_t comes_round(uint64_t x, unsigned n) {
    unsigned char left = (unsigned char)n;
    uint64_t sum = 0;
    LOOP(7);
    do { /* comes round */
        ITERATION(7);
        sum = sum * 3 + (x >> 60);
        x += (uint64_t)1 << 61;
        left = (unsigned char)(left * 5 + 3);
    } while (left != (unsigned char)n && (sum & 0xff) != 7);
    return sum;
}

/* The loop is left before the step, or after it. */
__attribute__((noinline)) static long both_ways(const int *a, int n) {
    long i = 3;
    LOOP(8);
    for (;;) { /* both ways */
        if (a[i] % n == 0) return i;
        ITERATION(8);
        i += 4;
        if (a[i] % n == 1) return -i;
        if (i > LENGTH - 8) break;
    }
    return 0;
}

/* Starts at the beginning and makes few calls. */
__attribute__((noinline)) static long seldom(const int *a, int n) {
    long sum = 0;
    LOOP(9);
    for (long i = 0; i < LENGTH; i++) { /* from zero */
        ITERATION(9);
        if (a[i] % 1021 == n) sum += strtol("12", NULL, 10);
        if (a[i] % 4093 == n) break;
        sum += a[i] & n;
    }
    return sum;
}

__attribute__((noinline)) static long of_chars(const char *s, char end) {
    const char *p = s;
    LOOP(10);
    do { /* characters */
        ITERATION(10);
        p++;
    } while (*p != end);
    return p - s;
}

__attribute__((noinline)) static long nested(const int *a, int n) {
    long found = 0;
    for (int i = 0; i + 400 < LENGTH && found < n; i += 400) {
        LOOP(11);
        for (int k = i; k < i + 400; k += 2) { /* from the outer one's */
            ITERATION(11);
            found += k & 1;
            if (a[k] % 517 == n % 517) {
                found += k;
                break;
            }
        }
    }
    return found;
}

/* Two values grow: a number of elements from where the execution before it ended, and a pointer. */
__attribute__((noinline)) static int keep(const uint16_t *p, unsigned end) {
    int n = n_kept;
    LOOP(12);
    while (*p != end) { /* one and two */
        ITERATION(12);
        kept[n++ % LENGTH] = *p++;
    }
    n_kept = n % LENGTH;
    return n + kept[n % LENGTH];
}

int main(int argc, char **argv) {
    unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 1, seed = 1;
    static char text[LENGTH + 1];
    uint64_t s = 0;
    for (unsigned r = 0; r < rounds; r++) {
        for (unsigned i = 0; i < LENGTH; i++) {
            seed = seed * 1103515245 + 12345;
            numbers[i] = (int)(seed >> 12);
            text[i] = (char)('a' + (seed >> 16) % 26);
            halves[i] = (uint16_t)((seed >> 18) % 31);
            table[i] = (struct entry){(long)i * 3, numbers[i], (long)(seed >> 20) % 900 - 1};
            stack[i] = (struct saved){i % (r % 37 + 2) ? &numbers[(i * 7) % LENGTH] : NULL, (int)i};
        }
        for (unsigned k = 1; k < 8; k++) {
            s = s * 3 + (uint64_t)(restore(stack + LENGTH - k * 100) - stack);
            s = s * 3 + (uint64_t)find(table + k * 50, (long)(k * 50 + r) * 3);
            s = s * 3 + by_five(k * 11, 200) + down_by_seven(LENGTH - (int)k, 300);
            s = s * 3 + all_bytes(numbers + k, numbers[(r * k) % 600]);
            s = s * 3 + wraps(r * k, 1u << 27) + wraps_wide(r * k, (uint64_t)1 << 58);
            s = s * 3 + comes_round(r * k, r) + (uint64_t)both_ways(numbers, (int)k * 97);
            s = s * 3 + (uint64_t)seldom(numbers, (int)(r % 500)) +
                (uint64_t)nested(numbers, (int)r);
            s = s * 3 + (uint64_t)of_chars(text + k, (char)('a' + r % 26));
            s = s * 3 + (uint64_t)keep(halves + k, r % 31);
        }
    }
    printf("%llu\n", (unsigned long long)s);
    print_counts();
    return 0;
}
