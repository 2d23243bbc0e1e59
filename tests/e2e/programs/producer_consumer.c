/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * producer_consumer.c: input that arrives while a routine runs: from another thread, one value at a time in one
 * cell, and from the kernel, one block at a time in one buffer. rms counts the cell or the buffer once; drms
 * counts every value that arrived (Coppa and others, CGO 2014, figures 1 and 2).
 *
 * expect cell=8: sizes("consumer") == {1: 1}
 * expect cell=8: sizes("consumer", "drms") == {20: 1}
 * expect cell=8: sizes("stream_reader") == {0: 1}
 * expect cell=8: sizes("stream_reader", "drms") == {30 * 4: 1}
 * expect cell=8: sizes("own_writer") == {0: 1}
 * expect cell=8: sizes("own_writer", "drms") == {0: 1}
 * expect cell=4: sizes("stream_reader", "drms") == {30 * 8: 1}
 */
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <unistd.h>

enum { VALUES = 20, BLOCKS = 30 };

static sem_t empty, full;
static long shared;
static long buffer[4];

long consumer(void) {
    long sum = 0;
    for (int i = 0; i < VALUES; i++) {
        sem_wait(&full);
        sum += shared;
        sem_post(&empty);
    }
    return sum;
}

static void *producer(void *unused) {
    (void)unused;
    for (int i = 1; i <= VALUES; i++) {
        sem_wait(&empty);
        shared = i;
        sem_post(&full);
    }
    return NULL;
}

long stream_reader(int fd) {
    long sum = 0;
    for (int i = 0; i < BLOCKS; i++) {
        if (read(fd, buffer, sizeof buffer) != sizeof buffer) return -1;
        for (int k = 0; k < 4; k++) sum += buffer[k];
    }
    return sum;
}

/* A thread's own writes are not input to it, however often it reads them. */
long own_writer(void) {
    static long cell;
    long sum = 0;
    for (int i = 0; i < VALUES; i++) {
        cell = i;
        sum += cell;
    }
    return sum;
}

int main(void) {
    pthread_t thread;
    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    pthread_create(&thread, NULL, producer, NULL);
    long sum = consumer();
    pthread_join(thread, NULL);
    int fd = open("/dev/zero", O_RDONLY);
    long read_sum = stream_reader(fd);
    close(fd);
    return sum == VALUES * (VALUES + 1) / 2 && read_sum == 0 &&
                   own_writer() == VALUES * (VALUES - 1) / 2
               ? 0
               : 1;
}
