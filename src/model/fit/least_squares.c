/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * least_squares.c: modified Gram-Schmidt with reorthogonalisation, on columns of unit length with
 * y as the last column; then R coef = Q'y by back substitution, and one refinement.
 *
 * Invariant: after step k, the first k columns of q are orthonormal to working precision and
 * columns k+1.. are orthogonal to them. Normal equations are not used, because they square the
 * condition number, which is already 1e7 for n^2 log n, n^2, n log n, n over one decade.
 */
#include "model/fit/least_squares.h"

#include <float.h>
#include <math.h>

/* A column is dependent if no more than this part of its length remains after projection. */
#define DEPENDENT (16 * DBL_EPSILON)
#define MUCH_CANCELLED 0.5

struct factors {
    size_t n, p;
    double *q;                                   /* p vectors of length n, one after the other */
    double r[ORDO_LS_COLUMNS * ORDO_LS_COLUMNS]; /* upper triangle, row-major */
    double scale[ORDO_LS_COLUMNS];
};

static double dot(const double *a, const double *b, size_t n) {
    double s[4] = {0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (size_t k = 0; k < 4; k++) s[k] += a[i + k] * b[i + k];
    for (; i < n; i++) s[0] += a[i] * b[i];
    return (s[0] + s[1]) + (s[2] + s[3]);
}

/* Removes the part along the first k columns from column k. Returns the remaining length. */
static double project_out(struct factors *f, size_t k) {
    size_t n = f->n, p = f->p;
    double *c = f->q + k * n;
    for (size_t j = 0; j < k; j++) {
        const double *q = f->q + j * n;
        double h = dot(q, c, n);
        f->r[j * p + k] += h;
        for (size_t i = 0; i < n; i++) c[i] -= h * q[i];
    }
    return sqrt(dot(c, c, n));
}

static bool factorise(struct factors *f) {
    size_t n = f->n, p = f->p;
    for (size_t k = 0; k < p; k++) {
        double *c = f->q + k * n, length = sqrt(dot(c, c, n));
        if (!(length > 0) || !isfinite(length)) return false;
        f->scale[k] = 1 / length;
        for (size_t i = 0; i < n; i++) c[i] *= f->scale[k];
        for (size_t j = 0; j < k; j++) f->r[j * p + k] = 0;
        double rest = k ? project_out(f, k) : 1;
        if (rest < MUCH_CANCELLED) rest = project_out(f, k);
        if (!(rest > DEPENDENT)) return false;
        f->r[k * p + k] = rest;
        for (size_t i = 0; i < n; i++) c[i] /= rest;
    }
    return true;
}

/* Adds the solution for the right side b, which is overwritten, to coef. */
static void solve(const struct factors *f, double *b, double *coef) {
    size_t n = f->n, p = f->p;
    double z[ORDO_LS_COLUMNS];
    for (size_t k = 0; k < p; k++) {
        const double *q = f->q + k * n;
        z[k] = dot(q, b, n);
        for (size_t i = 0; i < n; i++) b[i] -= z[k] * q[i];
    }
    for (size_t k = p; k-- > 0;) {
        for (size_t j = k + 1; j < p; j++) z[k] -= f->r[k * p + j] * z[j];
        z[k] /= f->r[k * p + k];
    }
    for (size_t k = 0; k < p; k++) coef[k] += z[k] * f->scale[k];
}

static void invert(const struct factors *f, double *out) {
    size_t p = f->p;
    double inverse[ORDO_LS_COLUMNS * ORDO_LS_COLUMNS] = {0};
    for (size_t c = 0; c < p; c++)
        for (size_t k = c + 1; k-- > 0;) {
            double v = k == c;
            for (size_t j = k + 1; j <= c; j++) v -= f->r[k * p + j] * inverse[j * p + c];
            inverse[k * p + c] = v / f->r[k * p + k];
        }
    for (size_t a = 0; a < p; a++)
        for (size_t b = 0; b < p; b++) {
            double v = 0;
            for (size_t j = a > b ? a : b; j < p; j++) v += inverse[a * p + j] * inverse[b * p + j];
            out[a * p + b] = v * f->scale[a] * f->scale[b];
        }
}

/* Writes sqrt(w) (y - x coef) to b. */
static void residuals(const double *x, const double *y, const double *w, size_t n, size_t p,
                      const double *coef, double *b) {
    for (size_t i = 0; i < n; i++) {
        long double r = y[i];
        for (size_t k = 0; k < p; k++) r -= (long double)x[i * p + k] * coef[k];
        b[i] = (double)(w ? r * sqrtl((long double)w[i]) : r);
    }
}

bool ordo_least_squares_fit(const double *x, const double *y, const double *w, size_t n, size_t p,
                            bool refine, double *scratch, double *coef, double *unscaled,
                            double *rss) {
    struct factors f = {.n = n, .p = p, .q = scratch};
    double *b = scratch + n * p;
    if (n < p || !p || p > ORDO_LS_COLUMNS) return false;
    for (size_t i = 0; i < n; i++) {
        double root = w ? sqrt(w[i]) : 1;
        for (size_t k = 0; k < p; k++) f.q[k * n + i] = root * x[i * p + k];
        b[i] = root * y[i];
    }
    if (!factorise(&f)) return false;
    for (size_t k = 0; k < p; k++) coef[k] = 0;
    solve(&f, b, coef);
    if (refine) {
        residuals(x, y, w, n, p, coef, b);
        solve(&f, b, coef);
    }
    if (unscaled) invert(&f, unscaled);
    if (rss) {
        residuals(x, y, w, n, p, coef, b);
        *rss = dot(b, b, n);
        if (!isfinite(*rss)) return false;
    }
    for (size_t k = 0; k < p; k++)
        if (!isfinite(coef[k])) return false;
    return true;
}
