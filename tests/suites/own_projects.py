# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""own_projects.py: the projects: how each is built and tested, and in which form its harness reports results.

Commands are for bash in the unpacked source. $CC and $CXX are compilers, perhaps with options; $CC1
and $CXX1 are the same as one word. `build` also builds the test programs, and its time is in the table."""

import dataclasses


@dataclasses.dataclass
class Project:
    name: str
    package: str = ""        # the Debian source package, if it differs from the name
    prepare: str = ""
    configure: str = ""
    build: str = ""
    test: str = ""
    harness: str = "automake"  # own_harness.py
    lines: tuple = ()        # more forms of result lines
    without: tuple = ()      # names of tests whose results are not compared, as patterns
    because: str = ""        # why they are not compared
    needs: tuple = ()        # Debian packages

    def __post_init__(self):
        self.package = self.package or self.name


# Some suites run their programs under valgrind if it is installed; that would be another test.
CONFIGURE = './configure -q CC="$CC" CXX="$CXX" --disable-valgrind-tests'
RECONFIGURE = "autoreconf -if"
MAKE = "make -s -j2"
MAKE_TESTS = "make -s -j2 && make -s -j2 check TESTS="
CHECK = "make -s -k check"
# Release builds, which include the suite's programs.
CMAKE = ("cmake -S . -B b -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=$CC1 -DCMAKE_CXX_COMPILER=$CXX1 "
         "-DBUILD_TESTING=ON ")
CMAKE_BUILD = "cmake --build b -j2"
CTEST = "cd b && ctest -V"


def automake(name, options="", **more):
    return Project(name, **{"configure": f"{CONFIGURE} {options}", "build": MAKE_TESTS, "test": CHECK,
                            **more})


def cmake(name, options="", **more):
    return Project(name, **{"configure": CMAKE + options, "build": CMAKE_BUILD, "test": CTEST,
                            "harness": "ctest", **more})


PROJECTS = [
    automake("pcre2", "--disable-pcre2grep-callout-fork --enable-pcre2-16 --enable-pcre2-32",
             because="callouts of pcre2grep that run programs. It flushes its own output after the fork, so "
                     "that the order of lines is by chance."),
    cmake("pugixml", "-DPUGIXML_BUILD_TESTS=ON", lines=(r"\d+: (?P<name>Success: .*)",)),
    Project("zlib", configure='CC="$CC" ./configure', build=MAKE, test="make -s test", harness="lines"),
    Project("bzip2", build='make -s -j2 CC="$CC" bzip2 bzip2recover libbz2.a', test='make -s test CC="$CC"',
            harness="lines"),
    cmake("expat", configure=CMAKE.replace("-S .", "-S expat") + "-DEXPAT_BUILD_DOCS=OFF",
          lines=(r"\d+: (?P<name>\d+%: Checks: .*)",)),
    cmake("libyaml"),
    cmake("jansson", "-DJANSSON_BUILD_DOCS=OFF",
          prepare=r"""sed -i "s/cut -d' ' -f3/& | sed 's,@@.*,,'/" test/suites/api/check-exports"""),
    cmake("json-c", "-DDISABLE_WERROR=ON", test="cd b && USE_VALGRIND=0 ctest -V"),
    cmake("cjson", "-DENABLE_CJSON_UTILS=ON",
          lines=(r"\d+: \S+:\d+:(?P<name>\w+):(?P<result>PASS|FAIL|IGNORE).*",)),
    automake("oniguruma", package="libonig", prepare=RECONFIGURE),
    cmake("tinyxml2", lines=(r"\d+: \[(?P<result>pass|fail)\] *(?P<name>.*)",
                             r"\d+: (?P<name>Pass \d+, Fail \d+)")),
    automake("jq", "--disable-docs --disable-valgrind --disable-maintainer-mode", prepare=RECONFIGURE,
             needs=("libonig-dev",)),
    automake("gzip"),
    automake("patch"),
    automake("popt"),
    automake("libconfig", test="cd tests && ./libconfig_tests",
             lines=(r"\[ ?(?P<result>OK|FAIL\w*) ?\] (?P<name>.*)",)),
    # Without optimisation, because a test writes through a null pointer, and compilers may remove that.
    cmake("cmocka", "-DUNIT_TESTING=ON -DCMAKE_BUILD_TYPE=Debug"),
    automake("libtasn1", "--disable-doc", package="libtasn1-6"),
    automake("libidn2", "--disable-doc", needs=("libunistring-dev",)),
    automake("libcsv"),
    automake("libsigsegv"),
    automake("libgpg-error", "--disable-doc"),
    cmake("double-conversion"),
    cmake("jsoncpp", "-DJSONCPP_WITH_POST_BUILD_UNITTEST=OFF", package="libjsoncpp"),
    Project("mawk", configure=CONFIGURE, build=MAKE, test="make -s check", harness="lines"),
    Project("tar", configure=CONFIGURE, build=MAKE, test="make -s -C tests check", harness="autotest"),
]
