/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw.h: C structures and constants of the raw file; raw.def generates the structures.
 */
#ifndef ORDO_RAW_H
#define ORDO_RAW_H

#include <stdint.h>

typedef uint8_t ordo_raw_u8;
typedef uint16_t ordo_raw_u16;
typedef uint32_t ordo_raw_u32;
typedef uint64_t ordo_raw_u64;
typedef int64_t ordo_raw_i64;

#define RAW_RECORD(name, doc) struct ordo_raw_##name {
#define RAW_FIELD(type, name, doc) ordo_raw_##type name;
#define RAW_ARRAY(type, name, count, doc) ordo_raw_##type name[count];
#define RAW_END(name, bytes)                                                                       \
    }                                                                                              \
    ;                                                                                              \
    _Static_assert(sizeof(struct ordo_raw_##name) == (bytes), "raw.def: size of " #name);
#include "raw.def"

#define ORDO_RAW_MAGIC "ORDORAW"
#define ORDO_RAW_HEADER_BYTES 4096u
#define ORDO_RAW_ALIGN 64u
#define ORDO_RAW_TRUNCATED 0xffffffffu
#define ORDO_RAW_EXACT_POINTS 4096u /* distinct sizes kept exactly per scope and metric */
#define ORDO_RAW_SETTLING_CLASSES 18u /* of sizes of activations that can settle (settling.h) */

enum ordo_raw_kind {
    ORDO_RAW_MODULE = 1,
    ORDO_RAW_SCOPES,
    ORDO_RAW_THREAD,
    ORDO_RAW_STACK,
    ORDO_RAW_POINTS,
    ORDO_RAW_TOTALS,
    ORDO_RAW_CONTEXTS,
    ORDO_RAW_CHILDREN,
    ORDO_RAW_FEATURE,
    ORDO_RAW_CODE,
    ORDO_RAW_COUNTS,
    ORDO_RAW_STEPS,
    ORDO_RAW_TYPE,
    ORDO_RAW_ADVANCE,
    ORDO_RAW_INVOCATIONS,
    ORDO_RAW_NAMES,
    ORDO_RAW_GATES,
    ORDO_RAW_GATE_SCOPES,
    ORDO_RAW_SAMPLES,
    ORDO_RAW_OBSERVATIONS,
    ORDO_RAW_FREE, /* unused space: readers skip it */
};

enum ordo_raw_form {
    ORDO_FORM_STRUCTURE = 1, /* objects that link to each other */
    ORDO_FORM_ARRAY = 2,     /* an array, including arrays that its elements point to */
    ORDO_FORM_SOURCE = 3,    /* a stream that was read */
    ORDO_FORM_SINK = 4,      /* a stream that was written */
};

enum ordo_raw_fact_flag {
    ORDO_FACT_MEASURED = 1, /* the sizes are exact: every activation in the context measured them */
    ORDO_FACT_REPEATED = 2, /* an activation in it accessed the input in more than one step */
    ORDO_FACT_PARTIAL = 4,  /* no input: not all accesses of the context were reported */
    ORDO_FACT_BOUNDED = 8,  /* the sizes were not measured, but no activation in it could have found
                               more elements than the most that the invocation has of the input */
    ORDO_FACT_USED = 16,    /* the elements used are exact, whatever the other sizes are */
};

/* In a GATE_SCOPES block, in the same word as the scope's id: see ordo_gate_flag in abi.h. */
enum ordo_raw_gate_flag {
    ORDO_RAW_GATE_REPEATS = 1u << 31,
    ORDO_RAW_GATE_LIBRARY = 1u << 30,
    ORDO_RAW_GATE_CALLS = 1u << 29,
    ORDO_RAW_GATE_FLAGS = 7u << 29,
};

enum ordo_raw_sample_flag {
    ORDO_SAMPLE_SECOND = 1,     /* the second of a pair: follows a sampled execution of its thread
                                   directly */
    ORDO_SAMPLE_INCOMPLETE = 2, /* it called code that records nothing: no size, no point */
    ORDO_SAMPLE_GIVEN_UP = 4,   /* given up because it took too long: recorded only up to then, no
                                    point */
    ORDO_SAMPLE_LEFT = 8,       /* left by an exception, longjmp or exit: no point */
};

enum ordo_raw_state {
    ORDO_RAW_LIVE = 1,     /* the process is running, or was killed */
    ORDO_RAW_FINISHED = 2, /* exit, _exit or the end of main: totals are complete */
    ORDO_RAW_EXECED = 3,   /* replaced by exec */
};

enum ordo_raw_recurred {
    ORDO_RECURRED = 1,      /* the group was re-entered */
    ORDO_RECURRED_LATE = 2, /* structure builds: the routine recurred although it had been assumed
                               not to; its calls before that were not counted */
};

#define ORDO_RAW_PIPES 8  /* pipes in the header */
#define ORDO_RAW_FILES 16 /* files in the header */

/* Why a process's recording ended before the process did. */
enum ordo_raw_stop {
    ORDO_STOP_NONE = 0,
#define ORDO_STOP(identifier, number, name, text) ORDO_STOP_##identifier = number,
#include "abi/stops.def"
};

enum ordo_raw_metric {
    ORDO_METRIC_RMS = 0,
    ORDO_METRIC_DRMS = 1,
    ORDO_METRIC_DEPTH = 2,
    ORDO_METRIC_INPUT = 3, /* bytes that arrived; a scope without such points had none */
    ORDO_METRIC_ARG = 16,  /* + the argument's index among the size arguments */
};

enum ordo_raw_cost {
    ORDO_COST_BLOCKS = 0,
    ORDO_COST_ITERATIONS = 1,
    ORDO_COST_ALLOCS = 2,
    ORDO_COST_IO_BYTES = 3,
    ORDO_COST_INSTRUCTIONS = 4, /* unmodified binaries */
    ORDO_COST_EVENTS = 5, /* production builds: loops in samples (docs/production.md). Users cannot
                             request this one and those after it */
    ORDO_COST_ALLOCATED = 6, /* bytes of the blocks that were allocated */
    ORDO_COST_PEAK = 7,      /* bytes in use at once, at most, beyond those in use at the entry */
    ORDO_COST_METRICS = 8,
};

/* Returns the lower end of n's bucket, a fixed function of n. Below 256 every n is its own bucket;
 * above, buckets are 1/128 of n wide. */
static inline uint64_t ordo_raw_bucket(uint64_t n) {
    if (n < 256) return n;
    int shift = 63 - __builtin_clzll(n) - 7;
    return n >> shift << shift;
}

/* Returns the FNV-1a hash of the names of raw.def's records and fields, their types and counts. */
static inline uint32_t ordo_raw_layout(void) {
    static const char text[] =
#define RAW_RECORD(name, doc) "{" #name
#define RAW_FIELD(type, name, doc) ";" #type " " #name
#define RAW_ARRAY(type, name, count, doc) ";" #type " " #name "[" #count
#define RAW_END(name, bytes) "}" #bytes
#include "raw.def"
        ;
    uint32_t h = 2166136261u;
    for (uint32_t i = 0; i + 1 < sizeof text; i++) h = (h ^ (uint8_t)text[i]) * 16777619u;
    return h;
}

/* Returns the hash of a block that is written once. The block contains it (`check`), so that a
 * reader does not take damaged names for other names. It covers all 8-byte words of the block
 * except the first (kind and thread) and those whose bit is set in `changing`. */
static inline uint64_t ordo_raw_check(const void *block, uint64_t size, uint64_t changing) {
    uint64_t h = 0xCBF29CE484222325ull, word;
    for (uint64_t i = 1; i < size / 8; i++) {
        if (i < 64 && changing >> i & 1) continue;
        __builtin_memcpy(&word, (const char *)block + 8 * i, sizeof word);
        h = (h ^ word) * 0x9E3779B97F4A7C15ull;
        h ^= h >> 32;
    }
    return h;
}

#define ORDO_RAW_WORD(record, field) (1ull << __builtin_offsetof(struct record, field) / 8)

static inline uint64_t ordo_raw_scopes_check(const struct ordo_raw_scope_table *b) {
    return ordo_raw_check(b, b->size,
                          ORDO_RAW_WORD(ordo_raw_scope_table, descriptors) |
                              ORDO_RAW_WORD(ordo_raw_scope_table, check));
}

static inline uint64_t ordo_raw_module_check(const struct ordo_raw_module *b) {
    return ordo_raw_check(b, b->size, ORDO_RAW_WORD(ordo_raw_module, check));
}

#endif
