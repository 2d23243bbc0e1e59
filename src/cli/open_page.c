/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cli/open_page.h"

#include "base/memory.h"
#include "run/launch.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum ordo_status ordo_open_page(const char *page, struct ordo_error *error) {
    const char *browser = getenv("BROWSER");
    const char *program = browser && *browser ? browser : "xdg-open";
    char *argv[] = {ordo_memory_copy(program), ordo_memory_copy(page), NULL};
    struct ordo_launch_result result;
    /* Without a browser, xdg-open prints all that it tried; the message below says enough. */
    int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0),
        null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (program != browser && kept >= 0 && null >= 0) dup2(null, STDERR_FILENO);
    enum ordo_status status = ordo_launch(argv, NULL, 0, &result, error);
    if (kept >= 0) dup2(kept, STDERR_FILENO);
    close(kept);
    close(null);
    if (status != ORDO_OK || result.exit_status != 0)
        status = ordo_error_set(error, ORDO_ENVIRONMENT,
                                "%s: cannot be opened by %s: open it yourself, or set BROWSER to a "
                                "browser",
                                page, program);
    free(argv[0]);
    free(argv[1]);
    return status;
}
