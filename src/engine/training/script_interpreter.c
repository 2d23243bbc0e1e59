/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An interpreter: tagged values that are copied as structures, interned strings, tables of an array
 * and a hash part that grow, code in arrays that grow, calls on a stack, a collector over the list
 * of all objects.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum tag { NIL, INTEGER, NUMBER, STRING, TABLE, FUNCTION };

struct object {
    struct object *next;
    unsigned char kind, marked;
};

struct value {
    union {
        long integer;
        double number;
        struct object *object;
    } as;
    int tag;
};

struct string {
    struct object head;
    struct string *chain;
    unsigned hash, length;
    char text[];
};

struct entry {
    struct value value, key;
    int next;
};

struct table {
    struct object head;
    int n_array, array_capacity, n_entries, log_entries;
    struct value *array;
    struct entry *entries, *last_free;
};

struct function {
    struct object head;
    struct value *constants;
    int *code;
    int n_code, code_capacity, n_constants, n_parameters, n_locals;
    struct string *locals[24];
};

enum op {
    CONSTANT,
    LOCAL,
    SET_LOCAL,
    GLOBAL,
    SET_GLOBAL,
    INDEX,
    SET_INDEX,
    NEW_TABLE,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    LESS,
    EQUAL,
    JOIN,
    LENGTH,
    JUMP,
    JUMP_UNLESS,
    CALL,
    RETURN,
    DROP
};

static struct object *all_objects;
static long n_objects, collect_at = 2000;
static struct string **buckets;
static unsigned n_buckets, n_strings;
static struct value *stack;
static int stack_size, top;
static struct table *globals;
static const char *at;

static struct object *new_object(size_t size, int kind) {
    struct object *o = malloc(size);
    o->kind = (unsigned char)kind;
    o->marked = 0;
    o->next = all_objects;
    all_objects = o;
    n_objects++;
    return o;
}

static void grow_buckets(void) {
    unsigned n = n_buckets ? n_buckets * 2 : 32;
    struct string **bigger = calloc(n, sizeof *bigger);
    for (unsigned i = 0; i < n_buckets; i++)
        for (struct string *s = buckets[i], *next; s; s = next) {
            next = s->chain;
            s->chain = bigger[s->hash & (n - 1)];
            bigger[s->hash & (n - 1)] = s;
        }
    free(buckets);
    buckets = bigger;
    n_buckets = n;
}

static struct string *intern(const char *text, size_t length) {
    unsigned h = 7 ^ (unsigned)length;
    for (size_t i = length; i > 0; i--) h ^= (h << 5) + (h >> 2) + (unsigned char)text[i - 1];
    if (n_buckets)
        for (struct string *s = buckets[h & (n_buckets - 1)]; s; s = s->chain)
            if (s->length == length && memcmp(s->text, text, length) == 0) return s;
    if (n_strings >= n_buckets) grow_buckets();
    struct string *s = (struct string *)new_object(sizeof *s + length + 1, STRING);
    memcpy(s->text, text, length);
    s->text[length] = 0;
    s->length = (unsigned)length;
    s->hash = h;
    s->chain = buckets[h & (n_buckets - 1)];
    buckets[h & (n_buckets - 1)] = s;
    n_strings++;
    return s;
}

static struct value of_integer(long i) {
    struct value v = {.as.integer = i, .tag = INTEGER};
    return v;
}

static struct value of_object(struct object *o) {
    struct value v = {.as.object = o, .tag = o->kind};
    return v;
}

static int is_true(const struct value *v) {
    return v->tag != NIL && !(v->tag == INTEGER && !v->as.integer);
}

static int same(const struct value *a, const struct value *b) {
    if (a->tag != b->tag) return 0;
    return a->tag == NUMBER ? a->as.number == b->as.number : a->as.integer == b->as.integer;
}

static struct table *new_table(void) {
    struct table *t = (struct table *)new_object(sizeof *t, TABLE);
    t->array = NULL;
    t->entries = t->last_free = NULL;
    t->n_array = t->array_capacity = t->n_entries = t->log_entries = 0;
    return t;
}

static struct entry *main_place(const struct table *t, const struct value *key) {
    unsigned h = 0;
    switch (key->tag) {
    case INTEGER:
        h = (unsigned)key->as.integer * 2654435761u;
        break;
    case NUMBER:
        h = (unsigned)(long)(key->as.number * 1024);
        break;
    case STRING:
        h = ((struct string *)key->as.object)->hash;
        break;
    default:
        h = (unsigned)((unsigned long)key->as.object >> 5);
    }
    return &t->entries[h & ((1u << t->log_entries) - 1)];
}

static const struct value nothing;

static const struct value *get(const struct table *t, const struct value *key) {
    if (key->tag == INTEGER && key->as.integer >= 1 && key->as.integer <= t->n_array)
        return &t->array[key->as.integer - 1];
    if (!t->entries) return &nothing;
    for (struct entry *e = main_place(t, key);;) {
        if (same(&e->key, key)) return &e->value;
        if (!e->next) return &nothing;
        e += e->next;
    }
}

static struct value *put(struct table *t, const struct value *key);

static void rehash(struct table *t) {
    struct entry *old = t->entries;
    int n_old = old ? 1 << t->log_entries : 0;
    t->log_entries = old ? t->log_entries + 1 : 2;
    int n = 1 << t->log_entries;
    t->entries = malloc((size_t)n * sizeof *t->entries);
    for (int i = 0; i < n; i++) {
        t->entries[i].key.tag = t->entries[i].value.tag = NIL;
        t->entries[i].next = 0;
    }
    t->last_free = t->entries + n;
    for (int i = n_old - 1; i >= 0; i--)
        if (old[i].value.tag != NIL) *put(t, &old[i].key) = old[i].value;
    free(old);
}

/* A new key's place: its main one, or a free one that is chained to it; who is not at home there
 * moves. */
static struct value *put(struct table *t, const struct value *key) {
    struct value *found = (struct value *)get(t, key);
    if (found != &nothing) return found;
    if (key->tag == INTEGER && key->as.integer == t->n_array + 1) {
        if (t->n_array == t->array_capacity) {
            t->array_capacity = t->array_capacity ? t->array_capacity * 2 : 4;
            t->array = realloc(t->array, (size_t)t->array_capacity * sizeof *t->array);
        }
        t->array[t->n_array].tag = NIL;
        return &t->array[t->n_array++];
    }
    if (!t->entries) rehash(t);
    struct entry *home = main_place(t, key);
    if (home->key.tag != NIL) {
        struct entry *spare = NULL;
        while (t->last_free > t->entries)
            if ((--t->last_free)->key.tag == NIL) {
                spare = t->last_free;
                break;
            }
        if (!spare) {
            rehash(t);
            return put(t, key);
        }
        struct entry *other = main_place(t, &home->key);
        if (other != home) {
            while (other + other->next != home) other += other->next;
            other->next = (int)(spare - other);
            *spare = *home;
            if (home->next) spare->next += (int)(home - spare);
            home->next = 0;
            home->value.tag = NIL;
        } else {
            spare->next = home->next ? (int)(home + home->next - spare) : 0;
            home->next = (int)(spare - home);
            home = spare;
        }
    }
    home->key = *key;
    t->n_entries++;
    return &home->value;
}

static void mark(struct object *o) {
    if (o->marked) return;
    o->marked = 1;
    if (o->kind == TABLE) {
        struct table *t = (struct table *)o;
        for (int i = 0; i < t->n_array; i++)
            if (t->array[i].tag >= STRING) mark(t->array[i].as.object);
        for (int i = 0; t->entries && i < 1 << t->log_entries; i++) {
            if (t->entries[i].value.tag == NIL) continue;
            if (t->entries[i].key.tag >= STRING) mark(t->entries[i].key.as.object);
            if (t->entries[i].value.tag >= STRING) mark(t->entries[i].value.as.object);
        }
    } else if (o->kind == FUNCTION) {
        struct function *f = (struct function *)o;
        for (int i = 0; i < f->n_constants; i++)
            if (f->constants[i].tag >= STRING) mark(f->constants[i].as.object);
        for (int i = 0; i < f->n_locals; i++) mark(&f->locals[i]->head);
    }
}

static void release(struct object *o) {
    if (o->kind == STRING) {
        struct string *s = (struct string *)o, **link = &buckets[s->hash & (n_buckets - 1)];
        while (*link != s) link = &(*link)->chain;
        *link = s->chain;
        n_strings--;
    } else if (o->kind == TABLE) {
        free(((struct table *)o)->array);
        free(((struct table *)o)->entries);
    }
    n_objects--;
    free(o);
}

static void collect(void) {
    mark(&globals->head);
    for (int i = 0; i < top; i++)
        if (stack[i].tag >= STRING) mark(stack[i].as.object);
    for (struct object **link = &all_objects; *link;) {
        struct object *o = *link;
        if (o->marked) {
            o->marked = 0;
            link = &o->next;
        } else {
            *link = o->next;
            release(o);
        }
    }
    collect_at = n_objects * 2 + 1000;
}

static double number_of(const struct value *v) {
    return v->tag == NUMBER ? v->as.number : (double)v->as.integer;
}

static void arithmetic(int op, const struct value *a, const struct value *b, struct value *to) {
    if (a->tag == INTEGER && b->tag == INTEGER && op != DIVIDE) {
        long x = a->as.integer, y = b->as.integer;
        to->as.integer = op == ADD ? x + y : op == SUBTRACT ? x - y : x * y;
        to->tag = INTEGER;
    } else {
        double x = number_of(a), y = number_of(b);
        to->as.number = op == ADD        ? x + y
                        : op == SUBTRACT ? x - y
                        : op == MULTIPLY ? x * y
                                         : floor(x / y);
        to->tag = NUMBER;
        if (op == DIVIDE) *to = of_integer((long)to->as.number);
    }
}

static void join(const struct value *a, const struct value *b, struct value *to) {
    char both[256];
    int n = 0;
    for (int i = 0; i < 2; i++) {
        const struct value *v = i ? b : a;
        if (v->tag == STRING) {
            struct string *s = (struct string *)v->as.object;
            memcpy(both + n, s->text, s->length);
            n += (int)s->length;
        } else if (v->tag == INTEGER) {
            n += snprintf(both + n, 24, "%ld", v->as.integer);
        } else {
            n += snprintf(both + n, 32, "%.14g", number_of(v));
        }
    }
    *to = of_object(&intern(both, (size_t)n)->head);
}

static void need_stack(int n) {
    if (top + n < stack_size) return;
    stack_size = stack_size * 2 + n;
    stack = realloc(stack, (size_t)stack_size * sizeof *stack);
}

static void run(struct function *f) {
    int base = top - f->n_parameters;
    need_stack(f->n_locals + 32);
    while (top < base + f->n_locals) stack[top++].tag = NIL;
    for (const int *pc = f->code;;) {
        int op = *pc++;
        switch (op) {
        case CONSTANT:
            stack[top++] = f->constants[*pc++];
            break;
        case LOCAL:
            stack[top++] = stack[base + *pc++];
            break;
        case SET_LOCAL:
            stack[base + *pc++] = stack[--top];
            break;
        case GLOBAL:
            stack[top++] = *get(globals, &f->constants[*pc++]);
            break;
        case SET_GLOBAL:
            *put(globals, &f->constants[*pc++]) = stack[--top];
            break;
        case INDEX:
            top--;
            stack[top - 1] = *get((struct table *)stack[top - 1].as.object, &stack[top]);
            break;
        case SET_INDEX:
            top -= 3;
            *put((struct table *)stack[top].as.object, &stack[top + 1]) = stack[top + 2];
            break;
        case NEW_TABLE:
            stack[top] = of_object(&new_table()->head);
            top++;
            if (n_objects > collect_at) collect();
            break;
        case ADD:
        case SUBTRACT:
        case MULTIPLY:
        case DIVIDE:
            top--;
            arithmetic(op, &stack[top - 1], &stack[top], &stack[top - 1]);
            break;
        case LESS:
            top--;
            stack[top - 1] = of_integer(stack[top].tag == INTEGER && stack[top - 1].tag == INTEGER
                                            ? stack[top - 1].as.integer < stack[top].as.integer
                                            : number_of(&stack[top - 1]) < number_of(&stack[top]));
            break;
        case EQUAL:
            top--;
            stack[top - 1] = of_integer(same(&stack[top - 1], &stack[top]));
            break;
        case JOIN:
            top--;
            join(&stack[top - 1], &stack[top], &stack[top - 1]);
            if (n_objects > collect_at) collect();
            break;
        case LENGTH:
            stack[top - 1] = of_integer(((struct table *)stack[top - 1].as.object)->n_array);
            break;
        case JUMP:
            pc += *pc + 1;
            break;
        case JUMP_UNLESS:
            top--;
            if (is_true(&stack[top]))
                pc++;
            else
                pc += *pc + 1;
            break;
        case CALL: {
            int n = *pc++;
            run((struct function *)stack[top - n - 1].as.object);
            stack[top - 2] = stack[top - 1];
            top--;
            break;
        }
        case RETURN:
            stack[base] = stack[top - 1];
            top = base + 1;
            return;
        case DROP:
            top--;
            break;
        }
    }
}

static void emit(struct function *f, int word) {
    if (f->n_code == f->code_capacity) {
        f->code_capacity = f->code_capacity ? f->code_capacity * 2 : 8;
        f->code = realloc(f->code, (size_t)f->code_capacity * sizeof *f->code);
    }
    f->code[f->n_code++] = word;
}

static int constant(struct function *f, struct value v) {
    for (int i = 0; i < f->n_constants; i++)
        if (same(&f->constants[i], &v)) return i;
    f->constants = realloc(f->constants, (size_t)(f->n_constants + 1) * sizeof *f->constants);
    f->constants[f->n_constants] = v;
    return f->n_constants++;
}

static struct string *word(void) {
    while (isspace((unsigned char)*at)) at++;
    const char *start = at;
    if (*at == '(' || *at == ')')
        at++;
    else
        while (*at && !isspace((unsigned char)*at) && *at != '(' && *at != ')') at++;
    return intern(start, (size_t)(at - start));
}

static int local(struct function *f, struct string *name, int add) {
    for (int i = 0; i < f->n_locals; i++)
        if (f->locals[i] == name) return i;
    if (!add) return -1;
    f->locals[f->n_locals] = name;
    return f->n_locals++;
}

static const struct {
    const char *name;
    int op;
} operators[] = {{"+", ADD},         {"-", SUBTRACT}, {"*", MULTIPLY},     {"/", DIVIDE},
                 {"<", LESS},        {"=", EQUAL},    {"..", JOIN},        {"get", INDEX},
                 {"set", SET_INDEX}, {"len", LENGTH}, {"table", NEW_TABLE}};

static void compile(struct function *f);

static int compile_all(struct function *f) {
    int n = 0;
    for (;; n++) {
        while (isspace((unsigned char)*at)) at++;
        if (*at == ')' || !*at) break;
        compile(f);
    }
    if (*at) at++;
    return n;
}

static void compile_body(struct function *f) {
    for (int n = 0;; n++) {
        while (isspace((unsigned char)*at)) at++;
        if (*at == ')') break;
        if (n) emit(f, DROP);
        compile(f);
    }
    at++;
}

static void nil(struct function *f) {
    emit(f, CONSTANT);
    emit(f, constant(f, nothing));
}

/* Every expression leaves one value. */
static void compile(struct function *f) {
    struct string *w = word();
    if (w->text[0] != '(') {
        int i = local(f, w, 0);
        struct value v;
        if (strcmp(w->text, "nil") == 0)
            v = nothing;
        else if (isdigit((unsigned char)w->text[0]))
            v = of_integer(strtol(w->text, NULL, 10));
        else
            v = of_object(&w->head);
        emit(f, w->text[0] == '$' ? GLOBAL : i >= 0 ? LOCAL : CONSTANT);
        emit(f, i >= 0 ? i : constant(f, v));
        return;
    }
    w = word();
    if (strcmp(w->text, "let") == 0) {
        int i = local(f, word(), 1);
        compile(f);
        emit(f, SET_LOCAL);
        emit(f, i);
        nil(f);
        word();
    } else if (strcmp(w->text, "if") == 0) {
        compile(f);
        emit(f, JUMP_UNLESS);
        emit(f, 0);
        int otherwise = f->n_code - 1;
        compile(f);
        emit(f, JUMP);
        emit(f, 0);
        int end = f->n_code - 1;
        f->code[otherwise] = f->n_code - otherwise - 1;
        compile(f);
        f->code[end] = f->n_code - end - 1;
        word();
    } else if (strcmp(w->text, "while") == 0) {
        int start = f->n_code;
        compile(f);
        emit(f, JUMP_UNLESS);
        emit(f, 0);
        int end = f->n_code - 1;
        compile_body(f);
        emit(f, DROP);
        emit(f, JUMP);
        emit(f, start - f->n_code - 1);
        f->code[end] = f->n_code - end - 1;
        nil(f);
    } else if (strcmp(w->text, "do") == 0) {
        compile_body(f);
    } else if (w->text[0] == '$') {
        emit(f, GLOBAL);
        emit(f, constant(f, of_object(&w->head)));
        int n = compile_all(f);
        emit(f, CALL);
        emit(f, n);
    } else {
        for (unsigned i = 0; i < sizeof operators / sizeof *operators; i++)
            if (strcmp(operators[i].name, w->text) == 0) {
                compile_all(f);
                emit(f, operators[i].op);
                if (operators[i].op == SET_INDEX) nil(f);
            }
    }
}

static void compile_function(void) {
    struct function *f = (struct function *)new_object(sizeof *f, FUNCTION);
    memset(&f->constants, 0, sizeof *f - sizeof f->head);
    word();
    word();
    struct value name = of_object(&word()->head);
    word();
    for (struct string *w; (w = word())->text[0] != ')'; f->n_parameters++) local(f, w, 1);
    compile_body(f);
    emit(f, RETURN);
    *put(globals, &name) = of_object(&f->head);
}

static const char program[] =
    "(fun $fib (n) (if (< n 2) n (+ ($fib (- n 1)) ($fib (- n 2)))))"
    "(fun $random (x) (- (* x 1103) (* (/ (* x 1103) 9973) 9973)))"
    "(fun $fill (n) (let t (table)) (let i 1) (let x 42)"
    "  (while (< i n) (let x ($random x)) (set t i x) (let i (+ i 1))) t)"
    "(fun $swap (t i j) (let x (get t i)) (set t i (get t j)) (set t j x))"
    "(fun $sort (t low high)"
    "  (if (< low high) (do (let p (get t high)) (let i low) (let j low)"
    "    (while (< j high) (if (< (get t j) p) (do ($swap t i j) (let i (+ i 1))) 0) (let j (+ j "
    "1)))"
    "    ($swap t i high) ($sort t low (- i 1)) ($sort t (+ i 1) high)) 0) t)"
    "(fun $sieve (n) (let t (table)) (let i 1) (while (< i n) (set t i 1) (let i (+ i 1)))"
    "  (let i 2) (let count 0)"
    "  (while (< i n) (if (get t i) (do (let count (+ count 1)) (let j (+ i i))"
    "    (while (< j n) (set t j 0) (let j (+ j i)))) 0) (let i (+ i 1))) count)"
    "(fun $insert (tree key) (if (= tree nil) (do (let tree (table)) (set tree key! key) (set tree "
    "left nil)"
    "    (set tree right nil)) (if (< key (get tree key!))"
    "    (set tree left ($insert (get tree left) key)) (set tree right ($insert (get tree right) "
    "key)))) tree)"
    "(fun $sum (tree) (if (= tree nil) 0 (+ (get tree key!) (+ ($sum (get tree left)) ($sum (get "
    "tree right))))))"
    "(fun $plant (n) (let tree nil) (let x 17) (let i 0)"
    "  (while (< i n) (let x ($random (+ x 1))) (let tree ($insert tree x)) (let i (+ i 1))) ($sum "
    "tree))"
    "(fun $words (n) (let t (table)) (let x 5) (let i 0) (let new 0)"
    "  (while (< i n) (let x ($random (+ x 7))) (let w (.. word (- x (* 300 (/ x 300)))))"
    "    (if (get t w) (set t w (+ (get t w) 1)) (do (set t w 1) (let new (+ new 1)))) (let i (+ i "
    "1))) new)"
    "(fun $list (n) (let l nil) (let i 0) (while (< i n) (let c (table)) (set c 1 i) (set c next "
    "l) (let l c)"
    "  (let i (+ i 1))) (let s 0) (let half (/ 1 2)) (while (< 0 (len l)) (let s (+ s (* (get l 1) "
    "2)))"
    "  (let l (get l next)) (if (= l nil) (let l (table)) 0)) s)"
    "(fun $turn (n) (let a (table)) (let i 1) (while (< i n) (let row (table)) (let j 1)"
    "  (while (< j n) (set row j (* i j)) (let j (+ j 1))) (set a i row) (let i (+ i 1)))"
    "  (let i 1) (let s 0) (while (< i n) (let j 1) (while (< j n) (let s (+ s (get (get a j) i)))"
    "  (let j (+ j 1))) (let i (+ i 1))) s)"
    "(fun $main () (let n 0) (while (< n 3)"
    "  (let r (table)) (set r 1 ($fib (+ 9 n))) (set r 2 (get ($sort ($fill (* 60 (+ n 1))) 1 (* "
    "40 (+ n 1))) 9))"
    "  (set r 3 ($sieve (* 200 (+ n 1)))) (set r 4 ($plant (* 60 (+ n 1)))) (set r 5 ($words (* "
    "200 (+ n 1))))"
    "  (set r 6 ($list (* 100 (+ n 1)))) (set r 7 ($turn (+ 8 n)))"
    "  (let i 1) (let all 0) (while (< i 8) (let all (.. (.. all /) (get r i))) (let i (+ i 1)))"
    "  (let n (+ n 1))) all)";

int main(void) {
    stack_size = 64;
    stack = malloc((size_t)stack_size * sizeof *stack);
    globals = new_table();
    at = program;
    while (*at) compile_function();
    struct value name = of_object(&intern("$main", 5)->head);
    for (int i = 0; i < 2; i++) {
        stack[top++] = *get(globals, &name);
        run((struct function *)stack[top - 1].as.object);
        puts(((struct string *)stack[top - 1].as.object)->text);
        top = 0;
        collect();
    }
    return 0;
}
