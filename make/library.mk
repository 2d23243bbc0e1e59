# The library models: exceptions and cancellation pass through them, so they carry unwind tables;
# headers must not replace the routine that a model calls by another.
$(addprefix $(B)/,runtime/library/libc_%.o runtime/library/libc_%.bc training/runtime/library/libc_%.o): RT_CFLAGS += -fexceptions -fasynchronous-unwind-tables -D__NO_INLINE__
