/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * figure.c: draws the figure on a cairo surface of either kind. The hues are those of Okabe and Ito
 * and the markers differ in shape, so that the figure can be read without colours.
 *
 * The band is the model, turned around the middle of the sizes to the ends of its exponent's
 * interval.
 */
#include "report/figure/figure.h"

#include "model/fit/formula.h"
#include "report/figure/cairo_library.h"
#include "report/figure/plot_axis.h"
#include "report/words/spoken_name.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 720, HEIGHT = 486, LEFT = 76, TOP = 60, RIGHT = 704, BOTTOM = 384, STEPS = 160 };
#define PNG_SCALE 2.0

struct color {
    double r, g, b, a;
};
static const struct color worst_color = {0.835, 0.369, 0, 1}, mean_color = {0, 0.447, 0.698, 1},
                          best_color = {0, 0.565, 0.416, 1}, ink = {0.11, 0.11, 0.12, 1},
                          faint = {0.88, 0.88, 0.86, 1}, zone = {0.94, 0.89, 0.26, 0.18},
                          shade = {0.11, 0.11, 0.12, 0.13};

enum shape { CIRCLE, UP, DOWN };

struct figure {
    const struct ordo_cairo_library *c;
    cairo_t *cr;
    const struct ordo_profile *p;
    const struct ordo_series *series;
    const struct ordo_model *model, *worst;
    struct ordo_plot_axis x, y;
    double factor;           /* of the largest size, for the prediction */
    double first, last, end; /* measured sizes above 0; where the prediction ends */
    unsigned n_keys;
};

static double size_of(const struct figure *f, const struct ordo_point *p) {
    if (!f->series->bucketed || p->sum_n == UINT64_MAX) return (double)p->n;
    return (double)p->sum_n / (double)p->count;
}

static const struct ordo_point *points(const struct figure *f) {
    return f->p->points + f->series->points.first;
}

static void use(const struct figure *f, struct color k) {
    f->c->set_source_rgba(f->cr, k.r, k.g, k.b, k.a);
}

static void text(const struct figure *f, double x, double y, double align, const char *s) {
    cairo_text_extents_t e;
    f->c->text_extents(f->cr, s, &e);
    f->c->move_to(f->cr, x - align * e.x_advance, y);
    f->c->show_text(f->cr, s);
}

static void mark(const struct figure *f, enum shape shape, double x, double y) {
    double s = shape == DOWN ? -1 : 1;
    f->c->new_path(f->cr);
    if (shape == CIRCLE) {
        f->c->arc(f->cr, x, y, 2.9, 0, 2 * M_PI);
    } else {
        f->c->move_to(f->cr, x, y - s * 4);
        f->c->line_to(f->cr, x + 3.7, y + s * 2.8);
        f->c->line_to(f->cr, x - 3.7, y + s * 2.8);
        f->c->close_path(f->cr);
    }
    f->c->fill(f->cr);
}

static void key_place(struct figure *f, double *x, double *y) {
    *x = LEFT + 4 + f->n_keys % 3 * 210;
    *y = BOTTOM + 56 + f->n_keys / 3 * 18;
    f->n_keys++;
}

static void dash(const struct figure *f, double on, double off) {
    double pattern[] = {on, off};
    f->c->set_dash(f->cr, pattern, on > 0 ? 2 : 0, 0);
}

static double worst_of(const struct ordo_point *p) {
    return (double)p->max;
}
static double mean_of(const struct ordo_point *p) {
    return (double)p->sum / (double)p->count;
}
static double best_of(const struct ordo_point *p) {
    return (double)p->min;
}

static void draw_points(struct figure *f, const char *label, struct color k, enum shape shape,
                        double (*of)(const struct ordo_point *)) {
    double x, y;
    use(f, k);
    for (uint64_t i = 0; i < f->series->points.n; i++)
        if (ordo_plot_axis_place(&f->x, size_of(f, &points(f)[i]), &x) &&
            ordo_plot_axis_place(&f->y, of(&points(f)[i]), &y))
            mark(f, shape, x, y);
    key_place(f, &x, &y);
    mark(f, shape, x, y - 4);
    use(f, ink);
    text(f, x + 12, y, 0, label);
}

static double step(const struct figure *f, double from, double to, int i) {
    double t = (double)i / STEPS;
    return f->x.log && from > 0 ? from * pow(to / from, t) : from + (to - from) * t;
}

static void draw_curve(struct figure *f, const struct ordo_model *m, double from, double to) {
    bool open = false;
    if (!(from < to)) return;
    f->c->new_path(f->cr);
    for (int i = 0; i <= STEPS; i++) {
        double n = step(f, from, to, i), x, y;
        bool inside = ordo_plot_axis_place(&f->x, n, &x) &&
                      ordo_plot_axis_place(&f->y, ordo_model_value(m, n), &y);
        if (inside && open)
            f->c->line_to(f->cr, x, y);
        else if (inside)
            f->c->move_to(f->cr, x, y);
        open = inside;
    }
    f->c->stroke(f->cr);
}

static void key_line(struct figure *f, const char *label) {
    double x, y;
    key_place(f, &x, &y);
    f->c->new_path(f->cr);
    f->c->move_to(f->cr, x - 8, y - 4);
    f->c->line_to(f->cr, x + 8, y - 4);
    f->c->stroke(f->cr);
    use(f, ink);
    text(f, x + 12, y, 0, label);
}

/* The model's value when turned to another exponent, limited to the axis. */
static double turned(const struct figure *f, double n, double exponent) {
    double v = ordo_model_value(f->model, n) *
               pow(n / sqrt(f->first * f->last), exponent - f->model->exponent);
    return fmin(fmax(v, f->y.log ? f->y.low : -HUGE_VAL), f->y.high);
}

static void draw_band(struct figure *f) {
    const struct ordo_model *m = f->model;
    double from = fmax(f->first, m->n_break);
    bool open = false;
    if (!m->has_exponent || !(from > 0) || !(from < f->end)) return;
    use(f, shade);
    f->c->new_path(f->cr);
    for (int side = 0; side < 2; side++)
        for (int k = 0; k <= STEPS; k++) {
            double n = step(f, from, f->end, side ? STEPS - k : k), x, y;
            double one = turned(f, n, m->low), other = turned(f, n, m->high);
            ordo_plot_axis_place(&f->x, n, &x);
            if (!ordo_plot_axis_place(&f->y, side ? fmin(one, other) : fmax(one, other), &y))
                continue;
            if (open)
                f->c->line_to(f->cr, x, y);
            else
                f->c->move_to(f->cr, x, y);
            open = true;
        }
    f->c->close_path(f->cr);
    f->c->fill(f->cr);
    double x, y;
    key_place(f, &x, &y);
    f->c->rectangle(f->cr, x - 8, y - 9, 16, 10);
    f->c->fill(f->cr);
    use(f, ink);
    text(f, x + 12, y, 0, "95 % interval of exponent");
}

static bool says_something(const struct ordo_model *m) {
    return m->growth != ORDO_GROWTH_NONE && m->n_terms > 0;
}

static void draw_models(struct figure *f) {
    char label[64];
    f->c->set_line_width(f->cr, 1.8);
    if (says_something(f->worst)) {
        use(f, worst_color);
        dash(f, 1.5, 3);
        draw_curve(f, f->worst, fmax(f->first, f->worst->n_break), f->end);
        snprintf(label, sizeof label, "worst case: %s", ordo_growth_name(f->worst->growth));
        key_line(f, label);
        dash(f, 0, 0);
    }
    if (!says_something(f->model)) return;
    use(f, ink);
    draw_curve(f, f->model, fmax(f->first, f->model->n_break), f->last);
    snprintf(label, sizeof label, "model: %s", ordo_growth_name(f->model->growth));
    key_line(f, label);
    dash(f, 6, 4);
    draw_curve(f, f->model, f->last, f->end);
    key_line(f, "predicted");
    dash(f, 0, 0);
}

static void draw_frame(struct figure *f, const char *metric) {
    double at[ORDO_PLOT_TICKS], x, y;
    char label[ORDO_PLOT_LABEL_BYTES];
    f->c->set_line_width(f->cr, 1);
    if (f->end > f->last && ordo_plot_axis_place(&f->x, f->last, &x)) {
        use(f, zone);
        f->c->rectangle(f->cr, x, TOP, RIGHT - x, BOTTOM - TOP);
        f->c->fill(f->cr);
    }
    int n = ordo_plot_axis_ticks(&f->x, at);
    for (int i = 0; i < n; i++) {
        if (!ordo_plot_axis_place(&f->x, at[i], &x)) continue;
        use(f, faint);
        f->c->move_to(f->cr, x, TOP);
        f->c->line_to(f->cr, x, BOTTOM);
        f->c->stroke(f->cr);
        use(f, ink);
        text(f, x, BOTTOM + 16, 0.5, ordo_plot_axis_label(label, at[i]));
    }
    n = ordo_plot_axis_ticks(&f->y, at);
    for (int i = 0; i < n; i++) {
        if (!ordo_plot_axis_place(&f->y, at[i], &y)) continue;
        use(f, faint);
        f->c->move_to(f->cr, LEFT, y);
        f->c->line_to(f->cr, RIGHT, y);
        f->c->stroke(f->cr);
        use(f, ink);
        text(f, LEFT - 6, y + 4, 1, ordo_plot_axis_label(label, at[i]));
    }
    char title[96];
    bool cells = strcmp(metric, "rms") == 0 || strcmp(metric, "drms") == 0;
    if (cells)
        snprintf(title, sizeof title, "size: %s, %u-byte cells", metric, f->p->cell_bytes);
    else if (strcmp(metric, "input") == 0)
        snprintf(title, sizeof title, "size: input, bytes read");
    else
        snprintf(title, sizeof title, "size: %.80s", metric);
    text(f, (LEFT + RIGHT) / 2.0, BOTTOM + 34, 0.5, title);
    f->c->save(f->cr);
    f->c->translate(f->cr, 16, (TOP + BOTTOM) / 2.0);
    f->c->rotate(f->cr, -M_PI / 2);
    snprintf(title, sizeof title, "cost: %.80s", f->series->cost);
    text(f, 0, 0, 0.5, title);
    f->c->restore(f->cr);
}

static void draw_title(struct figure *f, const struct ordo_profile_scope *s) {
    struct ordo_text name = {0};
    char formula[ORDO_FORMULA_BYTES], line[ORDO_FORMULA_BYTES + 128];
    if (s->kind == ORDO_PROFILE_LOOP) ordo_text_add(&name, "loop ");
    if (s->kind == ORDO_PROFILE_RECURSION) ordo_text_add(&name, "recursion ");
    ordo_spoken_name_add(&name, s->name, true);
    f->c->set_font_size(f->cr, 16);
    if (name.bytes) text(f, LEFT, 26, 0, name.bytes);
    ordo_text_done(&name);
    f->c->set_font_size(f->cr, 12);
    ordo_formula_write(formula, sizeof formula, f->model, "n");
    snprintf(line, sizeof line, "%s: %s", ordo_growth_name(f->model->growth), formula);
    if (f->model->has_exponent)
        snprintf(line + strlen(line), sizeof line - strlen(line),
                 "    exponent %.2f (95 %%: %.2f to %.2f)", f->model->exponent, f->model->low,
                 f->model->high);
    text(f, LEFT, 46, 0, says_something(f->model) ? line : "not enough data to fit");
}

/* Makes the axes cover points, model and prediction. */
static void cover(struct figure *f) {
    double lowest = HUGE_VAL, highest = 0, low_n = HUGE_VAL, high_n = 0;
    for (uint64_t i = 0; i < f->series->points.n; i++) {
        const struct ordo_point *p = &points(f)[i];
        double n = size_of(f, p);
        if (n > 0 && n < low_n) low_n = n;
        if (n > high_n) high_n = n;
    }
    f->first = high_n > 0 ? low_n : 0;
    f->last = high_n;
    bool log = high_n >= 20 * fmax(1, f->first) && f->model->growth != ORDO_GROWTH_EXP;
    f->end = f->last;
    if (says_something(f->model) && log) f->end = f->factor * f->last;
    double least_n = log ? f->first : HUGE_VAL;
    for (uint64_t i = 0; i < f->series->points.n; i++) {
        const struct ordo_point *p = &points(f)[i];
        double n = size_of(f, p), best = (double)p->min;
        if (log && n <= 0) continue;
        least_n = fmin(least_n, n);
        if (!log || best > 0) lowest = fmin(lowest, best);
        highest = fmax(highest, (double)p->max);
    }
    if (f->end > f->last) highest = fmax(highest, ordo_model_value(f->model, f->end));
    if (!(lowest < HUGE_VAL)) lowest = log ? 1 : 0;
    if (!(least_n < HUGE_VAL)) least_n = 0;
    if (!(highest > lowest)) highest = lowest;
    f->x = ordo_plot_axis_cover(least_n, f->end, log);
    f->y = ordo_plot_axis_cover(lowest, highest, log);
    f->x.from = LEFT, f->x.to = RIGHT;
    f->y.from = BOTTOM, f->y.to = TOP;
}

static void draw(struct figure *f, const struct ordo_profile_scope *s) {
    f->c->set_source_rgba(f->cr, 1, 1, 1, 1);
    f->c->paint(f->cr);
    f->c->select_font_face(f->cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    use(f, ink);
    draw_title(f, s);
    draw_frame(f, f->series->metric);
    draw_points(f, "worst", worst_color, UP, worst_of);
    draw_points(f, "average", mean_color, CIRCLE, mean_of);
    draw_points(f, "best", best_color, DOWN, best_of);
    draw_models(f);
    if (says_something(f->model)) draw_band(f);
}

static cairo_status_t put(void *closure, const unsigned char *data, unsigned n) {
    return fwrite(data, 1, n, closure) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

enum ordo_status ordo_figure_kind_of(const char *path, enum ordo_figure_kind *kind,
                                     struct ordo_error *error) {
    const char *dot = strrchr(path, '.');
    if (dot && strcmp(dot, ".svg") == 0) return *kind = ORDO_FIGURE_SVG, ORDO_OK;
    if (dot && strcmp(dot, ".png") == 0) return *kind = ORDO_FIGURE_PNG, ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "%s: not the name of a figure; end it with .svg or .png", path);
}

static enum ordo_status find_series(const struct ordo_analysis *a, uint32_t scope,
                                    const char *metric, uint32_t *out, struct ordo_error *error) {
    const struct ordo_profile *p = a->profile;
    const struct ordo_profile_scope *s = &p->scopes[scope];
    const char *cost = ordo_profile_growth_cost(p, s);
    *out = metric ? ORDO_SERIES_NONE : a->scope[scope].best;
    for (uint64_t k = 0; metric && k < s->series.n; k++) {
        const struct ordo_series *x = &p->series[s->series.first + k];
        if (strcmp(x->cost, cost) == 0 && strcmp(x->metric, metric) == 0)
            *out = (uint32_t)(s->series.first + k);
    }
    if (*out != ORDO_SERIES_NONE) return ORDO_OK;
    if (metric)
        return ordo_error_set(error, ORDO_BAD_INPUT, "%s: the size %s was not measured", s->name,
                              metric);
    return ordo_error_set(
        error, ORDO_BAD_INPUT,
        s->flags & ORDO_PROFILE_FOLDED
            ? "%s: folded: its cost is constant by construction, there is nothing to draw"
            : "%s: has no points, there is nothing to draw",
        s->name);
}

enum ordo_status ordo_figure_write(FILE *out, enum ordo_figure_kind kind,
                                   const struct ordo_analysis *a, uint32_t scope,
                                   const char *metric, struct ordo_error *error) {
    uint32_t series;
    struct figure f = {.p = a->profile, .factor = a->factor};
    ORDO_TRY(find_series(a, scope, metric, &series, error));
    ORDO_TRY(ordo_cairo_library_get(&f.c, error));
    f.series = &a->profile->series[series];
    f.model = &a->series[series].mean;
    f.worst = &a->series[series].worst;
    cover(&f);
    bool png = kind == ORDO_FIGURE_PNG;
    cairo_surface_t *surface =
        png ? f.c->image_surface_create(CAIRO_FORMAT_RGB24, (int)(WIDTH * PNG_SCALE),
                                        (int)(HEIGHT * PNG_SCALE))
            : f.c->svg_surface_create_for_stream(put, out, WIDTH, HEIGHT);
    f.cr = f.c->create(surface);
    if (png) f.c->scale(f.cr, PNG_SCALE, PNG_SCALE);
    draw(&f, &a->profile->scopes[scope]);
    cairo_status_t status = f.c->status(f.cr);
    f.c->destroy(f.cr);
    if (png && status == CAIRO_STATUS_SUCCESS)
        status = f.c->surface_write_to_png_stream(surface, put, out);
    f.c->surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS) status = f.c->surface_status(surface);
    f.c->surface_destroy(surface);
    if (status == CAIRO_STATUS_SUCCESS && fflush(out) == 0 && !ferror(out)) return ORDO_OK;
    return ordo_error_set(error, ORDO_ENVIRONMENT, "the figure cannot be written: %s",
                          status == CAIRO_STATUS_SUCCESS ? strerror(errno)
                                                         : f.c->status_to_string(status));
}
