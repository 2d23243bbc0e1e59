# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cases.py: the kinds of trouble, paragraph by paragraph."""
from case import COMMAND, EXACT, PRODUCTION, Case, Part

EVERY = EXACT + PRODUCTION + COMMAND
NOT_RECORDED = (EXACT[0], PRODUCTION[0])
ORDINARY = "setpriv --reuid {user} --regid {user} --clear-groups --inh-caps=-all"
STOPPED = "stopped-"

DEATHS = [
    Case("deaths", f"{way}, {who}", "deaths.c", f"{way} {who}", modes=EVERY)
    for who in ("main", "thread")
    for way in ("sigkill", "sigterm", "sigsegv", "sigabrt", "sigtrap", "sigfpe", "null",
                "breakpoint", "division", "illegal", "exit", "_exit", "quick_exit", "abort")
] + [
    Case("deaths", f"cancellation, {way}", "cancellation.c", way)
    for way in ("deferred", "tested", "any", "self")
] + [
    Case("deaths", f"{way} while other threads work", "exit_beside_threads.c", way, modes=EVERY)
    for way in ("return", "exit", "_exit", "quick_exit", "abort", "kill", "exec", "leave")
]

PROCESSES = [
    Case("processes", "2,000 short forks", "forks.c", "2000", seconds=180),
    Case("processes", "forks of a command", "forks.c", "50", modes=COMMAND),
    Case("processes", "children that fork", "fork_twice.c", modes=EVERY),
    Case("processes", "fork in threads", "fork_in_threads.c", modes=EVERY),
    *(Case("processes", f"vfork, {way}", "vfork.c", way, modes=EVERY)
      for way in ("exec", "missing", "function", "killed", "deep")),
    Case("processes", "posix_spawn", "spawn.c", modes=EVERY),
    Case("processes", "system and popen", "shell.c", modes=EVERY),
    Case("processes", "daemon by two forks", "daemon.c", modes=EVERY),
    *(Case("processes", f"raw clone, {way}", "raw_clone.c", way)
      for way in ("call", "clone3", "stack", "shared")),
    Case("processes", "exec of itself", "exec_itself.c", "7", modes=EVERY),
    Case("processes", "stop and continue", "stop_continue.c", modes=EVERY),
]

STOPS = [
    *(Case("stops", f"limit of {limit}", "grow.c", settings={"ORDO_LIMIT": limit},
           report="stopped-limit") for limit in ("60k", "300k", "600k")),
    Case("stops", "full disk", "grow.c", disk="400k", left=0, needs=("tmpfs",),
         no_raw="no raw file can be made", said=r"^ordo: .*No space left on device.*\n"),
    *(Case("stops", f"disk with {left} kB left", "grow.c", disk="4M", left=left << 10,
           needs=("tmpfs",), report=report, said=r"^ordo: .*No space left on device.*\n",
           no_raw="" if report else "no raw file can be made")
      for left, report in ((8, ""), (64, STOPPED), (200, STOPPED), (1000, STOPPED))),
    *(Case("stops", f"raw folder, {way}", "folder_removed.c", f"{{raw}} {way}",
           no_raw="the program removes the folder" if way == "remove" else "")
      for way in ("remove", "rename")),
    Case("stops", "map count exhausted", "maps.c"),
    *(Case("stops", f"stack switch, {where}", "stack_switch.c", where, report="stopped-stack-switch")
      for where in ("static", "allocated", "mapped")),
    Case("stops", "many threads", "threads.c", "1500", seconds=120),
]

LIMITS = [
    *(Case("limits", f"{n} descriptors, set by itself", "descriptors.c", f"{n} free", modes=EVERY)
      for n in (0, 3, 4)),
    *(Case("limits", f"{n} descriptors before the start", "descriptors.c", "- free",
           before=f"ulimit -n {n}", link="-static",
           no_raw="" if n > 3 else "no raw file can be opened") for n in (0, 3, 4)),
    Case("limits", "4 descriptors before the start, dynamic", "descriptors.c", "- free",
         before="ulimit -n 4"),
    Case("limits", "all descriptors in use", "descriptors.c", "40 full", modes=EVERY),
    Case("limits", "all descriptors in use, limited before", "descriptors.c", "- full",
         before="ulimit -n 30"),
    *(Case("limits", f"file size, set by itself, {way}", "file_size.c", f"8192 {way}")
      for way in ("die", "ignore", "handle")),
    *(Case("limits", f"file size of {n} kB before the start, {way}", "file_size.c", f"- {way}",
           before=f"ulimit -f {n}", no_raw="" if n > 4 else "no raw file can be made",
           said=r"^ordo: .*File too large.*\n")
      for way in ("die", "ignore", "handle") for n in (0, 4, 64)),
    *(Case("limits", f"{which} of {n} MB, {way}", "memory.c", f"{which} {n} {way}",
           environment={"MALLOC_ARENA_MAX": "1"})
      for which in ("as", "data") for way in ("soft", "hard") for n in (200, 600)),
    *(Case("limits", f"{which} of {n} MB before the start", "memory.c", f"{which} {n} before",
           before=f"ulimit -{'v' if which == 'as' else 'd'} {n << 10}",
           environment={"MALLOC_ARENA_MAX": "1"})
      for which in ("as", "data") for n in (200, 600)),
    *(Case("limits", f"CPU time, {way}", "cpu.c", way) for way in ("die", "handle")),
    Case("limits", "processes of a user", "user_processes.c", "{user}", needs=("root",)),
    *(Case("limits", f"stack of {n} kB, {way}", "stack.c", f"{n} {way}", before=f"ulimit -s {n}")
      for n in (64, 256) for way in ("half", "over")),
    Case("limits", "memory of a group, enough", "group_memory.c", "30", group="300M",
         before="echo $$ >{group}/cgroup.procs", needs=("cgroup",)),
    Case("limits", "memory of a group, too little", "group_memory.c", "400", group="200M",
         before="echo $$ >{group}/cgroup.procs", needs=("cgroup",)),
]

LOCKED = [
    *(Case("locked-memory", f"mlockall, {which}", "all.c", which, needs=("root",))
      for which in ("current", "future", "current future", "current fault", "future fault",
                    "current future fault", "")),
    Case("locked-memory", "mlock of its own", "own.c", "1024", needs=("root",)),
    *(Case("locked-memory", f"mlockall as a user, {which}", "all.c", which, needs=("root",),
           before="ulimit -l 8192", through=ORDINARY) for which in ("current", "future",
                                                                    "current future")),
    Case("locked-memory", "mlock as a user", "own.c", "64", needs=("root",),
         before="ulimit -l 8192", through=ORDINARY),
    Case("locked-memory", "mlock as a user with nothing", "own.c", "4", needs=("root",),
         before="ulimit -l 0", through=ORDINARY),
    Case("locked-memory", "mlockall as a user with nothing", "all.c", "future", needs=("root",),
         before="ulimit -l 0", through=ORDINARY),
]

# Only the program sees the mounts.
READ_ONLY_HERE = ("set -- unshare -m bash -c 'mount --bind . . && mount -o remount,ro,bind . . && "
                  "cd $PWD && exec \"$@\"' bash \"$@\"")
NOT_MADE = "no raw file can be made there"
SURROUNDINGS = [
    *(Case("surroundings", f"descriptors closed by {way}", "close_all.c", way, modes=EVERY)
      for way in ("number", "closefrom", "close_range")),
    Case("surroundings", "standard streams closed", "closed_streams.c", before="exec <&- >&- 2>&-",
         files=("written",)),
    Case("surroundings", "standard input closed", "closed_streams.c", before="exec <&-",
         files=("written",)),
    Case("surroundings", "standard output and error closed", "closed_streams.c",
         before="exec >&- 2>&-", files=("written",)),
    Case("surroundings", "streams closed later", "streams_closed_later.c", files=("written",),
         modes=EVERY),
    *(Case("surroundings", f"environment, {way}", "environment.c", way, modes=EVERY)
      for way in ("clear", "null", "title")),
    Case("surroundings", "environment empty at the start", "plain.c", through="env -i",
         no_raw="nothing says that it is to be recorded"),
    Case("surroundings", "working folder changed and removed", "folder.c", modes=EVERY),
    Case("surroundings", "working folder removed at the start", "plain.c",
         before="p=$PWD/program && mkdir gone && cd gone && rmdir ../gone && set -- $p"),
    Case("surroundings", "raw folder relative to the working folder", "folder.c",
         settings={"ORDO_RAW_DIR": "../raw"}),
    Case("surroundings", "chroot", "chroot.c", needs=("root",)),
    *(Case("surroundings", f"user and group, {way}", "user.c", way, needs=("root",))
      for way in ("real", "effective", "dumpable")),
    Case("surroundings", "umask 777", "plain.c", before="umask 777", modes=EXACT + PRODUCTION),
    Case("surroundings", "umask 777 as a user", "plain.c", before="umask 777", through=ORDINARY,
         needs=("root",)),
    Case("surroundings", "read-only raw folder", "plain.c", through=ORDINARY, raw_right=0o555,
         needs=("root",), no_raw=NOT_MADE, said=r"^ordo: .*Permission denied.*\n"),
    Case("surroundings", "read-only working folder", "plain.c", needs=("root",),
         before=READ_ONLY_HERE),
    Case("surroundings", "no raw folder", "plain.c", settings={"ORDO_RAW_DIR": "/no/such/folder"},
         no_raw=NOT_MADE, said=r"^ordo: .*No such file or directory.*\n"),
    *(Case("surroundings", f"LD_PRELOAD, {build}", "preloaded.c",
           parts=(Part("preload.so", "preload.c", "-shared -fPIC", by),),
           environment={"LD_PRELOAD": "./preload.so"})
      for build, by in (("native", "native"), ("instrumented", "same"))),
    # Production builds read the time stamp counter, which strict mode forbids: docs/engine.md.
    *(Case("surroundings", f"strict seccomp, {way}", "seccomp.c", way,
           modes=NOT_RECORDED + ("recorded",), report=STOPPED)
      for way in ("end", "killed", "end warm", "killed warm", "thread warm")),
    Case("surroundings", "strict seccomp, thread", "seccomp.c", "thread", modes=EXACT,
         report=STOPPED),
    Case("surroundings", "seccomp filter that returns errors", "filter.c", "errors"),
    Case("surroundings", "seccomp filter that kills", "filter.c", "killed", modes=NOT_RECORDED),
]

THREADS = [
    *(Case("threads", f"{n} threads, {way}", "many.c", f"{n} {way}", seconds=120)
      for n in (300, 3000) for way in ("once", "turns")),
    Case("threads", "pools that come and go", "pools.c", modes=EVERY),
    Case("threads", "thread-local destructors", "destructors.c"),
    Case("threads", "thread-local objects", "local_objects.cpp"),
    Case("threads", "OpenMP", "openmp.c", compile="-O2 -g -fopenmp", link="-fopenmp",
         needs=("libomp-19-dev",)),
    Case("threads", "std::thread", "std_thread.cpp", modes=EVERY),
    Case("threads", "std::async", "std_async.cpp", modes=EVERY),
    *(Case("threads", f"robust mutexes of {who}", "robust_mutex.c", who)
      for who in ("threads", "processes")),
]

ORDER = (Part("liborder_linked.so", "order_library.cpp", "-shared -fPIC -DNAME=order_linked"),
         Part("order_loaded.so", "order_library.cpp", "-shared -fPIC -DNAME=order_loaded"))
HERE = "-L. -Wl,-rpath,$ORIGIN"
CONTROL_FLOW = [
    Case("control-flow", "1,000,000 activations in main", "deep.c", "1000000 main",
         before="ulimit -s 300000"),
    Case("control-flow", "1,000,000 activations in a thread", "deep.c", "1000000 thread"),
    Case("control-flow", "1,000,000 activations, not optimised", "deep.c", "1000000 thread",
         compile="-O0 -g"),
    Case("control-flow", "100 MB by alloca", "alloca.c", before="ulimit -s 300000"),
    Case("control-flow", "variable-length arrays", "variable_length.c"),
    Case("control-flow", "variable-length arrays, not optimised", "variable_length.c",
         compile="-O0 -g"),
    *(Case("control-flow", f"handlers on another stack, {who}", "alternate_stack.c", who)
      for who in ("main", "thread")),
    Case("control-flow", "handlers that jump", "handlers_jump.c", modes=EVERY),
    *(Case("control-flow", f"coroutines of ucontext, forks {way}", "coroutines.c", way)
      for way in ("outside", "in")),
    Case("control-flow", "stack switch by hand", "../stops/stack_switch.c", "static",
         compile="-O0 -g"),
    Case("control-flow", "computed goto and asm goto", "goto.c"),
    Case("control-flow", "computed goto and asm goto, not optimised", "goto.c", compile="-O0 -g"),
    Case("control-flow", "exceptions through foreign frames", "foreign_frames.cpp",
         parts=(Part("libpasses.so", "passes.c", "-shared -fPIC -fexceptions", "native"),
                Part("plain_thrower.so", "thrower.cpp", "-shared -fPIC", "native"),
                Part("thrower.so", "thrower.cpp", "-shared -fPIC")),
         link=f"{HERE} -lpasses", modes=EVERY),
    Case("control-flow", "exceptions from a handler", "throwing_handler.cpp", modes=EVERY),
    *(Case("control-flow", f"order of exit, {way}", "exit_order.cpp", way, parts=ORDER,
           link=f"{HERE} -lorder_linked", modes=EVERY) for way in ("return", "exit", "closed")),
]

PLUGIN = Part("plugin.so", "plugin.c", "-shared -fPIC")
NATIVE_PLUGIN = Part("native_plugin.so", "plugin.c", "-shared -fPIC", "native")
LIBRARIES = (
    Part("libthree.so", "library.c", "-shared -fPIC -DNAME=three -DNEXT=one -Wl,-z,lazy"),
    Part("libtwo.so", "library.c", f"-shared -fPIC -DNAME=two -DNEXT=three {HERE} -lthree", "native"),
    Part("libone.so", "library.c", f"-shared -fPIC -DNAME=one -DNEXT=two {HERE} -ltwo"))
LOADING = [
    Case("loading", "dlopen, dlclose and dlopen again", "host.c", "./plugin.so", parts=(PLUGIN,),
         modes=EVERY),
    Case("loading", "an instrumented plugin in a native host", "host.c", "./plugin.so",
         parts=(PLUGIN,), by="native"),
    Case("loading", "an instrumented plugin in a native host, by ordo record", "host.c",
         "./plugin.so", parts=(PLUGIN,), by="native", modes=COMMAND, no_raw="Valgrind is chosen"),
    Case("loading", "a native plugin in an instrumented host", "host.c", "./native_plugin.so",
         parts=(NATIVE_PLUGIN,), modes=EVERY),
    Case("loading", "both plugins", "host.c", "./plugin.so ./native_plugin.so",
         parts=(PLUGIN, NATIVE_PLUGIN)),
    *(Case("loading", name, "plain.c", compile=f"-O2 -g {flags}", link=link, modes=EVERY)
      for name, flags, link in (("static", "", "-static"), ("static-pie", "-fPIE", "-static-pie"),
                                ("PIE", "-fPIE", "-pie"), ("no-pie", "-fno-pie", "-no-pie"))),
    Case("loading", "two instrumented libraries and one that is not", "libraries.c",
         parts=LIBRARIES, link=f"{HERE} -lone -ltwo -lthree", modes=EVERY),
    Case("loading", "a program with its own malloc", "own_malloc.c",
         compile="-O2 -g -fno-builtin", modes=EVERY),
    Case("loading", "a static program with its own malloc", "own_malloc.c",
         compile="-O2 -g -fno-builtin", link="-static"),
]

# Name, flags to compile, flags to link.
FLAGS = [
    ("-O0", "-O0 -g", ""),
    ("-O1 -fno-omit-frame-pointer", "-O1 -g -fno-omit-frame-pointer", ""),
    ("-O2", "-O2 -g", ""),
    ("-O3 -march=native", "-O3 -g -march=native -ffp-contract=off", ""),
    ("-Os", "-Os -g", ""),
    ("-Oz -fomit-frame-pointer", "-Oz -g -fomit-frame-pointer", ""),
    ("-ffast-math", "-O2 -g -ffast-math", "-ffast-math"),
    ("-flto", "-O2 -g -flto", "-flto -fuse-ld=lld"),
    ("-flto=thin", "-O2 -g -flto=thin", "-flto=thin -fuse-ld=lld"),
    ("-fPIE", "-O2 -g -fPIE", "-pie"),
    ("-fno-pie", "-O2 -g -fno-pie", "-no-pie"),
    ("-fno-plt -z now -z relro", "-O2 -g -fno-plt", "-Wl,-z,now -Wl,-z,relro"),
    ("-fcf-protection=full", "-O2 -g -fcf-protection=full", "-Wl,-z,ibt,-z,shstk -fuse-ld=lld"),
    ("-fstack-protector-all -D_FORTIFY_SOURCE=2",
     "-O2 -g -fstack-protector-all -D_FORTIFY_SOURCE=2", ""),
    ("-fstack-protector-strong -D_FORTIFY_SOURCE=3",
     "-O2 -g -fstack-protector-strong -D_FORTIFY_SOURCE=3", ""),
    ("-fuse-ld=lld", "-O2 -g", "-fuse-ld=lld"),
    ("-g0", "-O2 -g0", ""),
    ("-gsplit-dwarf", "-O2 -g -gsplit-dwarf", ""),
    ("-static", "-O2 -g", "-static"),
    ("-static-pie", "-O2 -g -fPIE", "-static-pie"),
    ("-fopenmp", "-O2 -g -fopenmp", "-fopenmp"),
    ("-ffunction-sections -fdata-sections --gc-sections",
     "-O2 -g -ffunction-sections -fdata-sections", "-Wl,--gc-sections"),
    ("-fsanitize=undefined", "-O2 -g -fsanitize=undefined", "-fsanitize=undefined"),
]
C_FLAGS = [
    ("-std=gnu89", "-O2 -g -std=gnu89", ""),
    ("-fprofile-instr-generate", "-O2 -g -fprofile-instr-generate", "-fprofile-instr-generate"),
]
LARGE = "-mcmodel=large: --production does not support this code model"
BUILDS = [
    Case("builds", f"{name}, {source}", source, compile=compile, link=link,
         needs=("libomp-19-dev",) if "openmp" in name else ())
    for source, flags in (("builds.c", FLAGS + C_FLAGS), ("builds.cpp", FLAGS))
    for name, compile, link in flags
] + [
    Case("builds", f"-fsanitize=address, {source}", source, compile="-O2 -g -fsanitize=address",
         link="-fsanitize=address", environment={"ASAN_OPTIONS": "detect_leaks=0"})
    for source in ("builds.c", "builds.cpp")
] + [
    Case("builds", f"-mcmodel=large, {source}", source, compile="-O2 -g -mcmodel=large",
         rejected={"production": LARGE}) for source in ("builds.c", "builds.cpp")
]

CASES = (DEATHS + PROCESSES + STOPS + LIMITS + LOCKED + SURROUNDINGS + THREADS + CONTROL_FLOW
         + LOADING + BUILDS)
