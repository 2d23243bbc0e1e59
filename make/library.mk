# The library models: exceptions and cancellation pass through them, so they carry unwind tables.
$(B)/runtime/libc_%.o: RT_CFLAGS += -fexceptions -fasynchronous-unwind-tables
