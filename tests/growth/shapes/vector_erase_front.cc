/* Takes jobs from the front of a vector. */
#include "input.h"
#include <vector>

static std::vector<long> jobs;

#ifdef REPAIRED
static size_t first;

static bool next_job(long &job) {
    if (first == jobs.size()) return false;
    job = jobs[first++];
    return true;
}
#else
static bool next_job(long &job) {
    if (jobs.empty()) return false;
    job = jobs.front();
    jobs.erase(jobs.begin());
    return true;
}
#endif

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, [](long job) { jobs.push_back(job); });
    long sum = 0;
    for (long job; next_job(job);) sum = (31 * sum + job) % 1000003;
    printf("%ld\n", sum);
}
