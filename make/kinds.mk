# The kinds of trouble under which a recorded program must behave as natively (tests/kinds).

.PHONY: check-kinds-long
check-kinds-long: all ## a recorded program behaves as natively under every kind of trouble
	python3 tests/kinds/run.py $(ORDO) $(CLANG)
