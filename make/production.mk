# Production runs: what estimates are worth, how sampled profiles compare with exact ones, what they cost.

.PHONY: bench-estimates
bench-estimates: $(B)/bench/estimates ## estimates from samples against the truth
	$(B)/bench/estimates >$(B)/bench/estimates.md
	mv $(B)/bench/estimates.md bench/results/estimates.md

$(B)/bench/estimates: $(B)/bench/estimates.o $(SUPPORT_OBJ) $(UNIT_LIB_OBJ)
	$(CC) -o $@ $^ $(TEST_LIBS)
