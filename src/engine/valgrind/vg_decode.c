/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_decode.c: finds the length of an instruction from tables of opcodes.
 *
 * An instruction has prefixes, an opcode, ModRM with SIB and displacement, and an immediate. The
 * tables have a letter per opcode for what follows it:
 *     .  nothing
 *     m  ModRM
 *     b  imm8
 *     z  imm16 or imm32
 *     w  imm16
 *     B  ModRM imm8
 *     Z  ModRM immz
 *     v  imm64 with REX.W, else immz
 *     q  an address
 *     e  imm16 imm8
 *     g  ModRM, and imm8 for its /0 and /1
 *     G  ModRM, and immz for its /0 and /1
 *     x  not an instruction
 * Maps 2 and 3 (0F 38, 0F 3A) and the maps of VEX, EVEX and XOP have ModRM, with few exceptions.
 */
#include "vg_decode.h"

static const char one_byte[257] = "mmmmbzxx"
                                  "mmmmbzxx"
                                  "mmmmbzxx"
                                  "mmmmbzxx"
                                  "mmmmbzxx"
                                  "mmmmbzxx"
                                  "mmmmbzxx"
                                  "mmmmbzxx"
                                  "................" /* 40: REX */
                                  "................"
                                  "xxxmxxxxzZbB...." /* 60 */
                                  "bbbbbbbbbbbbbbbb" /* 70: branches */
                                  "BZxBmmmmmmmmmmmm" /* 80 */
                                  "..........x....." /* 90 */
                                  "qqqq....bz......" /* a0 */
                                  "bbbbbbbbvvvvvvvv" /* b0 */
                                  "BBw.xxBZe.w..bx." /* c0 */
                                  "mmmmxxx.mmmmmmmm" /* d0 */
                                  "bbbbbbbbzzxb...." /* e0 */
                                  "x.xx..gG......mm" /* f0 */;

static const char two_bytes[257] = "mmmm......x.xm.B" /* 0f 00 */
                                   "mmmmmmmmmmmmmmmm"
                                   "mmmmxxxxmmmmmmmm" /* 20 */
                                   "........x.xxxxxx" /* 30 */
                                   "mmmmmmmmmmmmmmmm"
                                   "mmmmmmmmmmmmmmmm"
                                   "mmmmmmmmmmmmmmmm" /* 60 */
                                   "BBBBmmm.mmmmmmmm"
                                   "zzzzzzzzzzzzzzzz" /* 80: branches */
                                   "mmmmmmmmmmmmmmmm"
                                   "...mBmxx...mBmmm" /* a0 */
                                   "mmmmmmmmmmBmmmmm"
                                   "mmBmBBBm........" /* c0 */
                                   "mmmmmmmmmmmmmmmm"
                                   "mmmmmmmmmmmmmmmm" /* e0 */
                                   "mmmmmmmmmmmmmmmm";

struct reading {
    const uint8_t *code;
    uint64_t size, at;
    int is_short, is_wide, is_address32; /* prefixes 66, REX.W, 67 */
};

static int peek(const struct reading *r) {
    return r->at < r->size ? r->code[r->at] : -1;
}

/* Skips ModRM, SIB and displacement. Returns ModRM's reg field, or -1 if the code ends first. */
static int skip_modrm(struct reading *r) {
    int m = peek(r);
    if (m < 0) return -1;
    r->at++;
    int mod = m >> 6, rm = m & 7;
    if (mod == 3) return m >> 3 & 7;
    if (rm == 4) {
        int sib = peek(r);
        if (sib < 0) return -1;
        r->at++;
        if (mod == 0 && (sib & 7) == 5) r->at += 4;
    } else if (mod == 0 && rm == 5) {
        r->at += 4;
    }
    if (mod == 1) r->at += 1;
    if (mod == 2) r->at += 4;
    return m >> 3 & 7;
}

/* Skips what the letter describes. Returns -1 if it is not an instruction. */
static int skip_operands(struct reading *r, char letter) {
    const uint64_t z = r->is_short && !r->is_wide ? 2 : 4;
    int reg;
    switch (letter) {
    case '.':
        return 0;
    case 'b':
        r->at += 1;
        return 0;
    case 'w':
        r->at += 2;
        return 0;
    case 'e':
        r->at += 3;
        return 0;
    case 'z':
        r->at += z;
        return 0;
    case 'v':
        r->at += r->is_wide ? 8 : z;
        return 0;
    case 'q':
        r->at += r->is_address32 ? 4 : 8;
        return 0;
    case 'm':
    case 'B':
    case 'Z':
        if (skip_modrm(r) < 0) return -1;
        r->at += letter == 'B' ? 1 : letter == 'Z' ? z : 0;
        return 0;
    case 'g':
    case 'G':
        if ((reg = skip_modrm(r)) < 0) return -1;
        if (reg < 2) r->at += letter == 'g' ? 1 : z;
        return 0;
    default:
        return -1;
    }
}

/* Skips an opcode of a map that VEX, EVEX or XOP selects. */
static int skip_vector(struct reading *r, int map) {
    int opcode = peek(r);
    if (opcode < 0) return -1;
    r->at++;
    if (map == 1 && opcode == 0x77) return 0;
    if (skip_modrm(r) < 0) return -1;
    if (map == 3 || map == 8) r->at += 1;
    if (map == 10) r->at += 4;
    if (map == 1 && ((opcode >= 0x70 && opcode <= 0x73) || opcode == 0xc2 ||
                     (opcode >= 0xc4 && opcode <= 0xc6)))
        r->at += 1;
    return 0;
}

static int32_t displacement(const struct reading *r, uint64_t bytes) {
    const uint8_t *p = r->code + r->at - bytes;
    if (bytes == 1) return (int8_t)p[0];
    return (int32_t)(p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);
}

static void go_to(struct ovg_instruction *i, const struct reading *r, enum ovg_flow_kind kind,
                  uint64_t bytes, uint64_t address) {
    i->kind = kind;
    i->target = address + r->at + (uint64_t)(int64_t)displacement(r, bytes);
}

/* Decodes 0F and what follows. Near branches have 32-bit displacements whatever the prefixes
 * are. */
static int decode_two(struct reading *r, struct ovg_instruction *i, uint64_t address) {
    int opcode = peek(r);
    if (opcode < 0) return -1;
    r->at++;
    if (opcode == 0x38 || opcode == 0x3a) {
        r->at++;
        if (skip_modrm(r) < 0) return -1;
        r->at += opcode == 0x3a;
        return 0;
    }
    if (opcode >= 0x80 && opcode < 0x90) {
        r->at += 4;
        if (r->at <= r->size) go_to(i, r, OVG_BRANCH, 4, address);
        return 0;
    }
    if (opcode == 0x0b || opcode == 0xb9 || opcode == 0xff) i->kind = OVG_NOWHERE; /* ud */
    if (opcode == 0x1f) i->is_padding = 1;
    return skip_operands(r, opcode == 0x0b ? '.' : two_bytes[opcode]);
}

static int decode_one(struct reading *r, struct ovg_instruction *i, int opcode, uint64_t address) {
    int has_near = opcode == 0xe8 || opcode == 0xe9;
    if (opcode == 0xff || opcode == 0x8f) {
        int reg = r->at < r->size ? r->code[r->at] >> 3 & 7 : 0;
        if (opcode == 0xff && (reg == 4 || reg == 5)) i->kind = OVG_INDIRECT;
    }
    if (has_near) {
        r->at += 4;
    } else if (skip_operands(r, one_byte[opcode]) < 0) {
        return -1;
    }
    if (r->at > r->size) return -1;
    if ((opcode >= 0x70 && opcode < 0x80) || (opcode >= 0xe0 && opcode <= 0xe3))
        go_to(i, r, OVG_BRANCH, 1, address);
    else if (opcode == 0xe9)
        go_to(i, r, OVG_JUMP, 4, address);
    else if (opcode == 0xeb)
        go_to(i, r, OVG_JUMP, 1, address);
    else if (opcode == 0xc2 || opcode == 0xc3 || opcode == 0xca || opcode == 0xcb ||
             opcode == 0xcf || opcode == 0xcc || opcode == 0xf4)
        i->kind = OVG_NOWHERE;
    i->is_padding = opcode == 0x90 || opcode == 0xcc;
    return 0;
}

/* Returns the map that C4, C5, 62 or 8F selects, or 0 if the instruction does not use these
 * encodings. */
static int vector_map(struct reading *r, int opcode) {
    int next = peek(r), map;
    if (next < 0) return 0;
    switch (opcode) {
    case 0xc5:
        r->at += 1;
        return 1;
    case 0xc4:
        r->at += 2;
        return next & 31;
    case 0x62:
        r->at += 3;
        return next & 7;
    case 0x8f:
        map = next & 31;
        if (map < 8) return 0;
        r->at += 2;
        return map;
    default:
        return 0;
    }
}

struct ovg_instruction ovg_decode(const uint8_t *code, uint64_t size, uint64_t address) {
    struct reading r = {.code = code, .size = size < 15 ? size : 15};
    struct ovg_instruction i = {.kind = OVG_NEXT};
    int opcode;
    for (;;) {
        opcode = peek(&r);
        if (opcode < 0) return i;
        r.at++;
        if (opcode == 0x66)
            r.is_short = 1;
        else if (opcode == 0x67)
            r.is_address32 = 1;
        else if (opcode != 0xf0 && opcode != 0xf2 && opcode != 0xf3 && opcode != 0x2e &&
                 opcode != 0x36 && opcode != 0x3e && opcode != 0x26 && opcode != 0x64 &&
                 opcode != 0x65)
            break;
    }
    if ((opcode & 0xf0) == 0x40) {
        r.is_wide = opcode >> 3 & 1;
        opcode = peek(&r);
        if (opcode < 0) return i;
        r.at++;
    }
    int map = vector_map(&r, opcode);
    int failed = map              ? skip_vector(&r, map)
                 : opcode == 0x0f ? decode_two(&r, &i, address)
                                  : decode_one(&r, &i, opcode, address);
    if (failed == 0 && r.at <= r.size) i.length = (uint32_t)r.at;
    return i;
}
