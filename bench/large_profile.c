/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * large_profile.c: writes a profile of 50,000 scopes and 1,000,000 points to the given file.
 */
#include "profile/store/store.h"
#include "support/random_profile.h"

#include <stdio.h>

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: large_profile FILE\n");
        return 2;
    }
    struct ordo_profile *p = large_profile(50000, 1000000);
    struct ordo_error e;
    enum ordo_status status = ordo_profile_save(p, argv[1], false, &e);
    if (status != ORDO_OK) fprintf(stderr, "large_profile: %s\n", e.message);
    ordo_profile_free(p);
    return ordo_status_exit(status);
}
