/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * two_size_forms.c: tables.
 *
 * Lower terms are what the loops around and before the innermost one cost: n·m comes with n or m
 * (the outer loop) and 1. The prices only decide between forms that predict about equally well.
 */
#include "model/fit/two_size_forms.h"

enum column {
    ONE,
    N,
    M,
    NM,
    NN,
    MM,
    LN, /* log n */
    LM,
    NLM, /* n log m */
    MLN,
    NLN,
    MLM,
    NNM,
    NMM,
    NMLN, /* n log n m */
    NMLM,
    NNLM,
    MMLN,
    NNMM,
    NNNM,
    NMMM,
};

#define G(x) ORDO_GROWTH_##x
const struct ordo_two_size_column ordo_two_size_columns[ORDO_TWO_SIZE_COLUMNS] = {
    [ONE] = {G(1), G(1)},      [N] = {G(N), G(1)},       [M] = {G(1), G(N)},
    [NM] = {G(N), G(N)},       [NN] = {G(N2), G(1)},     [MM] = {G(1), G(N2)},
    [LN] = {G(LOG), G(1)},     [LM] = {G(1), G(LOG)},    [NLM] = {G(N), G(LOG)},
    [MLN] = {G(LOG), G(N)},    [NLN] = {G(N_LOG), G(1)}, [MLM] = {G(1), G(N_LOG)},
    [NNM] = {G(N2), G(N)},     [NMM] = {G(N), G(N2)},    [NMLN] = {G(N_LOG), G(N)},
    [NMLM] = {G(N), G(N_LOG)}, [NNLM] = {G(N2), G(LOG)}, [MMLN] = {G(LOG), G(N2)},
    [NNMM] = {G(N2), G(N2)},   [NNNM] = {G(N3), G(N)},   [NMMM] = {G(N), G(N3)},
};

unsigned ordo_two_size_swapped(unsigned column) {
    const struct ordo_two_size_column *c = &ordo_two_size_columns[column];
    unsigned other = 0;
    while (ordo_two_size_columns[other].of_n != c->of_m ||
           ordo_two_size_columns[other].of_m != c->of_n)
        other++;
    return other;
}

const struct ordo_two_size_form ordo_two_size_forms[] = {
    {{NM}, 1, {ONE, N, M}, 3, true, false, 0},
    {{NM}, 1, {MM, M, N, ONE}, 4, false, true, 2},
    {{NLM}, 1, {ONE, N, M, LM}, 4, false, false, 0.5},
    {{NNM}, 1, {NM, NN, N, M, ONE}, 5, false, false, 1},
    {{NMLM}, 1, {ONE, NM, N, M}, 4, false, false, 1.5},
    {{NNLM}, 1, {NN, N, M, ONE}, 4, false, false, 2},
    {{NNMM}, 1, {ONE, NM, N, M}, 4, true, false, 2.5},
    {{NNNM}, 1, {ONE, NNM, NM, N}, 4, false, false, 3},
    {{N, M}, 2, {ONE}, 1, true, false, 0},
    {{N, MLM}, 2, {ONE, M}, 2, false, false, 1},
    {{N, MLN}, 2, {ONE, M}, 2, false, false, 1},
    {{NLN, MLM}, 2, {ONE, N, M}, 3, true, false, 1.5},
    {{NLM, MLM}, 2, {ONE, N, M}, 3, false, false, 1.5},
    {{N, MM}, 2, {ONE, M}, 2, false, false, 1.5},
    {{NN, MM}, 2, {ONE, N, M}, 3, true, false, 2},
};
const unsigned ordo_n_two_size_forms = sizeof ordo_two_size_forms / sizeof *ordo_two_size_forms;
