/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A parser of declarations, statements and expressions, which call each other in one cycle and
 * mostly recur within their kind: characters are read through a buffer, operands are structures
 * that are copied on a stack, in locals and as results, what follows is done by tables of routines,
 * and names are looked for in lists of scopes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER = 256, WORD, TEXT, END, MOST_OPERANDS = 256, BUFFER = 128 };

struct type {
    struct type *to, *next;
    int kind, size;
};

struct name {
    struct name *outer, *previous;
    struct type *type;
    unsigned hash;
    int length, depth;
    char text[16];
};

union content {
    long integer;
    double real;
    struct {
        const char *bytes;
        int length;
    } text;
};

struct operand {
    struct type type;
    int place, flags;
    union {
        long constant;
        struct name *name;
    } of;
    struct name *name;
};

struct piece {
    int kind;
    struct piece *left, *right;
};

static const char *source, *limit;
static char buffer[BUFFER], *at, *buffer_end;
static int token, depth;
static union content content, ahead;
static char spelled[64];
static struct operand operands[MOST_OPERANDS], *top = operands;
static struct name *names[64];
static struct name *scope_names;
static struct type *types;
static struct piece *pieces;
static unsigned long n_tokens, n_pieces, sum;

static struct operand expression(int least);
static void statement(void);
static struct type declarator(struct type base);

static int fill(void) {
    size_t left = (size_t)(limit - source), n = left < BUFFER - 1 ? left : BUFFER - 1;
    memcpy(buffer, source, n);
    source += n;
    buffer_end = buffer + n;
    *buffer_end = 0;
    at = buffer;
    return n ? (unsigned char)*at : -1;
}

static int peek(void) {
    return at < buffer_end ? (unsigned char)*at : fill();
}

static int take(void) {
    at++;
    return peek();
}

static int is_blank(int c) {
    return c == ' ' || c == '\n';
}

static int is_digit(int c) {
    return c >= '0' && c <= '9';
}

static int is_letter(int c) {
    return (c >= 'a' && c <= 'z') || c == '_';
}

static void skip_blanks(void) {
    int c = peek();
    for (;;) {
        while (is_blank(c)) c = take();
        if (c != '#') break;
        while (c != '\n' && c != -1) c = take();
    }
}

static void number(void) {
    long n = 0;
    for (int c = peek(); is_digit(c); c = take()) n = n * 10 + c - '0';
    ahead.integer = n;
    token = NUMBER;
}

static void word(void) {
    int n = 0;
    for (int c = peek(); is_letter(c) || is_digit(c); c = take())
        if (n < (int)sizeof spelled - 1) spelled[n++] = (char)c;
    spelled[n] = 0;
    ahead.text.bytes = spelled;
    ahead.text.length = n;
    token = WORD;
}

/* The text may have escapes, read by a routine of their own, and what they hold is a text. */
static void text(int end) {
    int n = 0;
    for (int c = take(); c != end && c != -1; c = take()) {
        if (c == '\\') c = take();
        if (n < (int)sizeof spelled - 1) spelled[n++] = (char)c;
    }
    spelled[n] = 0;
    take();
    ahead.text.bytes = spelled;
    ahead.text.length = n;
    token = TEXT;
}

static void next(void) {
    n_tokens++;
    skip_blanks();
    int c = peek();
    if (is_digit(c))
        number();
    else if (is_letter(c))
        word();
    else if (c == '"')
        text(c);
    else {
        token = c == -1 ? END : c;
        if (c != -1) take();
    }
    content = ahead;
}

static int accept(int what) {
    if (token != what) return 0;
    next();
    return 1;
}

static unsigned hash_of(const char *s, int n) {
    unsigned h = 5381;
    for (int i = 0; i < n; i++) h = h * 33 ^ (unsigned char)s[i];
    return h;
}

static int same_text(const char *a, const char *b, int n) {
    for (int i = 0; i < n; i++)
        if (a[i] != b[i]) return 0;
    return 1;
}

static struct name *look_up(const char *s, int n) {
    unsigned h = hash_of(s, n);
    for (struct name *i = names[h & 63]; i; i = i->outer)
        if (i->hash == h && i->length == n && same_text(i->text, s, n)) return i;
    return NULL;
}

static struct name *declare(const char *s, int n, struct type *type) {
    struct name *i = malloc(sizeof *i);
    if (n > 15) n = 15;
    i->hash = hash_of(s, n);
    i->length = n;
    i->depth = depth;
    i->type = type;
    memcpy(i->text, s, (size_t)n);
    i->outer = names[i->hash & 63];
    names[i->hash & 63] = i;
    i->previous = scope_names;
    return scope_names = i;
}

static void leave_scope(struct name *end) {
    while (scope_names != end) {
        struct name *i = scope_names;
        names[i->hash & 63] = i->outer;
        scope_names = i->previous;
        free(i);
    }
}

static struct type *new_type(struct type of) {
    struct type *t = malloc(sizeof *t);
    *t = of;
    t->next = types;
    return types = t;
}

static struct piece *new_piece(int kind, struct piece *left, struct piece *right) {
    struct piece *p = malloc(sizeof *p);
    n_pieces++;
    p->kind = kind;
    p->left = left;
    p->right = right;
    return p;
}

static unsigned weigh(const struct piece *p) {
    return p ? 1 + weigh(p->left) + weigh(p->right) : 0;
}

static void drop(struct piece *p) {
    if (!p) return;
    drop(p->left);
    drop(p->right);
    free(p);
}

static void push(struct operand o) {
    if (top + 1 < operands + MOST_OPERANDS) *++top = o;
}

static struct operand pop(void) {
    struct operand o = *top;
    if (top > operands) top--;
    return o;
}

static void swap(void) {
    if (top - operands < 2) return;
    struct operand o = top[0];
    top[0] = top[-1];
    top[-1] = o;
}

static void fold_add(void) {
    struct operand b = pop(), a = pop();
    a.of.constant = a.place + b.place;
    push(a);
}

static void fold_other(void) {
    swap();
    struct operand b = pop();
    b.flags |= 1;
    top->name = b.name;
}

/* Four bytes of code at a time, in a local array that each call has anew. */
static unsigned emit(const struct operand *o) {
    unsigned char bytes[12];
    int n = 0;
    for (unsigned long v = (unsigned long)o->place * 2654435761u; v && n < 12; v >>= 8)
        bytes[n++] = (unsigned char)v;
    unsigned all = 0;
    for (int i = 0; i < n; i++) all += bytes[i];
    return all;
}

static void fold_call(void) {
    struct operand o = pop();
    int used[20] = {0};
    for (int i = 0; i < 20; i++) used[i] = i * o.flags;
    sum += (unsigned)used[o.place & 15] + emit(&o);
    if (o.place > 1000000) statement(); /* never */
    push(o);
}

static void (*const folds[])(void) = {fold_add, fold_other, fold_call};

static struct operand primary(void) {
    struct operand o;
    memset(&o, 0, sizeof o);
    if (token == NUMBER) {
        o.place = (int)content.integer & 1023;
        o.of.constant = content.integer;
        next();
    } else if (token == WORD) {
        struct name *n = look_up(content.text.bytes, content.text.length);
        o.of.name = o.name = n;
        if (n) o.type = *n->type;
        next();
    } else if (token == TEXT) {
        o.place = content.text.length;
        next();
    } else if (accept('(')) {
        if (token == '{')
            statement();
        else
            o = expression(0);
        accept(')');
    } else if (token != END) {
        next();
    }
    return o;
}

static struct operand unary(void) {
    if (token == '-' || token == '*' || token == '&') {
        int kind = token;
        next();
        struct operand o = unary();
        o.flags = kind;
        pieces = new_piece(kind, pieces, NULL);
        return o;
    }
    struct operand o = primary();
    while (token == '[' || token == '.') {
        if (accept('[')) {
            struct operand index = expression(0);
            o.place += index.place & 3;
            accept(']');
        } else {
            next();
            if (token == WORD) next();
        }
    }
    return o;
}

static int strength(int operator) {
    switch (operator) {
    case '*':
    case '/':
        return 5;
    case '+':
    case '-':
        return 4;
    case '<':
    case '>':
        return 3;
    case '&':
        return 2;
    case '=':
        return 1;
    default:
        return 0;
    }
}

static struct operand expression(int least) {
    struct operand left = unary();
    for (int s; (s = strength(token)) > least;) {
        int operator= token;
        next();
        push(left);
        push(expression(s));
        folds[operator % 3]();
        left = pop();
        pieces = new_piece(operator, pieces, NULL);
    }
    return left;
}

static struct type parameters(struct type of) {
    struct name *outside = scope_names;
    while (token != ')' && token != END) {
        struct type each = {NULL, NULL, 'i', 4};
        declarator(each);
        if (!accept(',')) break;
    }
    accept(')');
    leave_scope(outside);
    of.kind = 'f';
    return of;
}

static struct type declarator(struct type base) {
    while (accept('*')) base = (struct type){new_type(base), NULL, '*', 8};
    if (accept('(')) {
        base = declarator(base);
        accept(')');
    } else if (token == WORD) {
        declare(content.text.bytes, content.text.length, new_type(base));
        next();
    }
    if (accept('[')) {
        struct operand n = expression(0);
        base.size *= n.place + 1;
        accept(']');
    }
    return accept('(') ? parameters(base) : base;
}

static void block(void) {
    struct name *outside = scope_names;
    depth++;
    while (token != '}' && token != END) statement();
    accept('}');
    depth--;
    leave_scope(outside);
}

static int is_word(const char *s) {
    return token == WORD && !strcmp(spelled, s);
}

static void statement(void) {
    if (accept('{')) {
        block();
        return;
    }
    if (is_word("if") || is_word("while")) {
        next();
        sum += (unsigned)expression(0).place;
        statement();
        if (is_word("else")) {
            next();
            statement();
        }
        return;
    }
    if (is_word("int")) {
        next();
        do {
            struct type type = declarator((struct type){NULL, NULL, 'i', 4});
            sum += (unsigned)type.size;
            if (accept('=')) push(expression(1)), pop();
        } while (accept(','));
    } else {
        struct operand o = expression(0);
        sum += emit(&o);
    }
    accept(';');
}

static int write_expression(char *to, int n, int k) {
    static const char *const forms[] = {"a%d + b * (c - %d)", "x[%d] = f.y & (%d < z)",
                                        "-*p%d / (1 + (%d))", "\"text\\n %d\" + name_%d",
                                        "(a%d = (b + (c * (d - %d))))"};
    return n + sprintf(to + n, forms[k % 5], k % 17, k);
}

static int write_statements(char *to, int n, int k, int nested) {
    for (int i = 0; i < 6; i++) {
        switch ((k + i) % 4) {
        case 0:
            n += sprintf(to + n, "int *a%d, b, (*c[%d])(int x, int *y) = ", i + k % 11, i + 1);
            break;
        case 1:
            n += sprintf(to + n, "if (b < %d) { ", i);
            break;
        case 2:
            n += sprintf(to + n, "# a remark on %d\n", k);
            break;
        default:
            break;
        }
        n = write_expression(to, n, k + i);
        n += sprintf(to + n, ";\n");
        if ((k + i) % 4 == 1) {
            if (nested) n = write_statements(to, n, k + 3, nested - 1);
            n += sprintf(to + n, "} else { ({ b = 1; }) + 2; }\n");
        }
    }
    return n;
}

int main(void) {
    static char written[1 << 20];
    for (int size = 1; size <= 40; size++) {
        int n = 0;
        for (int i = 0; i < size; i++) n = write_statements(written, n, i, i % 5);
        source = written;
        limit = written + n;
        at = buffer_end = buffer;
        next();
        while (token != END) statement();
        leave_scope(NULL);
        sum += weigh(pieces);
        drop(pieces);
        pieces = NULL;
        while (types) {
            struct type *t = types;
            types = t->next;
            free(t);
        }
    }
    printf("%lu tokens, %lu pieces, %lu\n", n_tokens, n_pieces, sum);
    return 0;
}
