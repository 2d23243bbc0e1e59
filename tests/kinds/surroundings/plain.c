/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * plain.c: an ordinary program that does all that life.h has; the case makes its surroundings
 * special.
 */
#include "../../support/programs/life.h"

#include <fcntl.h>
#include <sys/stat.h>

int main(void) {
    struct stat st = {0};
    say("work", plenty());
    grow();
    int fd = open("written", O_WRONLY | O_CREAT, 0666);
    printf("file: %s\n", fd < 0 ? strerror(errno) : "written");
    if (fd >= 0 && fstat(fd, &st) == 0) say("rights", (long)st.st_mode & 0777);
    say("user", (long)getuid());
    live();
    return 7;
}
