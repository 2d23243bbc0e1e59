# Test suites of projects from Debian source packages must have the same results with Ordo.

SUITES_WORK ?= $(B)/suites

.PHONY: check-suites-long suites-table
check-suites-long: all ## test that projects built with Ordo pass their own tests as natively, five runs each
	ORDO=$(abspath $(ORDO)) tests/suites/own.py --work $(SUITES_WORK)

suites-table: ## write docs/own-suites.md from the results of check-suites-long
	tests/suites/own.py --work $(SUITES_WORK) --table >$(SUITES_WORK)/own-suites.md
	mv $(SUITES_WORK)/own-suites.md docs/own-suites.md
