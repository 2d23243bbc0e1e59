/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pair_loops.h: loops that several algorithms of two sizes consist of.
 */
#ifndef BENCH_MODELS_PAIR_LOOPS_H
#define BENCH_MODELS_PAIR_LOOPS_H

#include "models/pairs/pair_algorithm.h"

/* A loop of `rows` iterations around one of `columns`. */
static inline void count_rectangle(size_t rows, size_t columns) {
    for (size_t i = 0; i < rows; i++) {
        STEP;
        for (size_t k = 0; k < columns; k++) STEP;
    }
}

/* `times` triangles: a loop of `rows` iterations around one that begins with `first` iterations and
 * has one more each time. */
static inline void count_triangles(size_t times, size_t rows, size_t first) {
    for (size_t k = 0; k < times; k++) {
        STEP;
        for (size_t i = 0; i < rows; i++) {
            STEP;
            for (size_t j = 0; j < i + first; j++) STEP;
        }
    }
}

#endif
