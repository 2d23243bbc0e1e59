# The demonstration: the session of README with examples/queue.c, which is linear in each call and
# quadratic over the run. It ends with a page.

.PHONY: demo picture
DEMO := $(B)/demo

demo: ## install what is missing, build, find quadratic code in an example, write the page
	@echo "demo: 1. packages: looking for missing ones, and installing them"
	@scripts/setup.sh build run
	@echo "demo: 2. building Ordo$(if $(UNTRAINED),$(comma) which takes a minute or two; a later make or make install also trains the runtime)"
	+@$(MAKE) --no-print-directory $(JOBS) $(UNTRAINED) WEB_SETUP=1 $(WEB_PAGE) all
	@rm -rf $(DEMO) && mkdir -p $(DEMO)/examples && cp examples/queue.c $(DEMO)/examples
	@echo "demo: 3. examples/queue.c, built with: ordo cc -O2 -g --source-root=. -o queue examples/queue.c"
	@cd $(DEMO) && $(abspath $(ORDO)) cc -O2 -g --source-root=. -o queue examples/queue.c
	@echo "demo: 4. runs of three sizes, with: ordo run -q --scan n=300:1200:x2 -- ./queue moves {n}"
	@page=; [ ! -s $(WEB_PAGE) ] || page="--html page.html"; cd $(DEMO) && \
	    $(abspath $(ORDO)) run -q --scan n=300:1200:x2 $$page -- ./queue moves {n} >sums.txt
	@echo
	@if [ -s $(WEB_PAGE) ]; then echo "demo: the page is $(abspath $(DEMO))/page.html"; \
	    else echo "demo: there is no page, because npm's registry could not be reached: see above, then make demo again"; fi
	@echo "demo: next, all about the loop of the finding:"
	@echo "  $(abspath $(ORDO)) report 'loop in take_and_move' $(abspath $(DEMO))/ordo.data"

# The picture of README is the page of the demonstration.
CHROMIUM ?= chromium
picture: demo ## redraw docs/page.png, the picture in README
	@$(CHROMIUM) --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1280,860 \
	    --virtual-time-budget=8000 --screenshot=$(abspath $(DEMO))/page.png file://$(abspath $(DEMO))/page.html \
	    >$(DEMO)/picture.log 2>&1 || { tail -3 $(DEMO)/picture.log >&2; exit 1; }
	@cp $(DEMO)/page.png docs/page.png
