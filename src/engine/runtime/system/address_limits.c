/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * address_limits.c: the kernel's hard limit is not lowered, because it could not be raised again
 * when the runtime maps more. The program's own hard limit is kept and enforced here. What the
 * runtime has mapped is read from /proc, again after every new mapping.
 */
#include "address_limits.h"
#include "lock.h"
#include "maps.h"
#include "os.h"
#include "recorded_process.h"
#include "short_text.h"

#include <errno.h>
#include <linux/capability.h>
#include <sys/resource.h>

#define NO_LIMIT UINT64_MAX

static struct limit {
    int which;
    int on;              /* the program has set it */
    uint64_t program[2]; /* what it has set */
    uint64_t own;        /* bytes of the runtime's mappings that count against it */
} limits[] = {{.which = RLIMIT_AS}, {.which = RLIMIT_DATA}};

static uint64_t pending; /* bytes that the runtime's threads are about to map */

#define LIMITS (sizeof limits / sizeof *limits)

static uint64_t sum(uint64_t a, uint64_t b) {
    return a > NO_LIMIT - b ? NO_LIMIT : a + b;
}

/* Measures the runtime's mappings. If /proc cannot be read, the previous values stay. */
static void measure(void) {
    struct ort_maps maps;
    struct ort_map m;
    uint64_t all = 0, data = 0;
    ort_maps_open(&maps);
    while (ort_maps_next(&maps, &m)) {
        if (m.low < ORT_OWN_FIRST || m.high > ORT_OWN_END) continue;
        all += m.high - m.low;
        if (m.writable && !m.shared) data += m.high - m.low;
    }
    ort_maps_close(&maps);
    if (all) limits[0].own = all;
    if (all) limits[1].own = data;
}

/* Sets the kernel's limit that corresponds to the program's: 0 or -errno. */
static long apply(const struct limit *l) {
    uint64_t kernel[2];
    long r = ort_os_limit(0, l->which, NULL, kernel);
    if (r < 0) return r;
    uint64_t own = sum(l->own, pending);
    uint64_t soft = sum(l->program[0], own), hard = sum(l->program[1], own);
    if (l->program[1] > kernel[1]) kernel[1] = hard; /* a raised one */
    kernel[0] = soft < kernel[1] ? soft : kernel[1];
    return ort_os_limit(0, l->which, kernel, NULL);
}

static void apply_all(void) {
    for (uint32_t i = 0; i < LIMITS; i++)
        if (limits[i].on) apply(&limits[i]);
}

/* Raises the limits in advance, so that the runtime never has more bytes mapped than are
 * counted. */
static void before_mapping(uint64_t more) {
    uint64_t saved = ort_lock_take(ORT_LOCK_LIMITS);
    pending += more;
    apply_all();
    ort_lock_drop(ORT_LOCK_LIMITS, saved);
}

static void after_mapping(uint64_t more) {
    uint64_t saved = ort_lock_take(ORT_LOCK_LIMITS);
    measure();
    pending -= more;
    apply_all();
    ort_lock_drop(ORT_LOCK_LIMITS, saved);
}

/* Returns what the kernel would return for the limit `set` if the program's limit `now` were the
 * current one. */
static long judge(const uint64_t *now, const uint64_t *set) {
    if (set[0] > set[1]) return -EINVAL;
    return set[1] > now[1] && !ort_os_capable(CAP_SYS_RESOURCE) ? -EPERM : 0;
}

static long exchange(struct limit *l, const uint64_t *set, uint64_t *old) {
    uint64_t now[2] = {l->program[0], l->program[1]};
    long r = l->on ? 0 : ort_os_limit(0, l->which, NULL, now);
    if (r >= 0 && set) {
        uint64_t wanted[2] = {set[0], set[1]}; /* `old` may be the same memory */
        if ((r = judge(now, wanted)) < 0) return r;
        struct limit before = *l;
        l->program[0] = wanted[0];
        l->program[1] = wanted[1];
        l->on = 1;
        measure();
        if ((r = apply(l)) < 0)
            *l = before;
        else
            ort_os_watch_mappings(before_mapping, after_mapping);
    }
    if (r >= 0 && old) {
        old[0] = now[0];
        old[1] = now[1];
    }
    return r;
}

long ort_limits_exchange(int which, const uint64_t *set, uint64_t *old) {
    struct limit *l = NULL;
    for (uint32_t i = 0; i < LIMITS; i++)
        if (limits[i].which == which && ort_process_is_own()) l = &limits[i];
    if (!l) return ort_os_limit(0, which, set, old);
    uint64_t saved = ort_lock_take(ORT_LOCK_LIMITS);
    long r = exchange(l, set, old);
    ort_lock_drop(ORT_LOCK_LIMITS, saved);
    return r;
}

/* Lowers the hard limit only if it will not have to be raised again, or can be: programs try one
 * path after another. */
void ort_process_hand_on(int surely) {
    int both = surely || ort_os_capable(CAP_SYS_RESOURCE) || !ort_process_is_own();
    for (uint32_t i = 0; i < LIMITS; i++) {
        uint64_t kernel[2];
        if (!limits[i].on || ort_os_limit(0, limits[i].which, NULL, kernel) < 0) continue;
        kernel[0] = limits[i].program[0];
        if (both) kernel[1] = limits[i].program[1];
        ort_os_limit(0, limits[i].which, kernel, NULL);
    }
}

void ort_process_take_back(void) {
    apply_all();
}

/* Appends a command such as "ulimit -S -v 1000;". The shell counts in units of 1,024 bytes. */
static char *append_limit(char *at, const char *end, const char *command, uint64_t limit) {
    if (limit == NO_LIMIT) return at;
    at = ort_append_number(ort_append_text(at, end, command), end, limit / 1024);
    return ort_append_text(at, end, ";");
}

void ort_process_hand_on_by_shell(char text[ORT_SHELL_PREFIX]) {
    static const char *const hard[] = {"ulimit -H -v ", "ulimit -H -d "};
    static const char *const soft[] = {"ulimit -S -v ", "ulimit -S -d "};
    const char *end = text + ORT_SHELL_PREFIX - 1;
    text[0] = 0;
    for (uint32_t i = 0; i < LIMITS; i++) {
        if (!limits[i].on) continue;
        text = append_limit(text, end, soft[i], limits[i].program[0]);
        text = append_limit(text, end, hard[i], limits[i].program[1]);
    }
}
