# Recorded programs must behave as natively under each kind of trouble in tests/kinds.

.PHONY: check-kinds-long
check-kinds-long: all ## test that recorded programs behave as natively under every kind of trouble
	python3 tests/kinds/run.py $(ORDO) $(CLANG)
