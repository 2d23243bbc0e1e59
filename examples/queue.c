/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * queue.c: takes numbers from the front of an array and moves the rest down each time, or not.
 *
 *   queue HOW [N]   HOW: moves, stays. With N it makes N numbers itself; else it reads lines of
 *                   standard input through a buffer of 64 bytes
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int *items;
static size_t used, room;

static void append(int x) {
    if (used == room) items = realloc(items, (room = room ? 2 * room : 16) * sizeof *items);
    items[used++] = x;
}

static int take_and_move(void) {
    int first = items[0];
    for (size_t i = 1; i < used; i++) items[i - 1] = items[i];
    used--;
    return first;
}

static long drain(void) {
    long sum = 0;
    while (used) sum += take_and_move();
    return sum;
}

static long walk(void) {
    long sum = 0;
    for (size_t i = 0; i < used; i++) sum += items[i];
    used = 0;
    return sum;
}

static void read_lines(void) {
    char buffer[64];
    int number = 0;
    for (ssize_t n; (n = read(0, buffer, sizeof buffer)) > 0;) {
        for (ssize_t i = 0; i < n; i++) {
            if (buffer[i] == '\n')
                append(number), number = 0;
            else
                number = 10 * number + buffer[i] - '0';
        }
    }
}

int main(int argc, char **argv) {
    if (argc > 2)
        for (int i = 0, n = atoi(argv[2]); i < n; i++) append(i % 10);
    else
        read_lines();
    printf("%ld\n", strcmp(argv[1], "moves") == 0 ? drain() : walk());
    return 0;
}
