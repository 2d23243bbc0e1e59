# Trends, at the paper's ten sizes.

.PHONY: check-trend-long
check-trend-long: all ## analyse the paper's bubble sort at all of its sizes
	ONLY=ten_sizes TREND_LONG=1 bash tests/e2e/trend.sh

.PHONY: bench-trend
$(B)/bench/trend_speed: $(B)/bench/trend_speed.o $(SUPPORT_OBJ) $(UNIT_LIB_OBJ)
	$(call step,LINK,$@)$(CC) -o $@ $^ $(TEST_LIBS)

bench-trend: $(B)/bench/trend_speed ## measure how long the analysis of 30,000 blocks over 1,000 workloads takes
	$(B)/bench/trend_speed
