# The demonstration: bzip2, built from its Debian source package by its own makefile with `ordo cc`,
# compresses texts that every Debian system has. If the package cannot be fetched, examples/wordcount.c
# reads one of them instead.

DEMO_TEXTS ?= $(wildcard /usr/share/common-licenses/*)
.PHONY: demo demo-bzip2 demo-wordcount
DEMO       := $(B)/demo

demo: ## install what is missing, build, profile a real program on real texts, print the ranking
	scripts/setup.sh build run
	+$(MAKE) --no-print-directory all
	@rm -rf $(DEMO) && mkdir -p $(DEMO)/bzip2
	@cat $(DEMO_TEXTS) >$(DEMO)/texts
	+@if scripts/debian_source.sh bzip2 $(DEMO)/bzip2; then $(MAKE) --no-print-directory demo-bzip2; \
	    else $(MAKE) --no-print-directory demo-wordcount; fi
	$(ORDO) report --rows 25 $(DEMO)/ordo.data

demo-bzip2:
	$(MAKE) -s -C $(DEMO)/bzip2 CC="$(abspath $(ORDO)) cc" bzip2
	$(ORDO) record -o $(DEMO)/ordo.data -- $(DEMO)/bzip2/bzip2 -k $(DEMO)/texts
	@ls -l $(DEMO)/texts $(DEMO)/texts.bz2

demo-wordcount:
	$(ORDO) cc -O2 -o $(DEMO)/wordcount examples/wordcount.c
	$(ORDO) record --cell 1 -o $(DEMO)/ordo.data -- $(DEMO)/wordcount $(DEMO)/texts
