/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * temporary.h: a temporary directory for each test.
 */
#ifndef TEMPORARY_H
#define TEMPORARY_H

/* cmocka setup and teardown: *state is the directory's path. Teardown removes the directory and
 * its files. */
int temporary_setup(void **state);
int temporary_teardown(void **state);

/* Returns DIRECTORY/NAME in one of a few static buffers. */
const char *temporary_path(void **state, const char *name);

/* Returns the number of files in the directory. */
int temporary_count(void **state);

#endif
