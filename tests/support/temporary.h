/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * temporary.h: a directory of a test's own.
 */
#ifndef TEMPORARY_H
#define TEMPORARY_H

/* cmocka setup and teardown: *state is the directory's path. Teardown removes it with the files in
 * it. */
int temporary_setup(void **state);
int temporary_teardown(void **state);

/* DIRECTORY/NAME in one of a few static buffers. */
const char *temporary_path(void **state, const char *name);

/* How many files the directory holds. */
int temporary_count(void **state);

#endif
