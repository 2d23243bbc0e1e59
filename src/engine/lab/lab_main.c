/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * lab_main.c: replaces main in a program of the laboratory (linked with --wrap=main). Without
 * ORDO_LAB_RUN the program's own main runs. The variable's values are:
 *
 *   list   writes a DECLARED record for each input of each experiment
 *   main   runs the program's main and counts until its end, including exit()
 *   EXPERIMENT INPUT SIZE REPEAT SEED
 *          in each repetition, makes the input, calls the function, checks the result and writes
 *          the counts. Only the function is counted
 *
 * Invariant: every finished repetition is in the file before the next one begins. END is there
 * exactly if the run completed; a wrong result and a missing input are also completed runs.
 */
#include "abi/lab_protocol.h"
#include "engine/lab/counts.h"
#include "engine/lab/experiments.h"
#include "engine/lab/result.h"
#include "engine/lab/same_input.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FAILURE = 125 };

int __wrap_main(int argc, char **argv, char **environment);
extern int __real_main(int argc, char **argv, char **environment) __attribute__((weak));

/* The generator and the function agree on the argument's type, which is not known here. */
#if defined __clang__
#define ANY_TYPE __attribute__((no_sanitize("function")))
#else
#define ANY_TYPE
#endif

ANY_TYPE static void *make(const struct ordo_lab_input *input, size_t size, uint64_t seed) {
    return ((olab_make *)input->make)(size, seed);
}

ANY_TYPE static void release(const struct ordo_lab_input *input, void *argument) {
    ((olab_release *)input->release)(argument);
}

static int list(void) {
    uint64_t number = 0;
    if (__real_main) olab_result_word(ORDO_LAB_RECORD_MAIN);
    for (const struct ordo_lab_declaration *d = olab_experiments(); d; d = d->next, number++) {
        const struct ordo_lab_settings *s = &d->settings;
        const char *fault = olab_experiment_fault(d);
        if (fault) {
            fprintf(stderr, "%s:%d: ORDO_EXPERIMENT(%s): %s\n", d->file, d->line, d->function,
                    fault);
            return FAILURE;
        }
        uint64_t ratio = 0, n_inputs = 0;
        if (s->ratio > 0) memcpy(&ratio, &s->ratio, sizeof ratio);
        for (const struct ordo_lab_input *i = d->inputs; i; i = i->next, n_inputs++) {
            olab_result_word(ORDO_LAB_RECORD_DECLARED);
            olab_result_string(d->function);
            olab_result_string(i->name);
            olab_result_word(number);
            olab_result_word(n_inputs);
            olab_result_string(d->file);
            olab_result_word((uint64_t)d->line);
            olab_result_word((uint64_t)s->from);
            olab_result_word((uint64_t)s->to);
            olab_result_word(s->step == ORDO_UNSET_ ? 1 : (uint64_t)s->step);
            olab_result_word((uint64_t)s->repeat);
            olab_result_word(ratio);
        }
    }
    olab_result_word(ORDO_LAB_RECORD_END);
    olab_result_flush();
    return 0;
}

/* Ends the counts, also if the program calls exit(): registered before the program's own
 * handlers. */
static void main_ends(void) {
    FILE *result = olab_result();
    if (!result) return;
    olab_counts_end();
    olab_counts_write(result);
    olab_result_word(ORDO_LAB_RECORD_END);
    olab_result_flush();
}

static int run_main(int argc, char **argv, char **environment) {
    if (!__real_main) {
        fprintf(stderr, "ordo lab: %s has no main: declare an experiment\n", argv[0]);
        return FAILURE;
    }
    if (atexit(main_ends)) {
        fprintf(stderr, "ordo lab: %s: no memory to begin\n", argv[0]);
        return FAILURE;
    }
    olab_counts_begin();
    return __real_main(argc, argv, environment);
}

enum outcome { COUNTED, WRONG, NO_INPUT, UNREPEATABLE };

/* Says what runs next, in case that it ends the program. */
static void begin_phase(enum ordo_lab_phase phase) {
    olab_result_word(ORDO_LAB_RECORD_PHASE);
    olab_result_word(phase);
    olab_result_flush();
}

/* The latest call's counts, copied when it ended, because the check is counted code too. */
static char *counted;
static size_t counted_bytes;

static void call_ends(void) {
    olab_counts_end();
    FILE *f = open_memstream(&counted, &counted_bytes);
    if (!f) return;
    olab_counts_write(f);
    fclose(f);
    begin_phase(ORDO_LAB_PHASE_CHECK);
}

/* Makes the input a second time for the check, which works for inputs of any shape. */
static enum outcome repeat_once(const struct ordo_lab_declaration *d,
                                const struct ordo_lab_input *input, size_t size, uint64_t seed) {
    enum outcome outcome = NO_INPUT;
    void *before = NULL;
    begin_phase(ORDO_LAB_PHASE_MAKE);
    void *argument = make(input, size, seed);
    if (!argument) return NO_INPUT;
    bool twice = d->settings.check || olab_same_input_is_known();
    if (twice) before = make(input, size, seed);
    if (twice && before && !olab_same_input(argument, before)) return UNREPEATABLE;
    if (before || !twice) {
        begin_phase(ORDO_LAB_PHASE_CALL);
        struct ordo_lab_call call = {argument,          before,   size, d->settings.check,
                                     olab_counts_begin, call_ends};
        outcome = d->call(&call) ? COUNTED : WRONG;
    }
    if (!olab_result()) _exit(0); /* a child of a fork that returned from the function */
    if (outcome == COUNTED) fwrite(counted, counted_bytes, 1, olab_result());
    olab_result_flush();
    free(counted);
    counted = NULL;
    begin_phase(ORDO_LAB_PHASE_RELEASE);
    if (before) release(input, before);
    release(input, argument);
    return outcome;
}

static int run_experiment(const struct ordo_lab_declaration *d, const struct ordo_lab_input *input,
                          size_t size, uint64_t repeat, uint64_t seed) {
    for (uint64_t r = 0; r < repeat; r++) {
        uint64_t own_seed = olab_seed(seed, size, r);
        enum outcome outcome = repeat_once(d, input, size, own_seed);
        if (outcome == COUNTED) continue;
        olab_result_word(outcome == WRONG          ? ORDO_LAB_RECORD_WRONG
                         : outcome == UNREPEATABLE ? ORDO_LAB_RECORD_UNREPEATABLE
                                                   : ORDO_LAB_RECORD_NO_INPUT);
        olab_result_word(r);
        olab_result_word(own_seed);
        break;
    }
    olab_result_word(ORDO_LAB_RECORD_END);
    olab_result_flush();
    return 0;
}

static int run_asked(const char *run) {
    uint64_t experiment, input_number, size, repeat, seed;
    char behind;
    if (sscanf(run, "%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 "%c", &experiment,
               &input_number, &size, &repeat, &seed, &behind) != 5) {
        fprintf(stderr, "ordo lab: %s=%s: expected list, main or five numbers\n", ORDO_LAB_ENV_RUN,
                run);
        return FAILURE;
    }
    const struct ordo_lab_declaration *d = olab_experiments();
    for (uint64_t k = 0; d && k < experiment; k++) d = d->next;
    const struct ordo_lab_input *input = d ? d->inputs : NULL;
    for (uint64_t k = 0; input && k < input_number; k++) input = input->next;
    if (!input) {
        fprintf(stderr, "ordo lab: %s=%s: there is no such experiment: list them\n",
                ORDO_LAB_ENV_RUN, run);
        return FAILURE;
    }
    return run_experiment(d, input, (size_t)size, repeat, seed);
}

int __wrap_main(int argc, char **argv, char **environment) {
    const char *run = getenv(ORDO_LAB_ENV_RUN), *path = getenv(ORDO_LAB_ENV_RESULT), *why = NULL;
    if (!run) {
        if (__real_main) return __real_main(argc, argv, environment);
        fprintf(stderr, "ordo lab: %s has experiments and no main: run it by `ordo lab`\n",
                argv[0]);
        return FAILURE;
    }
    if (!path || !olab_result_open(path)) {
        fprintf(stderr, "ordo lab: %s: cannot write the result to %s: %s\n", argv[0],
                path ? path : ORDO_LAB_ENV_RESULT, path ? strerror(errno) : "it is not set");
        return FAILURE;
    }
    if (strcmp(run, "list") == 0) return list();
    if (!olab_counts_open(&why)) {
        fprintf(stderr, "ordo lab: %s: %s\n", argv[0], why);
        return FAILURE;
    }
    char *asked = strdup(run); /* child programs must not write here */
    unsetenv(ORDO_LAB_ENV_RUN);
    unsetenv(ORDO_LAB_ENV_RESULT);
    unsetenv(ORDO_LAB_ENV_PLAN);
    if (!asked) return FAILURE;
    if (strcmp(asked, "main") == 0) return run_main(argc, argv, environment);
    int status = run_asked(asked);
    free(asked);
    return status;
}
