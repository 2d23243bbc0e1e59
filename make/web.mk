# The page of the HTML report: web/ is bundled into one document that html_page.c includes. If the
# npm registry cannot be reached, the document is empty, `ordo report --html` reports that, and the
# next `make` tries again.

WEB_PAGE  := $(B)/gen/page.html
WEB_STAMP := $(B)/web/installed
WEB_SRC   := $(wildcard web/src/*.ts web/src/*.css web/src/*.html) web/build.mjs
WEB_OBJ   := $(foreach d,host san/host fuzz/host,$(B)/$(d)/report/page/html_page.o)

$(WEB_OBJ): $(WEB_PAGE)
$(WEB_OBJ): HOST_CFLAGS += -DORDO_PAGE_FILE='"$(WEB_PAGE)"'

# An empty stamp is out of date.
ifneq ($(shell find $(WEB_STAMP) -size 0 2>/dev/null),)
.PHONY: $(WEB_STAMP)
endif

$(WEB_PAGE): $(WEB_SRC) $(WEB_STAMP)
	@mkdir -p $(@D)
	$(call step,WEB,$@)if [ -s $(WEB_STAMP) ]; then node web/build.mjs $@; \
	    else echo "make: no HTML page in this build: its npm packages could not be installed" >&2; : >$@; fi

# Contains the lock file's checksum, or nothing if the packages could not be installed. If WEB_SETUP is set, node and
# npm are installed here, beside the compilers' work: npm alone is 350 Debian packages.
$(WEB_STAMP): web/package-lock.json scripts/web_install.sh
	@mkdir -p $(@D)
	$(if $(WEB_SETUP),@scripts/setup.sh page)
	@scripts/web_install.sh $@

# Tests of the page in a real browser, with a real profile and generated ones.
.PHONY: check-web check-web-long bench-web
WEB_TEST := $(B)/tests/web/page_profiles
WEB_LABS := $(B)/tests/web/page_labs
WEB_SERVE := $(B)/tests/web/serve_page
TEST_PROGRAMS += $(WEB_TEST) $(WEB_LABS) $(WEB_SERVE)
$(WEB_TEST) $(WEB_LABS) $(WEB_SERVE): %: %.o $(SUPPORT_OBJ) $(UNIT_LIB_OBJ)
	$(call step,LINK,$@)$(CC) -o $@ $^ $(TEST_LIBS)

check-web: all $(WEB_TEST) $(WEB_LABS) $(WEB_SERVE) ## test the HTML report in headless Chromium
	bash tests/web/web.sh $(abspath $(WEB_TEST) $(WEB_LABS) $(WEB_SERVE))

check-web-long: ## test the HTML report in headless Chromium, with more views of more pages
	+@LONG=1 $(MAKE) --no-print-directory check-web

bench-web: all $(WEB_TEST) ## measure the speed of pages of 10,000 and 50,000 scopes
	bash bench/page.sh $(abspath $(ORDO)) $(abspath $(WEB_TEST))
