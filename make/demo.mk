# The demonstration: a word counter, built with `ordo cc`, run on the texts that every Debian has.

DEMO_TEXT ?= /usr/share/common-licenses/GPL-3

demo: ## install what is missing, build, profile a word counter on a real text, print the ranking
	scripts/setup.sh build run
	+$(MAKE) --no-print-directory all
	@mkdir -p $(B)/demo
	$(ORDO) cc -O2 -o $(B)/demo/wordcount examples/wordcount.c
	$(ORDO) record --cell 1 -o $(B)/demo/ordo.data -- $(B)/demo/wordcount $(DEMO_TEXT) >$(B)/demo/words.txt
	@head -5 $(B)/demo/words.txt
	$(ORDO) report $(B)/demo/ordo.data
