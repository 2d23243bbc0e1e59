# Shapes of accidental quadratic code in tests/growth: the report of three runs, and of one, names the routine at fault.

.PHONY: check-growth check-growth-long
check-growth: all ## test on a sixth of the quadratic programs that the report names the routine at fault
	python3 tests/growth/run.py $(ORDO) --quick

check-growth-long: all ## test on all quadratic programs, in each way to read input, that the report names the routine at fault
	python3 tests/growth/run.py $(ORDO)
	python3 tests/growth/run.py $(ORDO) --production --scale 4 --way made
