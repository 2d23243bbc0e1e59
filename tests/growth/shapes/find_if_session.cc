/* Finds the session of each packet with std::find_if. */
#include "input.h"
#include <algorithm>
#include <unordered_map>
#include <vector>

struct Session {
    long id, packets;
};
static std::vector<Session> sessions;

static Session &session_of(long id) {
#ifdef REPAIRED
    static std::unordered_map<long, size_t> by_id;
    auto [at, is_new] = by_id.emplace(id, sessions.size());
    if (is_new) sessions.push_back({id, 0});
    return sessions[at->second];
#else
    auto at = std::find_if(sessions.begin(), sessions.end(),
                           [id](const Session &s) { return s.id == id; });
    if (at != sessions.end()) return *at;
    sessions.push_back({id, 0});
    return sessions.back();
#endif
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)(n / 2);
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, [](long id) { session_of(id).packets++; });
    long sum = 0;
    for (const Session &s : sessions) sum ^= s.id * s.packets;
    printf("%ld\n", sum);
}
