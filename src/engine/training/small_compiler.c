/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A compiler of one pass: a table of tokens, macros as strings of tokens, symbols on stacks that
 * scopes cut back, a stack of operands in a global array, code and relocations in sections that
 * grow.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { END, NUMBER, NAME = 256, MOST_TOKENS = 4096 };
enum { CONSTANT, REGISTER, LOCAL, FUNCTION };

struct symbol {
    struct symbol *previous, *shadowed;
    int token, kind, type;
    long value;
    union {
        struct symbol *parameters;
        int *body;
    } of;
};

struct token {
    struct token *next;
    struct symbol *variable, *macro;
    int number, length;
    char text[];
};

struct operand {
    int kind, type;
    union {
        long constant;
        struct symbol *symbol;
        double real;
    } as;
    struct symbol *symbol;
};

struct section {
    unsigned char *data;
    size_t size, capacity;
    struct section *relocations;
    char name[16];
};

struct relocation {
    long offset;
    struct symbol *symbol;
};

static struct token *token_hash[512], **tokens;
static int n_tokens, token_capacity, current;
static long current_value;
static const char *at;
static const int *macro_at;
static struct symbol *locals, *globals, *spare;
static struct operand operand_stack[64], *top = operand_stack - 1;
static struct section **sections;
static int n_sections, frame;
static struct section *text;

static struct token *find_token(const char *name, int length) {
    unsigned h = 1;
    for (int i = 0; i < length; i++) h = h + (h << 5) + (h >> 27) + (unsigned char)name[i];
    struct token **link = &token_hash[h & 511];
    for (struct token *t; (t = *link); link = &t->next)
        if (t->length == length && !memcmp(t->text, name, (size_t)length)) return t;
    if (n_tokens == token_capacity) {
        token_capacity = token_capacity ? token_capacity * 2 : 32;
        tokens = realloc(tokens, (size_t)token_capacity * sizeof *tokens);
    }
    struct token *t = malloc(sizeof *t + (size_t)length + 1);
    t->next = NULL;
    t->variable = t->macro = NULL;
    t->number = NAME + n_tokens;
    t->length = length;
    memcpy(t->text, name, (size_t)length);
    t->text[length] = 0;
    *link = t;
    return tokens[n_tokens++] = t;
}

static struct section *new_section(const char *name) {
    struct section *s = calloc(1, sizeof *s);
    strcpy(s->name, name);
    sections = realloc(sections, (size_t)(n_sections + 1) * sizeof *sections);
    return sections[n_sections++] = s;
}

static void *section_add(struct section *s, size_t size) {
    if (s->size + size > s->capacity) {
        s->capacity = (s->size + size) * 2;
        s->data = realloc(s->data, s->capacity);
    }
    s->size += size;
    return s->data + s->size - size;
}

static void relocate(struct section *s, struct symbol *symbol, long offset) {
    if (!s->relocations) s->relocations = new_section("relocations");
    struct relocation *r = section_add(s->relocations, sizeof *r);
    r->offset = offset;
    r->symbol = symbol;
}

static void code(unsigned c) {
    while (c) {
        *(unsigned char *)section_add(text, 1) = (unsigned char)c;
        c >>= 8;
    }
}

static void code_4(int v) {
    unsigned char *p = section_add(text, 4);
    for (int i = 0; i < 4; i++) p[i] = (unsigned char)(v >> (8 * i));
}

/* Symbols are taken from a pool of freed ones. */
static struct symbol *push(struct symbol **stack, int token, int kind, long value) {
    struct symbol *s = spare;
    if (!s) {
        s = malloc(64 * sizeof *s);
        for (int i = 0; i < 63; i++) s[i].previous = &s[i + 1];
        s[63].previous = NULL;
    }
    spare = s->previous;
    memset(s, 0, sizeof *s);
    s->token = token;
    s->kind = kind;
    s->value = value;
    s->previous = *stack;
    *stack = s;
    if (token >= NAME) {
        struct symbol **place = &tokens[token - NAME]->variable;
        s->shadowed = *place;
        *place = s;
    }
    return s;
}

static void pop(struct symbol **stack, struct symbol *until) {
    while (*stack != until) {
        struct symbol *s = *stack;
        *stack = s->previous;
        if (s->token >= NAME) tokens[s->token - NAME]->variable = s->shadowed;
        s->previous = spare;
        spare = s;
    }
}

static void lex(void) {
    for (;;) {
        if (isspace((unsigned char)*at))
            at++;
        else if (at[0] == '/' && at[1] == '/')
            while (*at && *at != '\n') at++;
        else
            break;
    }
    const char *start = at;
    if (isalpha((unsigned char)*at) || *at == '_') {
        while (isalnum((unsigned char)*at) || *at == '_') at++;
        current = find_token(start, (int)(at - start))->number;
    } else if (isdigit((unsigned char)*at)) {
        current_value = strtol(at, (char **)&at, 10);
        current = NUMBER;
    } else {
        current = *at ? *at++ : END;
    }
}

static void next(void) {
    if (macro_at) {
        current = *macro_at++;
        if (current == NUMBER) current_value = *macro_at++;
        if (current != END) return;
        macro_at = NULL;
    }
    lex();
    if (current >= NAME && tokens[current - NAME]->macro) {
        macro_at = tokens[current - NAME]->macro->of.body;
        next();
    }
}

static int is_next(const char *word) {
    if (!word[1]) return current == word[0];
    return current >= NAME && strcmp(tokens[current - NAME]->text, word) == 0;
}

static int skip(const char *word) {
    if (!is_next(word)) return 0;
    next();
    return 1;
}

static void define_macro(void) {
    lex();
    struct token *t = tokens[current - NAME];
    int *body = NULL, n = 0;
    for (lex(); current != ';'; lex()) {
        body = realloc(body, (size_t)(n + 3) * sizeof *body);
        body[n++] = current;
        if (current == NUMBER) body[n++] = (int)current_value;
    }
    body[n] = END;
    t->macro = push(&globals, 0, 0, 0);
    t->macro->of.body = body;
    next();
}

static void push_operand(int kind, long value, struct symbol *symbol) {
    top++;
    top->kind = kind;
    top->type = 3;
    top->as.constant = value;
    top->symbol = symbol;
}

static void swap_operands(void) {
    struct operand o = top[0];
    top[0] = top[-1];
    top[-1] = o;
}

static void load(int r) {
    if (top->kind == CONSTANT) {
        code(0xb8 + (unsigned)r);
        code_4((int)top->as.constant);
    } else if (top->kind == LOCAL) {
        code(0x8b + (unsigned)(r << 10));
        code_4((int)top->symbol->value);
    } else if (top->kind == FUNCTION) {
        relocate(text, top->symbol, (long)text->size);
        code_4(0);
    }
    top->kind = REGISTER;
    top->as.constant = r;
}

static void operate(int op) {
    if (top->kind == CONSTANT && top[-1].kind == CONSTANT) {
        long x = top[-1].as.constant, y = top->as.constant;
        top--;
        top->as.constant = op == '+'   ? x + y
                           : op == '-' ? x - y
                           : op == '<' ? x < y
                                       : (x & 255) * (y & 255);
        return;
    }
    load(1);
    swap_operands();
    load(0);
    swap_operands();
    code(op == '+' ? 0xc801 : op == '-' ? 0xc829 : op == '<' ? 0xc839 : 0xc1af0f);
    top--;
    top->as.constant = 0;
}

static void expression(void);

static void unary(void) {
    int token = current;
    if (skip("(")) {
        expression();
        skip(")");
    } else if (token == NUMBER) {
        push_operand(CONSTANT, current_value, NULL);
        next();
    } else if (token >= NAME) {
        struct symbol *s = tokens[token - NAME]->variable;
        if (!s) s = push(&globals, token, FUNCTION, 0);
        next();
        push_operand(s->kind, 0, s);
        if (skip("(")) {
            int n = 0;
            while (!skip(")")) {
                expression();
                load(n++ & 7);
                code(0x50);
                top--;
                skip(",");
            }
            load(0);
            code(0xd0ff);
        }
    } else {
        next();
        push_operand(CONSTANT, 0, NULL);
    }
}

static void product(void) {
    unary();
    while (current == '*') {
        next();
        unary();
        operate('*');
    }
}

static void sum(void) {
    product();
    while (current == '+' || current == '-') {
        int op = current;
        next();
        product();
        operate(op);
    }
}

static void expression(void) {
    sum();
    while (current == '<' || current == '=') {
        int op = current;
        next();
        if (op == '<') {
            sum();
            operate('<');
        } else {
            struct operand place = *top;
            expression();
            load(0);
            code(0x89);
            code_4(place.symbol ? (int)place.symbol->value : 0);
            swap_operands();
            top--;
        }
    }
}

static void block(void) {
    if (skip("if") || skip("while")) {
        skip("(");
        expression();
        load(0);
        top--;
        skip(")");
        code(0x840f);
        size_t jump = text->size;
        code_4(0);
        block();
        int distance = (int)(text->size - jump - 4);
        memcpy(text->data + jump, &distance, sizeof distance);
        if (skip("else")) block();
    } else if (skip("{")) {
        struct symbol *before = locals;
        while (current != END && !skip("}")) block();
        pop(&locals, before);
    } else if (skip("int")) {
        do {
            int token = current;
            frame -= 4;
            push(&locals, token, LOCAL, frame);
            next();
            if (skip("=")) {
                expression();
                load(0);
                top--;
            }
        } while (skip(","));
        skip(";");
    } else {
        skip("return");
        expression();
        load(0);
        top--;
        skip(";");
    }
}

static void function(void) {
    skip("int");
    int token = current;
    struct symbol *f = tokens[token - NAME]->variable;
    if (!f) f = push(&globals, token, FUNCTION, 0);
    f->value = (long)text->size;
    next();
    skip("(");
    struct symbol *before = locals;
    frame = 0;
    while (!skip(")")) {
        skip("int");
        push(&locals, current, LOCAL, 8 + 4 * (long)(locals != before));
        next();
        skip(",");
    }
    code(0xe58955);
    block();
    code(0xc3c9);
    pop(&locals, before);
}

static char *write_source(int n) {
    char *source = NULL;
    size_t size = 0, room;
    unsigned x = 3;
    for (int i = 0; i < n; i++) {
        source = realloc(source, size + 800);
        room = 800;
        x = x * 1103515245 + 12345;
        int k = snprintf(
            source + size, room,
            "define LIMIT_%d (%u + %d);\n// function %d\nint work_%d(int a_%d, int other) {\n"
            "    int i, sum = LIMIT_%d * 2;\n    while (i < LIMIT_%u) {\n        int inner = "
            "a_%d;\n"
            "        if (sum < other * (i + 3)) { int i; sum = sum + work_%u(i, (inner - 1) * 4); "
            "}\n"
            "        else sum = inner * (sum + (other - a_%d) * (i + LIMIT_%d));\n        i = i + "
            "1;\n    }\n",
            i, x >> 20, i, i, i, i % 7, i, (x >> 16) % (unsigned)(i + 1), i % 7,
            (x >> 18) % (unsigned)n, i % 7, i);
        size += (size_t)k;
        size += (size_t)snprintf(source + size, room - (size_t)k, "    return sum;\n}\n");
    }
    return source;
}

int main(void) {
    for (int round = 0; round < 6; round++) {
        char *source = write_source(15 << round % 4);
        text = new_section(".text");
        at = source;
        struct symbol *before = globals;
        next();
        while (current != END)
            if (is_next("define"))
                define_macro();
            else
                function();
        struct section *r = text->relocations;
        unsigned sum = 0;
        for (size_t i = 0; r && i < r->size; i += sizeof(struct relocation)) {
            struct relocation one;
            memcpy(&one, r->data + i, sizeof one);
            int distance = (int)(one.symbol->value - one.offset);
            memcpy(text->data + one.offset, &distance, sizeof distance);
        }
        for (size_t i = 0; i < text->size; i++) sum = sum * 31 + text->data[i];
        printf("%d tokens, %zu bytes, %u\n", n_tokens, text->size, sum);
        for (int i = 0; i < n_tokens; i++)
            if (tokens[i]->macro) {
                free(tokens[i]->macro->of.body);
                tokens[i]->macro = NULL;
            }
        pop(&globals, before);
        while (n_sections > 0) {
            free(sections[--n_sections]->data);
            free(sections[n_sections]);
        }
        free(source);
    }
    return 0;
}
