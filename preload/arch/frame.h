/* SPDX-License-Identifier: MIT */
/*
 * Where a function's frame has its return address, and what else of a processor
 * is known to wrappers and hooks.
 */
#ifndef PRELOAD_ARCH_FRAME_H
#define PRELOAD_ARCH_FRAME_H

#include <stdint.h>

#if defined(__x86_64__)

/* The caller has pushed it: right below the end of the frame. */
#define FXP_RETURN_IS_PUSHED 1
/* Whether a thread's pthread_t is its thread pointer. */
#define FXP_HANDLE_IS_POINTER 1
#define FXP_SET_FRAME(call)                                                    \
	((call)->frame_end = (uintptr_t)__builtin_dwarf_cfa())
#define FXP_RETURN_ADDRESS(call) ((const uintptr_t *)(call)->frame_end - 1)

/* The stack pointer of the caller of a function whose frame record (its frame
 * pointer and return address) is at `record`. */
#define FXP_CALLER_SP(record) ((uintptr_t)((record) + 2))

/* The address of a va_list: a parameter is one already. */
#define FXP_WORD_LIST(list) ((uint64_t)(uintptr_t)(list))

/* How many arguments are in registers. */
#define FXP_REGISTER_ARGUMENTS 6u

/* In user space. */
#define FXP_ADDRESS_BITS 47

/* A code address without the signature that a processor may have put there. */
#define FXP_PLAIN_CODE(address) (address)

#elif defined(__aarch64__)

/* A register has it: a wrapper stores it. */
#define FXP_RETURN_IS_PUSHED 0
#define FXP_HANDLE_IS_POINTER 0
#define FXP_SET_FRAME(call)                                                    \
	((call)->return_address = (uintptr_t)__builtin_return_address(0),      \
	 (call)->frame_end = (uintptr_t)__builtin_dwarf_cfa())
#define FXP_RETURN_ADDRESS(call) ((const uintptr_t *)&(call)->return_address)

/* The record is anywhere in the frame. */
#define FXP_CALLER_SP(record) ((void)(record), (uintptr_t)__builtin_dwarf_cfa())

/* It is a structure. */
#define FXP_WORD_LIST(list) ((uint64_t)(uintptr_t) & (list))

#define FXP_REGISTER_ARGUMENTS 8u

#define FXP_ADDRESS_BITS 48
#define FXP_PLAIN_CODE(address)                                                \
	((address) & (((uintptr_t)1 << FXP_ADDRESS_BITS) - 1))

#else
#error "frame.h: frames of this processor are not described yet"
#endif

/* Argument i of a tail-jumped function, an integer or pointer (tail.S). Further
 * ones follow the return address. */
static inline uint64_t fxp_tail_argument(const uint64_t *arguments,
					 void *const *return_address,
					 unsigned i)
{
	return i < FXP_REGISTER_ARGUMENTS
		       ? arguments[i]
		       : ((const uint64_t *)
				  return_address)[i - FXP_REGISTER_ARGUMENTS +
						  1];
}

#endif
