# The measurements behind every claim about speed and memory; bench/results has the results.
# BENCH_WORKLOADS: a script with the verbs prepare, list, build, run (see bench/overhead.py).

BENCH_WORKLOADS ?= ../shared/workloads/workloads.sh
BENCH_REPS      ?= 5
FLOOR_SO := $(B)/bench/floor.so

.PHONY: bench bench-overhead bench-unmodified
bench: bench-overhead bench-unmodified bench-report ## measure speed and memory; results go to bench/results

bench-overhead: all $(FLOOR_SO) ## measure the engine's overhead on five real programs
	bench/overhead.py --workloads $(BENCH_WORKLOADS) --work $(B)/workloads --reps $(BENCH_REPS) \
	    --floor $(FLOOR_SO) >$(B)/bench/overhead.md
	mv $(B)/bench/overhead.md bench/results/overhead.md

bench-unmodified: all ## compare the Valgrind engine with Valgrind's own tools on the same programs
	@mkdir -p $(B)/bench
	bench/unmodified.py --workloads $(BENCH_WORKLOADS) --work $(B)/workloads >$(B)/bench/unmodified.md
	mv $(B)/bench/unmodified.md bench/results/unmodified.md

.PHONY: bench-forks bench-predictions bench-findings bench-compile-time
bench-forks: all ## measure the overhead on programs that start many processes
	@mkdir -p $(B)/bench
	bench/forks.py >$(B)/bench/forks.md
	mv $(B)/bench/forks.md bench/results/forks.md

bench-predictions: all ## compare what three ordinary runs predict with runs of ten times the size
	@mkdir -p $(B)/bench
	bench/predictions.py >$(B)/bench/predictions.md
	mv $(B)/bench/predictions.md bench/results/predictions.md

bench-findings: all ## compare findings of real programs with runs of ten times the size (20 minutes)
	@mkdir -p $(B)/bench
	bench/real_findings.py --work $(B)/real >$(B)/bench/findings.md
	mv $(B)/bench/findings.md bench/results/findings.md

bench-compile-time: all ## compare compile times with clang's
	@mkdir -p $(B)/bench
	bench/compile_time.py --work $(B)/compile >$(B)/bench/compile_time.md
	mv $(B)/bench/compile_time.md bench/results/compile_time.md

$(FLOOR_SO): bench/floor.c src/abi/abi.h
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CLANG) -std=gnu11 -O2 $(WARN) -fPIC -Isrc -shared -o $@ $<
