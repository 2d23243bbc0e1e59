#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ordo trend --launcher slurm, on a real Slurm with one node: munged, slurmctld and slurmd are started here, in a
# folder of their own, on loopback.
. "$(dirname "$0")/lib.sh"
PROGRAMS=$ROOT/tests/e2e/programs
SLURM=$(mktemp -d)
NO_SLURM=

# Prints the processes of our daemons and of the steps that they left: all that were started with this configuration.
ours() { grep -lsz "^SLURM_CONF=$SLURM/slurm.conf\$" /proc/[0-9]*/environ | cut -d/ -f3 | grep -vx $$; }

# Gives the daemons ten seconds to end.
stop_slurm() {
    local f i
    timeout 20 scancel --user=root >"$SLURM/scancel.out" 2>&1
    for f in slurmd slurmctld munged; do
        [ -s "$SLURM/$f.pid" ] && kill "$(cat "$SLURM/$f.pid")" 2>/dev/null
    done
    for i in $(seq 100); do
        [ -z "$(jobs -pr)" ] && break
        sleep 0.1
    done
    for f in $(jobs -pr) $(ours); do kill -KILL "$f" 2>/dev/null; done
    rm -rf "$SLURM"
}

daemon() { # daemon NAME COMMAND...: starts it in the background
    local name=$1
    shift
    "$@" >"$SLURM/$name.out" 2>&1 &
    echo $! >"$SLURM/$name.pid"
}

# Starts Slurm, or sets NO_SLURM to the reason why it cannot be started here.
start_slurm() {
    local tool node ports i
    for tool in munged slurmctld slurmd sbatch squeue scontrol scancel sinfo; do
        command -v $tool >/dev/null || { NO_SLURM="there is no $tool: scripts/setup.sh test"; return; }
    done
    [ "$(id -u)" -eq 0 ] || { NO_SLURM="slurmd needs root"; return; }
    trap stop_slurm EXIT
    chmod 755 "$SLURM" && mkdir "$SLURM/state" "$SLURM/spool" && : >"$SLURM/plugstack.conf"
    head -c 1024 /dev/urandom >"$SLURM/key" && chmod 400 "$SLURM/key"
    daemon munged munged --foreground --force --key-file="$SLURM/key" --socket="$SLURM/munge.sock" \
        --pid-file="$SLURM/munge.own" --log-file="$SLURM/munge.log" --seed-file="$SLURM/munge.seed"
    for i in $(seq 100); do [ -S "$SLURM/munge.sock" ] && break; sleep 0.1; done
    read -r -a ports < <(python3 -c 'import socket
s = [socket.socket() for _ in range(2)]
[x.bind(("127.0.0.1", 0)) for x in s]
print(*[x.getsockname()[1] for x in s])')
    node=$(hostname -s)
    cat >"$SLURM/slurm.conf" <<C
ClusterName=ordo
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$SLURM/munge.sock
CredType=cred/munge
SlurmctldPort=${ports[0]}
SlurmdPort=${ports[1]}
StateSaveLocation=$SLURM/state
SlurmdSpoolDir=$SLURM/spool
SlurmctldPidFile=$SLURM/slurmctld.own
SlurmdPidFile=$SLURM/slurmd.own
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=1,default_queue_depth=1000
SlurmdParameters=config_overrides
KillWait=5
ReturnToService=2
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
PlugStackConfig=$SLURM/plugstack.conf
MessageTimeout=100
TCPTimeout=60
MailProg=/bin/true
NodeName=$node NodeAddr=127.0.0.1 CPUs=8 RealMemory=1000 State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
C
    export SLURM_CONF=$SLURM/slurm.conf
    daemon slurmctld slurmctld -D -c
    daemon slurmd slurmd -D
    for i in $(seq 300); do
        [ "$(timeout 20 sinfo -h -o %T 2>/dev/null)" = idle ] && return
        kill -0 "$(cat "$SLURM/slurmctld.pid")" "$(cat "$SLURM/slurmd.pid")" 2>/dev/null || break
        sleep 0.2
    done
    NO_SLURM="Slurm does not start here: $(tail -qn 1 "$SLURM"/{munged,slurmctld,slurmd}.out | cut -c1-150 | paste -sd'|')"
}

need_slurm() { [ -z "$NO_SLURM" ] || skip "$NO_SLURM"; }
ordo_trend() { timeout ${LIMIT:-300} "$ORDO" trend "$@"; }

write_worker() {
    copy_program slurm/slurm_worker.c worker.c
    assert_ok "$ORDO" cc --blocks -O2 -w -o worker worker.c
    write_files "$@"
}

test_a_job_array_gives_the_local_result() {
    need_slurm
    write_worker ok-1 100 ok-2 200 "ok-'3; echo no" 400 ok-4 800 'ok-5 $HOME' 1600 fail 10 die 10
    expect 0 ordo_trend -q -o t.data -w w -f bytes --printed lines -- ./worker {}
    "$ORDO" report --json t.data >here.json
    mv err here.err
    expect 0 ordo_trend -q -o t.data -w w -f bytes --printed lines --launcher slurm -- ./worker {}
    "$ORDO" report --json t.data >there.json
    diff here.json there.json
    diff <(sort here.err) <(sort err)
    assert_eq "left behind" "" "$(ls -d t.data.[^o]* 2>/dev/null)"
    [ "$(sqlite3 t.data 'SELECT min(wall_ns) FROM trend_workloads WHERE status = 0')" -gt 0 ]
    # Options of sbatch, and a limit on how many jobs run at a time.
    expect 0 ordo_trend -q -o u.data -j 2 -w w -f bytes --printed lines --memory 100M \
        --launcher "slurm --partition=all --comment='two words'" -- ./worker {}
    "$ORDO" report --json u.data >again.json
    diff here.json again.json
}

# running_job N: waits at most 120 seconds until N workloads are done and the waiting one runs; prints its job.
running_job() {
    local i
    for i in $(seq 600); do
        # The waiting one runs when all others are gone.
        [ -e there ] && [ "$(squeue -h -r -o %i | wc -l)" -eq 1 ] &&
            [ "$(sqlite3 "file:t.data.part?mode=ro" 'SELECT count(*) FROM trend_workloads' 2>/dev/null)" = "$1" ] &&
            { squeue -h -r -t R -o %i; return; }
        sleep 0.2
    done
    fail "the workload does not run: $(squeue)"
    return 1
}

test_a_killed_job_is_submitted_again() {
    need_slurm
    write_worker ok-1 100 ok-2 200 ok-3 400 ok-4 800 wait 10
    rm -f there
    ordo_trend -o t.data -w w -f bytes --launcher slurm -- ./worker {} "$PWD/there" 2>err &
    local job
    job=$(running_job 4) || exit 1
    scancel "$job"
    assert_ok wait $!
    grep -q '5 of 5 workloads' err
    mv t.data there.data
    assert_ok ordo_trend -q -o t.data -w w -f bytes -- ./worker {} "$PWD/there"
    assert_eq "counts" "$(sqlite3 t.data 'SELECT hex(counts) FROM trend_counts ORDER BY workload')" \
        "$(sqlite3 there.data 'SELECT hex(counts) FROM trend_counts ORDER BY workload')"
}

test_a_job_that_is_killed_each_time_is_reported() {
    need_slurm
    write_worker ok-1 100 ok-2 200 cancel 10
    expect 0 ordo_trend -o t.data -w w -f bytes --launcher slurm -- ./worker {}
    grep -q '^ordo trend: cancel: left out: failed: .*the batch system ended it before the program ended, 3 times (job [0-9]*_0: CANCELLED)' err
    grep -q '2 of 3 workloads' err
}

# Writes a stand-in for Slurm that runs the array's tasks one by one and then reports STATE as the end of the job.
write_slurm_that_says() { # write_slurm_that_says STATE
    mkdir -p bin
    cat >bin/sbatch <<'S'
#!/bin/sh
for word; do case $word in --array=0-*) last=${word#--array=0-} ;; esac; done
echo submitted >>submissions
for task in $(seq 0 "$last"); do SLURM_ARRAY_TASK_ID=$task sh "$word" >/dev/null 2>&1 </dev/null; done
echo 1
S
    printf '#!/bin/sh\necho JobId=1 JobState=%s Reason=None\n' "$1" >bin/scontrol
    printf '#!/bin/sh\n' | tee bin/squeue >bin/scancel
    chmod +x bin/*
    rm -f submissions
}

# The shell that runs the program may be notified of the program's end before its own.
test_a_program_that_slurm_killed_is_submitted_again() {
    write_worker ok-1 100 ok-2 200 killed 10
    local state
    for state in CANCELLED PREEMPTED NODE_FAIL; do
        write_slurm_that_says $state
        PATH=$PWD/bin:$PATH expect 0 ordo_trend -o t.data -w w -f bytes --launcher slurm -- ./worker {}
        grep -q "^ordo trend: killed: left out: failed: .*ended it before the program ended, 3 times (job 1_0: $state)" err
        assert_eq "times submitted" 3 "$(wc -l <submissions)"
    done
    write_slurm_that_says OUT_OF_MEMORY
    PATH=$PWD/bin:$PATH expect 0 ordo_trend -o t.data -w w -f bytes --launcher slurm -- ./worker {}
    grep -q '^ordo trend: killed: .*exceeded the memory limit of the batch system' err
    write_slurm_that_says TIMEOUT
    PATH=$PWD/bin:$PATH expect 0 ordo_trend -o t.data -w w -f bytes --launcher slurm -- ./worker {}
    grep -q '^ordo trend: killed: .*exceeded the time limit of the batch system' err
    assert_eq "times submitted" 1 "$(wc -l <submissions)"
}

test_a_program_that_another_process_killed_has_failed() {
    write_worker ok-1 100 ok-2 200 killed 10
    write_slurm_that_says FAILED
    PATH=$PWD/bin:$PATH expect 0 ordo_trend -o t.data -w w -f bytes --launcher slurm -- ./worker {}
    grep -q '^ordo trend: killed: .*signal 15' err
    assert_eq "times submitted" 1 "$(wc -l <submissions)"
}

test_an_interrupted_session_cancels_its_jobs_and_can_continue() {
    need_slurm
    write_worker ok-1 100 ok-2 200 wait 10
    rm -f there
    "$ORDO" trend -o t.data -w w -f bytes --launcher slurm -- ./worker {} "$PWD/there" 2>err &
    running_job 2 >job || exit 1
    kill -TERM $!
    local rc=0 i
    wait $! || rc=$?
    assert_eq "status" 143 "$rc"
    grep -q '2 of 3 workloads are done and kept in t.data.part' err
    for i in $(seq 600); do [ -z "$(squeue -h)" ] && break; sleep 0.1; done
    assert_eq "jobs" "" "$(squeue -h)"
    expect 0 ordo_trend -o t.data -w w -f bytes --launcher slurm -- ./worker {} "$PWD/there"
    grep -q 'continuing; 2 of 3 workloads are done' err
    grep -q '3 of 3 workloads' err
}

test_a_session_after_a_killed_one_cancels_its_jobs() {
    write_worker ok-1 100
    write_slurm_that_says RUNNING
    printf '#!/bin/sh\necho 77\n' >bin/sbatch
    printf '#!/bin/sh\necho 77_0\n' >bin/squeue
    printf '#!/bin/sh\necho "$@" >>cancelled\n' | sed "s|cancelled|$PWD/&|" >bin/scancel
    PATH=$PWD/bin:$PATH "$ORDO" trend -o t.data -w w -f bytes --launcher slurm -- ./worker {} 2>err &
    local i
    for i in $(seq 600); do ls t.data.work-*/array-0/id >/dev/null 2>&1 && break; sleep 0.1; done
    kill -KILL $!
    wait $! 2>/dev/null || true
    [ ! -e cancelled ] || { fail "a killed session cancels"; exit 1; }
    write_slurm_that_says COMPLETED
    printf '#!/bin/sh\necho "$@" >>cancelled\n' | sed "s|cancelled|$PWD/&|" >bin/scancel
    PATH=$PWD/bin:$PATH expect 0 ordo_trend -o t.data -w w -f bytes --launcher slurm -- ./worker {}
    assert_eq "cancelled" 77 "$(cat cancelled)"
    assert_eq "left behind" "t.data" "$(ls -d t.data*)"
}

test_messages_of_slurm_are_passed_on() {
    need_slurm
    write_worker ok-1 100
    expect 4 ordo_trend -o t.data -w w --launcher 'slurm --partition=nowhere' -- ./worker {}
    grep -q 'launcher slurm: sbatch ended with status 1: .*nvalid partition' err
}

test_a_missing_slurm_is_reported() {
    write_worker ok-1 100
    mkdir bin && ln -s "$(command -v sh)" bin/sh
    expect 4 env PATH="$PWD/bin" "$ORDO" trend -o t.data -w w --launcher slurm -- ./worker {}
    grep -q 'launcher slurm: sbatch: ' err
    expect 2 "$ORDO" trend -o t.data -w w --launcher 'slurm "x' -- ./worker {}
    expect 2 "$ORDO" trend -o t.data -w w --launcher slurmy -- ./worker {}
    grep -q -- '--launcher slurmy: unclosed quote, or no {}' err
}

start_slurm
run_tests
