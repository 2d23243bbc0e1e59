# Installation: the prefix can be moved to another place.

INSTALL  ?= install
BINDIR   := $(DESTDIR)$(PREFIX)/bin
OWNDIR   := $(DESTDIR)$(PREFIX)/lib/ordo
INCDIR   := $(DESTDIR)$(PREFIX)/include/ordo
PCDIR    := $(DESTDIR)$(PREFIX)/lib/pkgconfig
CMAKEDIR := $(DESTDIR)$(PREFIX)/lib/cmake/Ordo
SHAREDIR := $(DESTDIR)$(PREFIX)/share
MANDIR   := $(SHAREDIR)/man/man1
DOCDIR   := $(SHAREDIR)/doc/ordo
MAN      := $(wildcard docs/man/*.1)
# In the tree of the source, so that links between documents hold.
DOCS     := README.md LICENSE ARCHITECTURE.md CONTRIBUTING.md src/engine/valgrind/COPYING \
            $(wildcard docs/*.md docs/*.json docs/*.png docs/gallery/* docs/decisions/*.md bench/results/*.md \
            examples/*.c examples/lab/*)

# Completion scripts are printed by the program, from the tables of its options.
COMPLETIONS := $(addprefix $(B)/completions/,ordo.bash ordo.zsh ordo.fish)

all: $(COMPLETIONS)
$(B)/completions/ordo.%: $(ORDO)
	@mkdir -p $(@D)
	$(call step,GEN,$@)$(ORDO) help --completion $* >$@.$$$$ && mv -f $@.$$$$ $@

ifneq ($(V),1)
.SILENT: install uninstall
endif

install: ## build, install below DESTDIR/PREFIX (default PREFIX: /usr/local)
	+$(MAKE) --no-print-directory $(JOBS) all
	echo "  INSTALL $(DESTDIR)$(PREFIX)"
	$(INSTALL) -d $(BINDIR) $(OWNDIR) $(INCDIR) $(PCDIR) $(CMAKEDIR) $(MANDIR) $(DOCDIR) \
	    $(SHAREDIR)/bash-completion/completions $(SHAREDIR)/zsh/site-functions \
	    $(SHAREDIR)/fish/vendor_completions.d
	$(INSTALL) -m 755 $(ORDO) $(BINDIR)/ordo
	ln -sf ordo $(BINDIR)/ordo-cc
	ln -sf ordo $(BINDIR)/ordo-c++
	$(INSTALL) -m 755 $(wildcard $(LIBDIR)/*.so.1 $(LIBDIR)/ordo-pass-*.so) $(OWNDIR)
	$(INSTALL) -m 644 $(wildcard $(LIBDIR)/*.a) $(OWNDIR)
	for p in $(VG_TOOL) $(VG_START); do $(INSTALL) -m 755 $$p $(OWNDIR) || exit 1; done
	$(INSTALL) -m 644 include/ordo/ordo.h $(INCDIR)
	sed 's/@VERSION@/$(VERSION)/' make/ordo.pc.in >$(PCDIR)/ordo.pc
	$(INSTALL) -m 644 cmake/OrdoConfig.cmake $(CMAKEDIR)
	sed 's/@VERSION@/$(VERSION)/' cmake/OrdoConfigVersion.cmake.in >$(CMAKEDIR)/OrdoConfigVersion.cmake
	$(INSTALL) -m 644 $(MAN) $(MANDIR)
	umask 022 && tar -c --mode=u=rw,go=r $(DOCS) | tar -x --no-same-owner -C $(DOCDIR)
	$(INSTALL) -m 644 $(B)/completions/ordo.bash $(SHAREDIR)/bash-completion/completions/ordo
	$(INSTALL) -m 644 $(B)/completions/ordo.zsh $(SHAREDIR)/zsh/site-functions/_ordo
	$(INSTALL) -m 644 $(B)/completions/ordo.fish $(SHAREDIR)/fish/vendor_completions.d/ordo.fish
	for n in cc c++; do \
	    ln -sf ordo $(SHAREDIR)/bash-completion/completions/ordo-$$n; \
	    ln -sf ordo.fish $(SHAREDIR)/fish/vendor_completions.d/ordo-$$n.fish; done

uninstall: ## remove the installed files
	echo "  REMOVE $(DESTDIR)$(PREFIX)"
	rm -f $(BINDIR)/ordo $(BINDIR)/ordo-cc $(BINDIR)/ordo-c++ $(PCDIR)/ordo.pc
	rm -f $(addprefix $(MANDIR)/,$(notdir $(MAN)))
	rm -f $(SHAREDIR)/zsh/site-functions/_ordo
	for n in ordo ordo-cc ordo-c++; do \
	    rm -f $(SHAREDIR)/bash-completion/completions/$$n $(SHAREDIR)/fish/vendor_completions.d/$$n.fish; done
	rm -rf $(OWNDIR) $(INCDIR) $(CMAKEDIR) $(DOCDIR)
