# Production runs: the accuracy of estimates and of sampled profiles, and their overhead.

.PHONY: bench-estimates
bench-estimates: $(B)/bench/estimates $(B)/bench/estimate_means ## compare estimates from samples with the truth
	$(B)/bench/estimates >$(B)/bench/estimates.md
	$(B)/bench/estimate_means >>$(B)/bench/estimates.md
	mv $(B)/bench/estimates.md bench/results/estimates.md

$(B)/bench/estimates $(B)/bench/estimate_means: %: %.o $(SUPPORT_OBJ) $(UNIT_LIB_OBJ)
	$(call step,LINK,$@)$(CC) -o $@ $^ $(TEST_LIBS)

.PHONY: bench-production-overhead
bench-production-overhead: all ## measure the overhead of production builds of five real programs
	@mkdir -p $(B)/bench
	bench/production_overhead.py --workloads $(BENCH_WORKLOADS) --work $(B)/workloads >$(B)/bench/production_overhead.md
	mv $(B)/bench/production_overhead.md bench/results/production_overhead.md

.PHONY: bench-production-start
bench-production-start: all ## measure how long production builds of these programs take to start and end
	bench/production_start.py --workloads $(BENCH_WORKLOADS) --work $(B)/workloads

.PHONY: bench-production-server
bench-production-server: all ## measure a production build of a server from a Debian source package, under load on loopback
	@mkdir -p $(B)/bench
	bench/production_server.py --work $(B)/server >$(B)/bench/production_server.md
	mv $(B)/bench/production_server.md bench/results/production_server.md

.PHONY: bench-production-accuracy
bench-production-accuracy: all ## compare production profiles with exact ones of the same runs
	@mkdir -p $(B)/bench
	bench/production_accuracy.py --workloads $(BENCH_WORKLOADS) --work $(B)/workloads >$(B)/bench/production.md
	mv $(B)/bench/production.md bench/results/production.md

.PHONY: bench-production-cases
bench-production-cases: all ## rank the known culprits of public cases in sampled profiles
	bench/production_accuracy.py --work $(B)/workloads --only-cases

.PHONY: check-production-long
check-production-long: all ## test that production builds of larger projects pass their own tests while recorded
	bash tests/suites/production.sh
