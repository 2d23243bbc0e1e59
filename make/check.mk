# Tests. scripts/check.sh runs every target check-NAME except check-san-NAME and check-NAME-long.
# Each file of make/ adds what its tests are made of to TEST_PROGRAMS.

.PHONY: check-arch check-arch-long check-e2e check-e2e-long test-programs
# The longest files start first, and the others run beside them.
E2E_FIRST := $(addprefix tests/e2e/,$(if $(LONG),builds.sh workloads.sh lab_header.sh) structure.sh cc.sh valgrind.sh lab.sh trend.sh)
E2E := $(E2E_FIRST) $(filter-out tests/e2e/lib.sh $(E2E_FIRST),$(wildcard tests/e2e/*.sh))

check: ## install what is missing, build, run all tests except long ones
	scripts/setup.sh
	+$(MAKE) --no-print-directory $(JOBS) $(UNTRAINED) all
	+$(MAKE) --no-print-directory $(JOBS) $(UNTRAINED) test-programs
	+$(UNTRAINED) MAKE="$(MAKE)" scripts/check.sh

format: ## format every C source with clang-format
	git ls-files 'src/*.[ch]' 'src/*.cpp' 'include/*.h' 'tests/unit/*.[ch]' 'tests/support/*.[ch]' 'tests/fuzz/*.c' 'examples/*.c' | xargs clang-format-14 -i

# Other files of make/ add to the list after this line was read, so it is not a list of prerequisites.
test-programs: ## compile what the tests are made of
	+@$(MAKE) --no-print-directory $(TEST_PROGRAMS)

check-arch: all ## check rooms (rooms.txt), symbols, file sizes and words
	bash tests/arch/arch.sh

check-arch-long: ## the same on a trained runtime
	+@LONG=1 $(MAKE) --no-print-directory PGO=1 check-arch

check-e2e: all ## run the end-to-end tests, four files at a time: some of them wait
	@printf '%s\n' $(E2E) | xargs -P 4 -I{} sh -c 'log=$$(mktemp); began=$$(date +%s); timeout 3600 bash {} >$$log 2>&1; rc=$$?; \
	    grep -q " passed, " $$log || echo "FAIL  {}: ended with status $$rc: 0 passed, 1 failed, 0 skipped" >>$$log; \
	    echo "== {} took $$(($$(date +%s) - began)) s" >>$$log; \
	    flock Makefile cat $$log; rm -f $$log; [ $$rc -eq 0 ]'

check-e2e-long: ## run the end-to-end tests with their long ones
	+@LONG=1 $(MAKE) --no-print-directory check-e2e

check-san: ## run host and runtime tests with AddressSanitizer and UndefinedBehaviorSanitizer
	+@for t in $$(sed -n 's/^\(check-san-[a-z0-9-]*\):.*/\1/p' make/*.mk); do $(MAKE) --no-print-directory $$t || exit 1; done

check-long: ## run the long tests: 500 random programs, fuzzers, projects built from source and more
	+@for t in $$(sed -n 's/^\(check-[a-z0-9-]*-long\):.*/\1/p' make/*.mk); do $(MAKE) --no-print-directory $$t || exit 1; done

# The command line with AddressSanitizer and UndefinedBehaviorSanitizer.
SAN_CLI_OBJ := $(HOST_SRC:src/%.c=$(B)/san/host/%.o)
$(B)/san/bin/ordo: $(SAN_CLI_OBJ)
	@mkdir -p $(@D)
	$(call step,LINK,$@)$(CC) $(SAN_FLAGS) -o $@ $^ -Wl,--as-needed $(HOST_LIBS)
	@for n in cc c++; do ln -sf ordo $(@D)/ordo-$$n; done
	@ln -sfn ../lib $(B)/san/lib

check-san-cli: all $(B)/san/bin/ordo ## run the command line's end-to-end tests with the sanitizers
	ORDO=$(abspath $(B)/san/bin/ordo) bash tests/e2e/cli.sh
	ORDO=$(abspath $(B)/san/bin/ordo) bash tests/e2e/record.sh
