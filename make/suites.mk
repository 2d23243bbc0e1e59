# Projects from Debian source packages run their own test suites with Ordo as they do without it.

SUITES_WORK ?= $(B)/suites

.PHONY: check-suites-long suites-table
check-suites-long: all ## projects built with Ordo pass their own tests as they do natively, five runs each
	ORDO=$(abspath $(ORDO)) tests/suites/own.py --work $(SUITES_WORK)

suites-table: ## docs/own-suites.md, from the results of check-suites-long
	tests/suites/own.py --work $(SUITES_WORK) --table >$(SUITES_WORK)/own-suites.md
	mv $(SUITES_WORK)/own-suites.md docs/own-suites.md
