# cairo draws the figures. It is loaded when one is requested; building needs only its headers.
FIGURE_OBJ := $(foreach d,host san/host fuzz/host,$(B)/$(d)/report/figure/figure.o $(B)/$(d)/report/figure/cairo_library.o)
$(FIGURE_OBJ): HOST_CFLAGS += $(shell pkg-config --cflags-only-I cairo)
