# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""inputs.py: inputs of real programs: text, records, documents and sources as people have them.

Each function returns the contents of a file that has n lines, records or sections. The same generator gives the same
contents.
"""
import json
import random

SYLLABLES = ("ba be bi bo bu da de di do du fa fe fi fo ga ge gi go ka ke ki ko la le li lo lu ma me mi mo mu na ne ni no "
             "pa pe pi po ra re ri ro ru sa se si so ta te ti to va ve vi vo").split()
CITIES = ("Lisbon Porto Madrid Seville Paris Lyon Lille Turin Rome Milan Vienna Graz Prague Brno Berlin Hamburg Munich "
          "Cologne Warsaw Gdansk Riga Tallinn Oslo Bergen Malmo Gothenburg Helsinki Turku Athens Patras").split()


def word_of(rank):
    """Returns the word of this rank in the language of all inputs. Frequent words are shorter."""
    r = random.Random(rank)
    return "".join(r.choice(SYLLABLES) for _ in range(r.choice((1, 2) if rank < 100 else (2, 3, 3, 4))))


def words(r):
    """Returns a function that gives words: few are frequent, the first one of 16, and most are rare."""
    known = {}

    def word():
        rank = min(int((r.paretovariate(1.0) - 1) * 15), 50000)
        if rank not in known:
            known[rank] = word_of(rank)
        return known[rank]
    return word


def sentence(r, word):
    return " ".join(word() for _ in range(r.randint(5, 14))).capitalize() + "."


def text(r, n):
    word = words(r)
    lines = []
    for _ in range(n):
        lines.append("" if r.random() < 0.1 else sentence(r, word))
    return "\n".join(lines) + "\n"


def log(r, n):
    """The log of a web server: few addresses are frequent, times rise."""
    at, lines = 1_000_000, []
    for _ in range(n):
        at += r.randint(0, 3)
        host = int(r.paretovariate(1.0)) % 4000
        lines.append(f"10.0.{host // 250}.{host % 250} - - [{at}] \"{r.choice(('GET', 'GET', 'GET', 'POST'))} "
                     f"/{r.choice(SYLLABLES)}/{r.choice(SYLLABLES)}{int(r.paretovariate(1.2)) % 900} HTTP/1.1\" "
                     f"{r.choice((200, 200, 200, 304, 404, 500))} {int(r.paretovariate(0.8) * 300) % 100000}")
    return "\n".join(lines) + "\n"


def people(r, n):
    """Records of customers, with a list and an object each."""
    word = words(r)
    return [{"id": i, "name": f"{word()} {word()}".title(), "city": r.choice(CITIES), "age": r.randint(18, 90),
             "balance": round(r.gauss(300, 200), 2), "active": r.random() < 0.7,
             "tags": [word() for _ in range(r.randint(0, 5))],
             "address": {"street": f"{word()} {r.randint(1, 200)}", "zip": f"{r.randint(10000, 99999)}"},
             "note": sentence(r, word) if r.random() < 0.3 else None} for i in range(n)]


def json_records(r, n):
    return json.dumps(people(r, n), indent=2) + "\n"


def json_lines(r, n):
    return "".join(json.dumps(x) + "\n" for x in people(r, n))


def xml(r, n):
    """A feed: entries with attributes, nested elements, entities and comments."""
    word = words(r)
    out = ['<?xml version="1.0" encoding="UTF-8"?>\n<feed version="2">\n']
    for x in people(r, n):
        out.append(f'  <entry id="e{x["id"]}" city="{x["city"]}" active="{str(x["active"]).lower()}">\n'
                   f"    <title>{x['name']} &amp; {word()}</title>\n"
                   f"    <price currency=\"EUR\">{x['balance']}</price>\n"
                   f"    <address><street>{x['address']['street']}</street><zip>{x['address']['zip']}</zip></address>\n")
        out += [f'    <tag name="{t}"/>\n' for t in x["tags"]]
        out.append("    <!-- checked -->\n" if x["age"] > 60 else "")
        out.append(f"    <summary>{x['note'] or sentence(r, word)}</summary>\n  </entry>\n")
    return "".join(out) + "</feed>\n"


def markdown(r, n):
    """A manual: sections with paragraphs, lists, code, quotations, links and references."""
    word = words(r)
    out = ["# " + sentence(r, word)]
    for i in range(n):
        out.append(f"{'#' * r.choice((2, 2, 3))} {word()} {word()}")
        for _ in range(r.randint(1, 4)):
            out.append("\n".join(f"{sentence(r, word)} *{word()}* and **{word()} {word()}** `{word()}()`, see "
                                 f"[{word()}](https://example.org/{word()}) or [{word()}][ref{r.randint(0, i)}]."
                                 for _ in range(r.randint(1, 3))))
        kind = r.random()
        if kind < 0.3:
            out.append("\n".join(f"{'  ' * r.choice((0, 0, 1))}- {sentence(r, word)}" for _ in range(r.randint(3, 8))))
        elif kind < 0.5:
            out.append("```c\n" + "\n".join(f"int {word()} = {r.randint(0, 99)};" for _ in range(6)) + "\n```")
        elif kind < 0.6:
            out.append("> " + sentence(r, word) + "\n> " + sentence(r, word))
        out.append(f"[ref{i}]: https://example.org/{word()}/{i} \"{word()}\"")
    return "\n\n".join(out) + "\n"


def orders(r, n):
    """CSV: the orders of customers."""
    word = words(r)
    items = [word() for _ in range(200)]
    rows = [f"{i},{r.randint(1, max(n // 8, 1))},{r.choice(CITIES)},{r.choice(items)},{r.randint(1, 9)},"
            f"{r.uniform(1, 500):.2f}" for i in range(n)]
    return "id,customer,city,item,quantity,price\n" + "\n".join(rows) + "\n"


def sql(r, n):
    """A database of customers and orders, with indexes, and the questions that a shop has."""
    word = words(r)
    out = ["CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, city TEXT);",
           "CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INT REFERENCES customer, item TEXT, price REAL);",
           "CREATE INDEX by_customer ON orders(customer);", "BEGIN;"]
    customers = max(n // 8, 1)
    out += [f"INSERT INTO customer VALUES({i}, '{word()} {word()}', '{r.choice(CITIES)}');" for i in range(customers)]
    out += [f"INSERT INTO orders VALUES({i}, {r.randrange(customers)}, '{word()}', {r.uniform(1, 500):.2f});"
            for i in range(n)]
    out += ["COMMIT;",
            "SELECT city, count(*), sum(price) FROM customer JOIN orders ON orders.customer = customer.id GROUP BY city;",
            "SELECT name, sum(price) AS s FROM customer JOIN orders ON orders.customer = customer.id "
            "GROUP BY customer.id ORDER BY s DESC LIMIT 20;",
            "SELECT item, count(*) FROM orders GROUP BY item ORDER BY 2 DESC, 1 LIMIT 10;",
            "UPDATE orders SET price = price * 1.1 WHERE customer IN (SELECT id FROM customer WHERE city = 'Rome');",
            "SELECT count(*) FROM orders WHERE item LIKE '%ba%';",
            "DELETE FROM orders WHERE price < 20;", "SELECT count(*), avg(price) FROM orders;"]
    return "\n".join(out) + "\n"


def c_source(r, n):
    """A translation unit of n routines that call earlier ones, with structures, loops, switches and macros."""
    out = ["#define CLAMP(x, a, b) ((x) < (a) ? (a) : (x) > (b) ? (b) : (x))\nextern int printf(const char *, ...);"]
    for i in range(n):
        if i % 10 == 0:
            out.append(f"struct item{i} {{ int key, value; char name[{r.randint(8, 64)}]; struct item{i} *next; }};\n"
                       f"#define LIMIT_{i} {r.randint(10, 500)}\nenum {{ FIRST_{i}, SECOND_{i}, THIRD_{i} }};")
        near = max(0, i - r.randint(1, 30))
        call = f"f{near}(a - 1, b + {r.randint(1, 9)})" if i else "b"
        out.append(f"static int f{i}(int a, int b) {{\n"
                   f"    struct item{i // 10 * 10} it = {{ a, b, \"{r.choice(CITIES)}\", 0 }};\n"
                   f"    int sum = LIMIT_{i // 10 * 10}, k;\n"
                   f"    for (k = 0; k < CLAMP(a, 0, {r.randint(5, 50)}); k++) {{\n"
                   f"        if ((k ^ b) & {r.randint(1, 15)}) sum += it.key * k; else sum -= it.value + {call};\n"
                   f"    }}\n    switch (sum % 3) {{\n    case FIRST_{i // 10 * 10}: return sum + it.name[0];\n"
                   f"    case SECOND_{i // 10 * 10}: printf(\"%d %s\\n\", sum, it.name); break;\n"
                   f"    default: sum /= {r.randint(2, 9)};\n    }}\n    return sum;\n}}")
    out.append(f"int main(void) {{ return f{n - 1}(3, 4); }}")
    return "\n".join(out) + "\n"


def edited(r, lines):
    """A later version of a text: a few lines are changed, added, removed, and a section has moved."""
    word = words(r)
    out = []
    for line in lines:
        kind = r.random()
        if kind < 0.01:
            out.append(sentence(r, word))
        elif kind < 0.02:
            out += [line, sentence(r, word)]
        elif kind >= 0.03:
            out.append(line)
    at, to = sorted(r.randrange(len(out)) for _ in range(2))
    part = out[at:at + 20]
    del out[at:at + 20]
    out[to:to] = part
    return out


def macros(r, n):
    """Definitions and a text that uses them, with conditions, counters and loops."""
    word = words(r)
    out = ["divert(-1)", "define(`forloop', `pushdef(`$1', `$2')_forloop($@)popdef(`$1')')",
           "define(`_forloop', `$4`'ifelse($1, `$3', `', `define(`$1', incr($1))$0($@)')')",
           "define(`count', `0')define(`next', `define(`count', incr(count))count')", "divert(0)dnl"]
    for i in range(n):
        if i % 5 == 0:
            out.append(f"define(`term{i}', `{sentence(r, word)} $1')dnl")
        near = r.randrange(i // 5 + 1) * 5
        out.append(f"next. {sentence(r, word)} term{near}(`{word()}') ifelse(eval(count % 3), 0, `{word()}', `{word()}')")
        if r.random() < 0.1:
            out.append(f"forloop(`i', 1, {r.randint(2, 8)}, `{word()} i, ')")
    return "\n".join(out) + "\n"


def yaml(r, n):
    """Settings: maps and lists, nested, quoted and folded."""
    word = words(r)
    out = []
    for i in range(n):
        out.append(f"{word()}_{i}:\n  name: {word()} {word()}\n  size: {r.randint(1, 999)}\n  on: {r.choice(('yes', 'no'))}\n"
                   f"  quoted: \"{word()}\\t{word()}\"\n  tags: [{', '.join(word() for _ in range(r.randint(1, 6)))}]\n"
                   "  steps:")
        out += [f"    - run: {word()}\n      with: {{a: {r.randint(0, 9)}, b: '{word()}'}}" for _ in range(r.randint(1, 4))]
        if r.random() < 0.3:
            out.append(f"  note: >\n    {sentence(r, word)}\n    {sentence(r, word)}")
    return "\n".join(out) + "\n"


def keywords(r, n):
    """The reserved words of a language, for a generator of perfect hash functions."""
    known = {}
    while len(known) < n:
        known["".join(r.choice(SYLLABLES) for _ in range(r.randint(2, 5))) + r.choice(("", "", "_t", "_in", "_of"))] = 1
    return "\n".join(known) + "\n"


def seeded(name, n, seed):
    return random.Random(f"{name} {n} {seed}")
