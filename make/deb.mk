# Debian packages of what was built: build/deb/ordo_VERSION_amd64.deb and ordo-valgrind. debian/rules makes them.

DEB := $(B)/deb

.PHONY: deb
deb: all ## make Debian packages in build/deb, without using the network
	@mkdir -p $(DEB)
	@rm -f $(DEB)/*.deb
	+@OUT=$(DEB) STAGE=$(DEB)/stage FILES=$(DEB)/files debian/rules binary >$(DEB)/log 2>&1 || { tail -5 $(DEB)/log >&2; exit 1; }
	@rm -rf $(DEB)/stage
	@ls $(DEB)/*.deb
