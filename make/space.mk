# Programs whose use of memory is known (tests/space): the models of bytes allocated and of the peak have its class.

.PHONY: check-space check-space-long
check-space: all ## test on a quarter of the programs whose use of memory is known that its models are right
	python3 tests/space/run.py $(ORDO) --quick

check-space-long: all ## test on all programs whose use of memory is known that its models are right, at -O0, -O1 and -O2
	python3 tests/space/run.py $(ORDO) -O 0
	python3 tests/space/run.py $(ORDO)
	python3 tests/space/run.py $(ORDO) -O 2
