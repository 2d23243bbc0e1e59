# Debian packages, by debian/rules: the binary packages ordo and ordo-valgrind of what was built, and the source package
# that they can be built from again (scripts/source_package.sh). All are in build/deb.

DEB := $(B)/deb

.PHONY: deb
deb: all ## make Debian source and binary packages in build/deb, without using the network
	@mkdir -p $(DEB)
	@rm -f $(DEB)/*.deb
	+@OUT=$(DEB) STAGE=$(DEB)/stage FILES=$(DEB)/files debian/rules binary >$(DEB)/log 2>&1 || { tail -5 $(DEB)/log >&2; exit 1; }
	@rm -rf $(DEB)/stage
	@scripts/source_package.sh $(DEB) >>$(DEB)/log 2>&1 || { tail -5 $(DEB)/log >&2; exit 1; }
	@ls $(DEB)/*.deb $(DEB)/*.dsc
