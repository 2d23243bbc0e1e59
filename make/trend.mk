# Trends: how fast their analysis is.

.PHONY: bench-trend
$(B)/bench/trend_speed: $(B)/bench/trend_speed.o $(SUPPORT_OBJ) $(UNIT_LIB_OBJ)
	$(call step,LINK,$@)$(CC) -o $@ $^ $(TEST_LIBS)

bench-trend: $(B)/bench/trend_speed ## measure how long the analysis of 30,000 blocks over 1,000 workloads takes
	$(B)/bench/trend_speed
