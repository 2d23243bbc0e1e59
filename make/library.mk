# The library models have unwind tables, because exceptions and cancellation pass through them.
# __NO_INLINE__ keeps headers from replacing the routine that a model calls.
$(addprefix $(B)/,runtime/library/libc_%.o runtime/library/libc_%.bc training/runtime/library/libc_%.o runtime/replaced/reads.o runtime/replaced/reads.bc training/runtime/replaced/reads.o): RT_CFLAGS += -fexceptions -fasynchronous-unwind-tables -D__NO_INLINE__
