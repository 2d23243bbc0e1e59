# Tests. scripts/check.sh runs every target check-NAME except check-san and check-long.

.PHONY: check-arch check-e2e
# The longest files start first, and the others run beside them.
E2E_LONG := tests/e2e/builds.sh tests/e2e/workloads.sh
E2E := $(E2E_LONG) $(filter-out tests/e2e/lib.sh $(E2E_LONG),$(wildcard tests/e2e/*.sh))

check: ## install what is missing, build, run every test
	scripts/setup.sh
	+$(MAKE) --no-print-directory all
	+MAKE="$(MAKE)" scripts/check.sh

format: ## format every C source with clang-format
	git ls-files 'src/*.[ch]' 'src/*.cpp' 'include/*.h' 'tests/unit/*.[ch]' 'tests/support/*.[ch]' 'tests/fuzz/*.c' 'examples/*.c' | xargs clang-format-14 -i

check-arch: all ## check rooms (rooms.txt), symbols, file sizes and words
	bash tests/arch/arch.sh

check-e2e: all ## run the end-to-end tests, two files at a time
	@printf '%s\n' $(E2E) | xargs -P 2 -I{} sh -c 'log=$$(mktemp); began=$$(date +%s); timeout 3600 bash {} >$$log 2>&1; rc=$$?; \
	    grep -q " passed, " $$log || echo "FAIL  {}: ended with status $$rc: 0 passed, 1 failed, 0 skipped" >>$$log; \
	    echo "== {} took $$(($$(date +%s) - began)) s" >>$$log; \
	    flock Makefile cat $$log; rm -f $$log; [ $$rc -eq 0 ]'

check-san: ## run host and runtime tests with AddressSanitizer and UndefinedBehaviorSanitizer
	+@for t in $$(sed -n 's/^\(check-san-[a-z0-9-]*\):.*/\1/p' make/*.mk); do $(MAKE) --no-print-directory $$t || exit 1; done

check-long: ## run the long tests: 500 random programs, fuzzers and more
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
