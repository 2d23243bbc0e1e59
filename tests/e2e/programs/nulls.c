/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* nulls.c: calls library routines with NULL, or with no elements, wherever they allow it, and prints a digest of
 * their results. Models of these routines must read no more than the routines do. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <getopt.h>
#include <grp.h>
#include <iconv.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <malloc.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
static unsigned long digest;
static int s[2]; /* both ends of a socket */
static const struct timespec ts = {0, 1000};
#define SAY(x) (digest = digest * 31 + (unsigned long)(x))
static int nop(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void options(void) {
    char *args[] = {"p", "-a", "x", NULL};
    optind = 1;
    SAY(getopt_long(3, args, "a:", NULL, NULL));
    optind = 1;
    SAY(getopt_long_only(3, args, "a:", NULL, NULL));
}

static void numbers(void) {
    wchar_t *end;
    SAY(strtol("12", NULL, 10));
    SAY(strtoul("13", NULL, 0));
    SAY(strtoll("14", NULL, 10));
    SAY(strtod("1.5", NULL) * 2);
    SAY(strtof("2.5", NULL));
    SAY(strtold("3.5", NULL));
    SAY(wcstol(L"77", NULL, 10));
    SAY(wcstod(L"7.5", NULL));
    SAY(wcstoul(L"7", &end, 10));
    SAY(strtoimax("3", NULL, 10));
    SAY(strtoumax("3", NULL, 10));
}

static void characters(void) {
    wchar_t wide[64];
    char buf[64];
    mbstate_t ms = {0};
    const char *src = "hello";
    const wchar_t *wsrc = L"hello";
    SAY(mbrtowc(NULL, "x", 1, NULL));
    SAY(mbrtowc(NULL, NULL, 0, &ms));
    SAY(mbrtowc(wide, "y", 1, NULL));
    SAY(mbrlen("z", 1, NULL));
    SAY(mbtowc(NULL, NULL, 0));
    SAY(mbtowc(NULL, "q", 1));
    SAY(mblen(NULL, 0));
    SAY(wctomb(NULL, L'a'));
    SAY(wcrtomb(NULL, L'a', NULL));
    SAY(wcrtomb(buf, L'a', NULL));
    SAY(mbsrtowcs(NULL, &src, 0, NULL));
    SAY(wcsrtombs(NULL, &wsrc, 0, NULL));
    SAY(mbstowcs(NULL, "abc", 0));
    SAY(wcstombs(NULL, L"abc", 0));
    SAY(mbsnrtowcs(NULL, &src, 3, 0, NULL));
    SAY(wcsnrtombs(NULL, &wsrc, 3, 0, NULL));
}

static void prints(void) {
    wchar_t wide[64];
    SAY(snprintf(NULL, 0, "%d %s", 5, "abc"));
    SAY(swprintf(wide, 64, L"%d", 7));
    SAY(printf("%s", "") == 0);
    SAY(setvbuf(stderr, NULL, _IOLBF, 0));
    setbuf(stdin, NULL);
}

static void paths(void) {
    char *r = realpath("/usr/./bin", NULL);
    SAY(strlen(r));
    free(r);
    char *w = getcwd(NULL, 0);
    SAY(w != NULL);
    free(w);
}

static void clocks(void) {
    SAY(time(NULL) != 0);
    struct timeval tv = {0, 1};
    SAY(gettimeofday(&tv, NULL));
    tv = (struct timeval){0, 1};
    SAY(select(0, NULL, NULL, NULL, &tv));
    SAY(pselect(0, NULL, NULL, NULL, &ts, NULL));
    SAY(poll(NULL, 0, 0));
    SAY(ppoll(NULL, 0, &ts, NULL));
    SAY(nanosleep(&ts, NULL));
    SAY(clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, NULL));
}

static void signals(void) {
    SAY(sigaction(SIGUSR1, NULL, NULL));
    SAY(sigprocmask(SIG_BLOCK, NULL, NULL));
    SAY(pthread_sigmask(SIG_BLOCK, NULL, NULL));
    sigset_t set;
    sigemptyset(&set);
    SAY(sigtimedwait(&set, NULL, &ts));
    SAY(sigaltstack(NULL, NULL));
}

static void messages(void) {
    SAY(setlocale(LC_ALL, NULL)[0]);
    SAY(textdomain(NULL)[0]);
    SAY(bindtextdomain("messages", NULL) != NULL);
    SAY(bind_textdomain_codeset("messages", NULL) != NULL);
    SAY(dgettext(NULL, "m")[0]);
    SAY(dcgettext(NULL, "m", LC_MESSAGES)[0]);
    SAY(ngettext("a", "b", 2)[0]);
    SAY(dngettext(NULL, "a", "b", 1)[0]);
    SAY(gettext("x")[0]);
}

static void words(void) {
    char buf[64];
    strcpy(buf, "one two");
    char *save;
    SAY(strtok(buf, " ")[0]);
    SAY(strtok(NULL, " ")[0]);
    SAY(strtok(NULL, " ") == NULL);
    strcpy(buf, "a b");
    SAY(strtok_r(buf, " ", &save)[0]);
    SAY(strtok_r(NULL, " ", &save)[0]);
    SAY(strtok_r(NULL, " ", &save) == NULL);
    char *sp = NULL;
    SAY(strsep(&sp, ",") == NULL);
    wchar_t wt[] = L"a b", *ws;
    SAY(wcstok(wt, L" ", &ws)[0]);
    SAY(wcstok(NULL, L" ", &ws)[0]);
    SAY(wcstok(NULL, L" ", &ws) == NULL);
}

static void orders(void) {
    SAY(strxfrm(NULL, "abc", 0));
    SAY(wcsxfrm(NULL, L"abc", 0));
}

static void expressions(void) {
    regex_t re;
    SAY(regcomp(&re, "a+", REG_EXTENDED | REG_NOSUB));
    SAY(regexec(&re, "caat", 0, NULL, 0));
    SAY(regerror(1, NULL, NULL, 0));
    SAY(regerror(1, &re, NULL, 0));
    regfree(&re);
    SAY(regcomp(&re, "(a)", REG_EXTENDED));
    SAY(regexec(&re, "ba", 0, NULL, 0));
    regfree(&re);
}

static void processes(void) {
    SAY(getgroups(0, NULL) >= 0);
    SAY(confstr(_CS_PATH, NULL, 0));
    SAY(waitpid(-1, NULL, WNOHANG));
    SAY(wait3(NULL, WNOHANG, NULL));
    SAY(wait4(-1, NULL, WNOHANG, NULL));
    SAY(waitid(P_ALL, 0, NULL, WEXITED | WNOHANG));
    SAY(times(NULL) != 0);
    struct rlimit rl;
    SAY(getrlimit(RLIMIT_CORE, &rl));
    SAY(prlimit(0, RLIMIT_CORE, NULL, NULL));
    struct itimerval it = {0};
    SAY(setitimer(ITIMER_REAL, &it, NULL));
}

static void addresses(void) {
    struct addrinfo *ai = NULL;
    struct addrinfo hints = {
        .ai_flags = AI_PASSIVE, .ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
    SAY(getaddrinfo(NULL, "80", &hints, &ai));
    char host[64];
    if (ai) {
        SAY(getnameinfo(ai->ai_addr, ai->ai_addrlen, host, sizeof host, NULL, 0, NI_NUMERICHOST));
        SAY(getnameinfo(ai->ai_addr, ai->ai_addrlen, NULL, 0, host, sizeof host, NI_NUMERICSERV));
        freeaddrinfo(ai);
    }
    SAY(getaddrinfo("127.0.0.1", NULL, NULL, &ai));
    if (ai) freeaddrinfo(ai);
}

static void sockets(void) {
    char out[64];
    SAY(socketpair(AF_UNIX, SOCK_STREAM, 0, s));
    SAY(send(s[0], "hi", 2, 0));
    SAY(recvfrom(s[1], out, 2, 0, NULL, NULL));
    SAY(sendto(s[0], "yo", 2, 0, NULL, 0));
    SAY(recv(s[1], out, 2, 0));
    struct iovec iov = {"abc", 3};
    struct msghdr mh = {.msg_iov = &iov, .msg_iovlen = 1};
    SAY(sendmsg(s[0], &mh, 0));
    struct iovec in = {out, 3};
    mh.msg_iov = &in;
    SAY(recvmsg(s[1], &mh, 0));
    SAY(write(s[0], NULL, 0));
    SAY(readv(s[1], NULL, 0));
    SAY(writev(s[0], NULL, 0));
    mh = (struct msghdr){0};
    SAY(sendmsg(s[0], &mh, MSG_DONTWAIT) <= 0);
    SAY(accept(s[0], NULL, NULL));
    SAY(accept4(s[0], NULL, NULL, 0));
    SAY(setsockopt(s[0], SOL_SOCKET, 9999, NULL, 0));
}

static void polls(void) {
    int e = epoll_create1(0);
    struct epoll_event ev = {.events = EPOLLIN};
    SAY(epoll_ctl(e, EPOLL_CTL_ADD, s[1], &ev));
    SAY(epoll_pwait(e, &ev, 1, 0, NULL));
    SAY(epoll_ctl(e, EPOLL_CTL_DEL, s[1], NULL));
    close(e);
}

static void descriptors(void) {
    int fd = open("/etc/passwd", O_RDONLY), to = open("/dev/null", O_WRONLY);
    SAY(sendfile(to, fd, NULL, 5));
    int p[2];
    SAY(pipe(p));
    SAY(splice(fd, NULL, p[1], NULL, 4, 0));
    SAY(copy_file_range(fd, NULL, to, NULL, 1, 0) <= 1);
    SAY(vmsplice(p[1], NULL, 0, 0));
    close(fd), close(to), close(p[0]), close(p[1]), close(s[0]), close(s[1]);
}

static void memory(void) {
    void *m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    SAY(m != NULL);
    munmap(m, 4096);
    free(NULL);
    void *q = realloc(NULL, 10);
    SAY(q != NULL);
    q = realloc(q, 0);
    SAY(malloc_usable_size(NULL));
    SAY(reallocarray(NULL, 2, 3) != NULL);
}

static void codes(void) {
    char out[128];
    iconv_t cd = iconv_open("UTF-8", "ISO-8859-1");
    SAY(iconv(cd, NULL, NULL, NULL, NULL));
    char *o = out;
    size_t ol = 100;
    SAY(iconv(cd, NULL, NULL, &o, &ol));
    char *nullin = NULL;
    size_t il = 0;
    SAY(iconv(cd, &nullin, &il, &o, &ol));
    iconv_close(cd);
}

static void entries(void) {
    struct dirent **names = NULL;
    int n = scandir("/", &names, NULL, NULL);
    SAY(n > 0);
    while (n-- > 0) free(names[n]);
    free(names);
}

static void streams(void) {
    char *line = NULL;
    size_t cap = 0;
    FILE *f = fopen("/etc/passwd", "r");
    SAY(getline(&line, &cap, f));
    SAY(getdelim(&line, &cap, ':', f) > 0);
    f = freopen(NULL, "r", f);
    if (f) fclose(f);
    free(line);
    FILE *mem = fmemopen(NULL, 32, "w+");
    SAY(fprintf(mem, "x%d", 3));
    SAY(fflush(NULL));
    fclose(mem);
}

static void searches(void) {
    void *tree = NULL;
    int key = 3;
    SAY(tfind(&key, &tree, nop) == NULL);
    SAY(tfind(&key, NULL, nop) == NULL);
    SAY(tsearch(&key, NULL, nop) == NULL);
    twalk(NULL, NULL);
    SAY(tdelete(&key, &tree, nop) == NULL);
    tdestroy(NULL, free);
    size_t zero = 0;
    SAY(lfind(&key, NULL, &zero, 4, nop) == NULL);
    qsort(NULL, 0, 4, nop);
    SAY(bsearch(&key, NULL, 0, 4, nop) == NULL);
}

static void nothings(void) {
    char buf[64], out[64] = "";
    SAY(memcmp(buf, buf, 0));
    memcpy(buf, buf + 10, 0);
    memset(buf, 0, 0);
    SAY(getentropy(out, 0));
    SAY(getrandom(out, 0, 0));
    SAY(utimes("/nonexistent", NULL));
    SAY(futimens(-1, NULL));
    SAY(utimensat(AT_FDCWD, "/nonexistent", NULL, 0));
    SAY(execve("/nonexistent", (char *[]){NULL}, NULL));
    SAY(system(NULL));
}

static void dates_and_users(void) {
    char out[64];
    SAY(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL));
    perror(NULL);
    struct tm tm;
    SAY(strptime("2020", "%Y", &tm) != NULL);
    time_t z = 0;
    SAY(strftime(out, 0, "%Y", gmtime(&z)));
    SAY(ctime(&z)[0]);
    SAY(getpwuid(99999) == NULL);
    SAY(getgrgid(99999) == NULL);
    SAY(inet_aton("1.2.3.4", &(struct in_addr){0}));
    SAY(putenv("X_NULLS=1"));
    SAY(getenv("X_NULLS")[0]);
    SAY(unsetenv("X_NULLS"));
    SAY(secure_getenv("NONE") == NULL);
}

int main(void) {
    for (int round = 0; round < 3; round++) {
        options();
        numbers();
        characters();
        prints();
        paths();
        clocks();
        signals();
        messages();
        words();
        orders();
        expressions();
        processes();
        addresses();
        sockets();
        polls();
        descriptors();
        memory();
        codes();
        entries();
        streams();
        searches();
        nothings();
        dates_and_users();
    }
    printf("%lu\n", digest);
    return 0;
}
