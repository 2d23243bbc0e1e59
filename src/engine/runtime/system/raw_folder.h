/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_folder.h: the file on disk that this process records into, and its folder.
 *
 * Files are named <folder>/<pid>-<start in nanoseconds>.raw. The folder's path is made absolute and
 * kept in the runtime's own memory, because the program may change its directory and overwrite its
 * environment. No descriptor stays open, except in a process that may no longer be able to open the
 * file again (ort_raw_hold).
 *
 * A process that waits to be asked for a recording (sampling_control.h) records into a file that is
 * in no folder. Such a file has its greatest length from the start, so that no descriptor of it is
 * needed, which the program might close.
 *
 * Errors:  -errno; nothing has changed then.
 * Threads: one at a time (ORT_LOCK_RAW). Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_RAW_FOLDER_H
#define ORT_RAW_FOLDER_H

#include <stdint.h>

struct ort_raw_identity {
    uint64_t device, inode;
    uint64_t in_memory; /* the length of a file that is in no folder; 0: it is in one */
    int held;      /* a descriptor of the file, + 1, which the program may have closed; 0: none */
    char name[64]; /* of the file in the folder */
};

/* The folder's path, up to and including the last slash; the file's name follows it. */
extern char ort_raw_path[1024];

/* Sets the folder to ort_settings.raw_dir, NULL: to none. Returns 0 or -errno. */
long ort_raw_folder_init(void);
/* Sets the folder of the files that are created from now on: an absolute path, or NULL: they are in
 * memory. The process's own file must be in memory, unless `folder` is NULL. Returns 0 or -errno.
 */
long ort_raw_folder_next(const char *folder);
/* Returns the folder's path alone, for messages. */
const char *ort_raw_folder(void);

/* Creates an empty file, describes it in *identity, and returns a descriptor for reading and
 * writing. The process's own file stays the same until ort_raw_identify. */
long ort_raw_create_file(uint64_t start_ns, struct ort_raw_identity *identity);
/* Makes this the process's own file. If a descriptor of the old one was held, a duplicate of `fd`
 * is held instead. */
void ort_raw_identify(const struct ort_raw_identity *identity, int fd);
/* Removes a file that turned out not to be needed. */
void ort_raw_unlink(const struct ort_raw_identity *identity);

/* Returns a new descriptor of the process's own file; -ESTALE if the file of that name is another
 * one. */
long ort_raw_reopen(void);

/* Keeps a descriptor open, because the process is about to change its user or its root
 * directory. */
void ort_raw_hold(void);
/* Closes that descriptor: the process will not use its file any more. */
void ort_raw_let_go(void);

#endif
