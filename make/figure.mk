# Figures are drawn by cairo, loaded when one is asked for: only its headers are needed here.
FIGURE_OBJ := $(foreach d,host san/host fuzz/host,$(B)/$(d)/report/figure/figure.o $(B)/$(d)/report/figure/cairo_library.o)
$(FIGURE_OBJ): HOST_CFLAGS += $(shell pkg-config --cflags-only-I cairo)
