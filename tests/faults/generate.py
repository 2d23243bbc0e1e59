"""generate.py: writes a second version of the runtime's system interface, whose calls can be made to fail.

    generate.py OS_H FOLDER

For each function of src/engine/runtime/system/os.h there is a row below: its result when the system
call behind it fails, or why it cannot fail. A function without a row, and a row without a
function, are errors, so that every new system call is tested.

FOLDER/renamed.h renames the real functions; FOLDER/faulty.c has functions with the old names. The environment says which
calls fail, and where calls are counted (tests/faults/plan.h).
"""
import re
import sys

# What each function returns when it fails. In `long` functions: the negative errno.
FAILS = {
    "reserve": "NULL",
    "range": "NULL",
    "memory": "NULL",
    "map_file": "NULL",
    "map_again": "NULL",
    "back": "NULL",
    "move_grown": "-ENOMEM",
    "unmap": "",
    "leave": "",
    "populate": "",
    "hide": "",
    "open": "-EMFILE",
    "stat": "-EIO",
    "offset": "-ESPIPE",
    "duplicate": "-EMFILE",
    "read": "-EIO",
    "say": "",
    "write": "-ENOSPC",
    "allocate": "-ENOSPC",
    "write_zeros": "-ENOSPC",
    "memory_file": "-ENOSYS",
    "unlink": "",
    "readlink": "-ENOENT",
    "getcwd": "-ENOENT",
    "limit": "-EPERM",
    "capable": "0",
    "lock_memory": "-ENOMEM",
    "lock_all": "-ENOMEM",
    "unlock_all": "-EPERM",
    "lock_future": "-ENOMEM",
    "limit_file": "~0ull",
    "limit_memory": "~0ull",
    "limit_data": "~0ull",
    "now_ns": "0",
    "monotonic_ns": "0",
    "boot_ns": "0",
    "thread_cpu_ns": "0",
    "make_folder": "-EACCES",
    "pid": "0",
    "parent": "0",
    "tid": "0",
    "set_gs": "-EPERM",
    "fence_prepare": "-ENOSYS",
    "fence": "-ENOSYS",
    "handle": "-EINVAL",
}

NEVER = {
    "drop": "if the kernel does not drop the pages, it stores zeros",
    "any_mapped": "mincore of one page in user space can only fail with 'not mapped'",
    "close": "the descriptor is closed, whatever the kernel returns",
    "call": "it is a call of the program's own",
    "wait": "the caller looks again, whatever the kernel returns",
    "wake": "its arguments are always good",
    "yield": "it has nothing to return",
    "signals_block": "its arguments are always good",
    "signals_restore": "its arguments are always good",
    "watch_mappings": "it makes no system call",
}

# These belong to the program: only a program that asks for them sees them
# fail, as it would natively.
OF_THE_PROGRAM = {"limit", "capable", "lock_memory", "lock_all", "unlock_all", "lock_future"}

PROTOTYPE = re.compile(r"^([a-z0-9_ ]+?\*?)\s*\b(ort_os_(\w+))\((.*?)\);", re.M | re.S)


def prototypes(header):
    text = re.sub(r"/\*.*?\*/", "", open(header).read(), flags=re.S)
    return [(r.strip(), name, short, " ".join(args.split()))
            for r, name, short, args in PROTOTYPE.findall(text)]


def check(functions):
    named = {short for _, _, short, _ in functions}
    for short in sorted(named - FAILS.keys() - NEVER.keys()):
        sys.exit(f"{sys.argv[1]}: ort_os_{short} has no row in tests/faults/generate.py: say how it "
                 "fails, or why it cannot")
    for short in sorted((FAILS.keys() | NEVER.keys()) - named):
        sys.exit(f"tests/faults/generate.py: there is no ort_os_{short} in {sys.argv[1]} any more")


def arguments(args):
    if args == "void":
        return ""
    names = []
    for a in re.split(r",(?![^(]*\))", args):
        function = re.match(r".*\(\*(\w+)\)", a)
        names.append(function[1] if function else re.search(r"(\w+)(\[\])?$", a)[1])
    return ", ".join(names)


def main():
    functions = prototypes(sys.argv[1])
    check(functions)
    with open(f"{sys.argv[2]}/renamed.h", "w") as out:
        for _, name, _, _ in functions:
            print(f"#define {name} real_{name}", file=out)
    faulty = [f for f in functions if f[2] in FAILS]
    with open(f"{sys.argv[2]}/faulty.c", "w") as out:
        print('#include "engine/runtime/system/os.h"\n#include "plan.h"\n#include <errno.h>\n', file=out)
        names = ", ".join(f'"{f[2]}"' for f in faulty)
        print(f"const char *const fault_names[] = {{{names}}};", file=out)
        print(f"const unsigned fault_count = {len(faulty)};\n", file=out)
        for r, name, short, args in functions:
            pointer = "" if r.endswith("*") else " "
            print(f"extern {r}{pointer}real_{name}({args});", file=out)
            print(f"{r}{pointer}{name}({args}) {{", file=out)
            if short in FAILS:
                number = [f[2] for f in faulty].index(short)
                value = f" {FAILS[short]}" if FAILS[short] else ""
                print(f"    if (fault_is_due({number})) return{value};", file=out)
            back = "" if r == "void" else "return "
            print(f"    {back}real_{name}({arguments(args)});\n}}\n", file=out)


if __name__ == "__main__":
    main()
