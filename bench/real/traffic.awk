# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums up the log of a web server: requests and bytes by address, paths, and statuses.
{
    requests[$1]++
    bytes[$1] += $NF
    status[$(NF - 1)]++
    path = $6
    sub(/[0-9]+$/, "", path)
    if ($5 ~ /GET/ && path ~ /^\/[a-z]+/) paths[path]++
    gsub(/[\[\]]/, "", $4)
    if (first == "") first = $4
    last = $4
}
END {
    printf "%d requests in %d seconds\n", NR, last - first
    for (host in requests) printf "%-16s %6d %10d\n", host, requests[host], bytes[host]
    for (s in status) print s, status[s]
    for (p in paths) if (paths[p] > 1) print p, paths[p], length(p), substr(p, 2, 3)
}
