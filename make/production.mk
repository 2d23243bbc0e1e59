# Production runs: what estimates are worth, how sampled profiles compare with exact ones, what they cost.

.PHONY: bench-estimates
bench-estimates: $(B)/bench/estimates $(B)/bench/estimate_means ## estimates from samples against the truth
	$(B)/bench/estimates >$(B)/bench/estimates.md
	$(B)/bench/estimate_means >>$(B)/bench/estimates.md
	mv $(B)/bench/estimates.md bench/results/estimates.md

$(B)/bench/estimates $(B)/bench/estimate_means: %: %.o $(SUPPORT_OBJ) $(UNIT_LIB_OBJ)
	$(call step,LINK,$@)$(CC) -o $@ $^ $(TEST_LIBS)

.PHONY: bench-production-overhead
bench-production-overhead: all ## what production builds of five real programs cost
	@mkdir -p $(B)/bench
	bench/production_overhead.py --workloads $(BENCH_WORKLOADS) --work $(B)/workloads >$(B)/bench/production_overhead.md
	mv $(B)/bench/production_overhead.md bench/results/production_overhead.md

.PHONY: bench-production-start
bench-production-start: all ## what production builds of these programs take to start and end
	bench/production_start.py --workloads $(BENCH_WORKLOADS) --work $(B)/workloads

.PHONY: bench-production-server
bench-production-server: all ## a server from a Debian source package, built with it and loaded on loopback
	@mkdir -p $(B)/bench
	bench/production_server.py --work $(B)/server >$(B)/bench/production_server.md
	mv $(B)/bench/production_server.md bench/results/production_server.md

.PHONY: bench-production-accuracy
bench-production-accuracy: all ## production profiles against exact ones of the same runs
	@mkdir -p $(B)/bench
	bench/production_accuracy.py --workloads $(BENCH_WORKLOADS) --work $(B)/workloads >$(B)/bench/production.md
	mv $(B)/bench/production.md bench/results/production.md

.PHONY: bench-production-cases
bench-production-cases: all ## the rank of what is to blame in public cases, of sampled runs
	bench/production_accuracy.py --work $(B)/workloads --only-cases

.PHONY: check-production-long
check-production-long: all ## larger projects built for production pass their own tests while recorded
	bash tests/suites/production.sh
