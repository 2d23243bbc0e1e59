/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_folder.h: the file on disk that this process records into, and the folder that it is in.
 *
 * Files are named <folder>/<pid>-<start in nanoseconds>.raw. The folder's path is made absolute and
 * kept in the runtime's own memory, because the program may change its directory and overwrite its
 * environment. No descriptor stays open, except in a process that gave up its right to open the
 * file again (ort_raw_hold).
 *
 * Errors:  -errno; nothing has changed then.
 * Threads: one at a time (ORT_LOCK_RAW). Signal-safe: yes. May allocate: no.
 */
#ifndef ORT_RAW_FOLDER_H
#define ORT_RAW_FOLDER_H

#include <stdint.h>

struct ort_raw_identity {
    uint64_t device, inode;
    int held;      /* a descriptor of the file, + 1; the program may have closed it. 0: none */
    char name[64]; /* in the folder */
};

/* The folder's path, up to and including the last slash; the file's name follows it. */
extern char ort_raw_path[1024];

/* Takes ort_settings.raw_dir for the folder. */
long ort_raw_folder_init(void);
/* The folder's path alone, for messages. */
const char *ort_raw_folder(void);

/* A new empty file, open for reading and writing, which *identity then describes. The process's own
 * file stays what it was (ort_raw_identify). */
long ort_raw_create_file(uint64_t start_ns, struct ort_raw_identity *identity);
/* From now on this is the process's own file. If the old one was held, so is the new one, by a
 * duplicate of `fd`. */
void ort_raw_identify(const struct ort_raw_identity *identity, int fd);
/* Removes a file that was made in vain. */
void ort_raw_unlink(const struct ort_raw_identity *identity);

/* A descriptor of the process's own file. A file of the same name, or a descriptor of the same
 * number, that is not the process's own is -ESTALE. */
long ort_raw_reopen(void);

/* The process is about to become another user, or to get another root: a descriptor is kept. */
void ort_raw_hold(void);
/* The process will not use its file any more. */
void ort_raw_let_go(void);

#endif
