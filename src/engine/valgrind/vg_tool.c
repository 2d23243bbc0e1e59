/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_tool.c: Ordo as a tool of Valgrind.
 *
 * Options: --ordo=NAME=VALUE sets what the compiled engine's runtime reads from environment
 * variable NAME (engine/runtime/system/settings.h). Without a folder for raw files it measures
 * nothing.
 */
#include "pub_tool_basics.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"

#include "vg_events.h"
#include "vg_instrument.h"
#include "vg_state.h"

#include "engine/runtime/system/raw_file.h"

#define MOST_SETTINGS 16

extern char **environ;
static char *settings[MOST_SETTINGS + 1];
static Int n_settings;

static Bool read_option(const HChar *option) {
    const HChar *setting;
    if (!VG_STR_CLO(option, "--ordo", setting)) return False;
    if (n_settings == MOST_SETTINGS) VG_(fmsg_bad_option)(option, "Too many settings.\n");
    settings[n_settings++] = (char *)(Addr)setting;
    return True;
}

static void print_usage(void) {
    VG_(printf)
    ("    --ordo=NAME=VALUE         a setting; given by `ordo record --engine valgrind`\n");
}

static void print_debug_usage(void) {
    VG_(printf)("    (none)\n");
}

/* Puts the name and arguments of the program, not of the tool, into the header. */
static void name_program(void) {
    struct ordo_raw_header *h = ort_raw_header();
    HChar *to = (HChar *)h->command, *end = to + sizeof h->command - 2;
    VG_(memset)(h->exe, 0, sizeof h->exe);
    VG_(client_fname)((HChar *)h->exe, sizeof h->exe, False);
    VG_(memset)(h->command, 0, sizeof h->command);
    const HChar *word = VG_(args_the_exename);
    for (Word i = 0; word && to < end; i++) {
        while (*word && to < end) *to++ = *word++;
        if (to < end) *to++ = 0;
        if (i >= VG_(sizeXA)(VG_(args_for_client))) break;
        word = *(HChar **)VG_(indexXA)(VG_(args_for_client), i);
    }
}

static void begin(void) {
    environ = settings;
    if (ovg_state_init() < 0) return;
    name_program();
}

static void finish(Int status) {
    (void)status;
    ovg_state_save();
}

/* Answers the runtime of instrumented code, which asks whether the process is being recorded. */
static Bool answer(ThreadId tid, UWord *question, UWord *result) {
    (void)tid;
    if (question[0] != ORDO_VALGRIND_REQUEST) return False;
    *result = 1;
    return True;
}

static void declare(void) {
    VG_(details_name)("Ordo");
    VG_(details_version)(ORDO_VERSION);
    VG_(details_description)("how the cost of routines grows with their input");
    VG_(details_copyright_author)("Licensed under the GNU GPL, version 2 or later.");
    VG_(details_bug_reports_to)("the authors of Ordo");
    VG_(basic_tool_funcs)(begin, ovg_instrument, finish);
    VG_(needs_client_requests)(answer);
    VG_(needs_command_line_options)(read_option, print_usage, print_debug_usage);
    VG_(clo_vex_control).guest_chase = False;
    ovg_events_init();
}

VG_DETERMINE_INTERFACE_VERSION(declare)
