# Trends: the paper's ten sizes.

.PHONY: check-trend-long
check-trend-long: all ## the paper's bubble sort over all of its sizes
	ONLY=ten_sizes TREND_LONG=1 bash tests/e2e/trend.sh
