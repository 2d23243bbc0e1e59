/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cairo_library.h: the drawing library, loaded only when a figure is asked for: a compiler wrapper
 * that runs a thousand times in a build must not pay for loading it.
 *
 * Errors:  ORDO_ENVIRONMENT if it is not installed
 * Memory:  loaded until the program ends
 * Threads: the first call must not be concurrent with others
 */
#ifndef ORDO_CAIRO_LIBRARY_H
#define ORDO_CAIRO_LIBRARY_H

#include "base/status.h"
#include <cairo-svg.h>
#include <cairo.h>

#define ORDO_CAIRO_FUNCTIONS(FUNCTION)                                                             \
    FUNCTION(arc)                                                                                  \
    FUNCTION(clip)                                                                                 \
    FUNCTION(close_path)                                                                           \
    FUNCTION(create)                                                                               \
    FUNCTION(destroy)                                                                              \
    FUNCTION(fill)                                                                                 \
    FUNCTION(image_surface_create)                                                                 \
    FUNCTION(line_to)                                                                              \
    FUNCTION(move_to)                                                                              \
    FUNCTION(new_path)                                                                             \
    FUNCTION(paint)                                                                                \
    FUNCTION(rectangle)                                                                            \
    FUNCTION(restore)                                                                              \
    FUNCTION(rotate)                                                                               \
    FUNCTION(save)                                                                                 \
    FUNCTION(scale)                                                                                \
    FUNCTION(select_font_face)                                                                     \
    FUNCTION(set_dash)                                                                             \
    FUNCTION(set_font_size)                                                                        \
    FUNCTION(set_line_width)                                                                       \
    FUNCTION(set_source_rgba)                                                                      \
    FUNCTION(show_text)                                                                            \
    FUNCTION(status)                                                                               \
    FUNCTION(status_to_string)                                                                     \
    FUNCTION(stroke)                                                                               \
    FUNCTION(surface_destroy)                                                                      \
    FUNCTION(surface_finish)                                                                       \
    FUNCTION(surface_status)                                                                       \
    FUNCTION(surface_write_to_png_stream)                                                          \
    FUNCTION(svg_surface_create_for_stream)                                                        \
    FUNCTION(text_extents)                                                                         \
    FUNCTION(translate)

/* Has cairo_NAME as member NAME. */
struct ordo_cairo_library {
#define FUNCTION(name) __typeof__(cairo_##name) *name;
    ORDO_CAIRO_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

enum ordo_status ordo_cairo_library_get(const struct ordo_cairo_library **out,
                                        struct ordo_error *error);

#endif
