# The demonstration: the session of README with examples/queue.c, which is linear in each call and
# quadratic over the run. It ends with a page.

.PHONY: demo
DEMO := $(B)/demo

demo: ## install what is missing, build, find quadratic code in an example, write the page
	@echo "demo: 1. packages: looking for missing ones, and installing them"
	@scripts/setup.sh build run
	@echo "demo: 2. building Ordo; training the runtime takes most of a minute (make PGO=0 skips it)"
	+@$(MAKE) --no-print-directory all
	@rm -rf $(DEMO) && mkdir -p $(DEMO)/examples && cp examples/queue.c $(DEMO)/examples
	@echo "demo: 3. examples/queue.c, built with: ordo cc -O2 -g --source-root=. -o queue examples/queue.c"
	@cd $(DEMO) && $(abspath $(ORDO)) cc -O2 -g --source-root=. -o queue examples/queue.c
	@echo "demo: 4. runs of three sizes, with: ordo run -q --scan n=300:1200:x2 -- ./queue moves {n}"
	@cd $(DEMO) && $(abspath $(ORDO)) run -q --scan n=300:1200:x2 --html page.html -- ./queue moves {n} >sums.txt
	@echo
	@echo "demo: the page is $(abspath $(DEMO))/page.html"
	@echo "demo: next, all about the loop of the finding:"
	@echo "  $(abspath $(ORDO)) report 'loop in take_and_move' $(abspath $(DEMO))/ordo.data"
