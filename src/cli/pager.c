/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * pager.c: runs the pager with popen, if the terminal has a known number of lines. SIGPIPE is
 * ignored until it ends, because the user may leave it early.
 */
#include "cli/pager.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const char *command(void) {
    const char *own = getenv("ORDO_PAGER"), *common = getenv("PAGER");
    const char *pager = own ? own : common ? common : "less -FRX";
    return *pager && strcmp(pager, "cat") != 0 ? pager : NULL;
}

FILE *ordo_pager_open(bool wanted) {
    struct winsize size;
    bool screen =
        isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
    const char *pager = wanted && screen ? command() : NULL;
    FILE *out = NULL;
    if (pager) {
        fflush(stdout);
        out = popen(pager, "we");
        if (out) signal(SIGPIPE, SIG_IGN);
    }
    return out ? out : stdout;
}

void ordo_pager_close(FILE *out) {
    if (out == stdout) return;
    pclose(out);
    signal(SIGPIPE, SIG_DFL);
}
