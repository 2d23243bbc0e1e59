# The oracles (tests/oracle): the paper's traces on both engines, and random programs, which are
# compared with their own expectations and with the reference engine.

.PHONY: check-oracle check-oracle-long
# A seed's variant is its remainder by 7: any seven consecutive seeds have all variants.
ORACLE_SEEDS      ?= 1 7
ORACLE_LONG_SEEDS ?= 1 500
PRODUCTION_SEEDS      ?= 1 4
PRODUCTION_LONG_SEEDS ?= 1 1000
# Seeds with recursions that are called from sampled loops, or in samples that are given up.
PRODUCTION_WITHIN     ?= 246 356 671
# C++ with exceptions: a program takes a minute to compile in all kinds of builds.
CXX_LONG_SEEDS    ?= 1 42
LAB_SEEDS         ?= 1 8
LAB_LONG_SEEDS    ?= 1 2000
PLAYERS := $(B)/oracle/trace-ref $(B)/oracle/trace-rt
TEST_PROGRAMS += $(PLAYERS)

$(B)/oracle/trace-ref: tests/oracle/trace.c $(LIBDIR)/libordo-ref.so.1
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CLANG) -std=gnu11 -O1 -g $(WARN) -Isrc -o $@ $< -L$(LIBDIR) -lordo-ref -Wl,-rpath,$(abspath $(LIBDIR))

$(B)/oracle/trace-rt: tests/oracle/trace.c $(RUNTIME_SO)
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CLANG) -std=gnu11 -O1 -g $(WARN) -Isrc -o $@ $< -L$(LIBDIR) -lordo-rt -Wl,-rpath,$(abspath $(LIBDIR))

check-oracle: all $(PLAYERS) ## run the paper's traces and a few random programs, also in production builds
	python3 tests/oracle/play.py $(PLAYERS) -- tests/oracle/traces/*.trace
	python3 tests/oracle/run.py --levels 2 $(ORACLE_SEEDS)
	python3 tests/oracle/run.py --all --levels 0 170 170 # qsort calls back while there are marks
	python3 tests/oracle/run.py --broken --levels 2 --cells 8 $(ORACLE_SEEDS)
	python3 tests/oracle/production_oracle.py --levels 2s $(PRODUCTION_SEEDS)
	for s in $(PRODUCTION_WITHIN); do python3 tests/oracle/production_oracle.py --levels 2 $$s $$s || exit 1; done
	python3 tests/oracle/lab_programs.py $(ORDO) $(LAB_SEEDS)

check-oracle-long: all $(PLAYERS) ## run 500 random programs, and real programs on small inputs
	python3 tests/oracle/lab_programs.py $(ORDO) $(LAB_LONG_SEEDS)
	python3 tests/oracle/run.py --all --levels 0123s $(ORACLE_LONG_SEEDS)
	python3 tests/oracle/production_oracle.py --all $(PRODUCTION_LONG_SEEDS)
	python3 tests/oracle/cxx_oracle.py --all --levels 0123 \
	    --builds usual,structure,production,drms,counts,no-loops $(CXX_LONG_SEEDS)
	python3 tests/oracle/workloads.py

.PHONY: check-structure check-structure-long
STRUCTURE_SEEDS      ?= 1 8
STRUCTURE_LONG_SEEDS ?= 1 1000
# Programs with calls through pointers.
STRUCTURE_ADDRESS_SEEDS      ?= 1 3
STRUCTURE_ADDRESS_LONG_SEEDS ?= 1 300
RESTRUCTURED := tests/e2e/programs/structure/restructured.c
REHUNG := tests/e2e/programs/structure/rehung.c
REBALANCED := tests/e2e/programs/structure/rebalanced.c
BYTE_TABLES := tests/e2e/programs/structure/byte_tables.c
# Seeds whose inputs become one while an algorithm works on them: several types, and arrays. And seeds that
# differed once: arrays grow that only library routines touch; with calls through pointers, routines do not recur.
STRUCTURE_ONCE         ?= 67 125 206 2159 2218 2509 323 974
STRUCTURE_ADDRESS_ONCE ?= 131 199

check-structure: all ## compare structure profiles with full snapshots
	python3 tests/oracle/structure_oracle.py self
	python3 tests/oracle/structure_oracle.py $(ORDO) $(STRUCTURE_SEEDS)
	python3 tests/oracle/structure_oracle.py $(ORDO) $(STRUCTURE_ADDRESS_SEEDS) address
	python3 tests/oracle/structure_effort.py $(ORDO) $(RESTRUCTURED) 0 3
	python3 tests/oracle/structure_effort.py $(ORDO) $(RESTRUCTURED) 0 1 1500
	python3 tests/oracle/structure_effort.py $(ORDO) $(REHUNG) 0 2
	python3 tests/oracle/structure_effort.py $(ORDO) $(REBALANCED) 0 2
	python3 tests/oracle/structure_effort.py $(ORDO) $(BYTE_TABLES) 0 1
	python3 tests/oracle/structure_effort.py $(ORDO) $(BYTE_TABLES) 0 0 6000
	for s in $(STRUCTURE_ONCE); do \
	    python3 tests/oracle/structure_oracle.py $(ORDO) $$s $$s || exit 1; done
	for s in $(STRUCTURE_ADDRESS_ONCE); do \
	    python3 tests/oracle/structure_oracle.py $(ORDO) $$s $$s address || exit 1; done

check-structure-long: all ## compare structure profiles of 1,000 random programs; record ten million nodes
	python3 tests/oracle/structure_oracle.py $(ORDO) $(STRUCTURE_LONG_SEEDS)
	python3 tests/oracle/structure_oracle.py $(ORDO) $(STRUCTURE_ADDRESS_LONG_SEEDS) address
	python3 tests/oracle/structure_effort.py $(ORDO) $(RESTRUCTURED) 0 1009
	python3 tests/oracle/structure_effort.py $(ORDO) $(RESTRUCTURED) 0 4 1500
	python3 tests/oracle/structure_effort.py $(ORDO) $(REHUNG) 0 104
	python3 tests/oracle/structure_effort.py $(ORDO) $(REHUNG) 5 34 600
	python3 tests/oracle/structure_effort.py $(ORDO) $(REBALANCED) 0 204
	python3 tests/oracle/structure_effort.py $(ORDO) $(REBALANCED) 5 9 6000
	python3 tests/oracle/structure_effort.py $(ORDO) $(BYTE_TABLES) 0 104
	python3 tests/oracle/structure_effort.py $(ORDO) $(BYTE_TABLES) 1 4 6000
	bash tests/scale/structures.sh
