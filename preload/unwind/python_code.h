/* SPDX-License-Identifier: MIT */
/*
 * Functions of Python in the archive: each is a CODE entry (writer/wire.h),
 * written when a stack leads to it for the first time.
 *
 * Any thread, any signal handler. Nothing allocates, locks or changes errno.
 */
#ifndef PRELOAD_UNWIND_PYTHON_CODE_H
#define PRELOAD_UNWIND_PYTHON_CODE_H

#include <stdbool.h>
#include <stdint.h>

/* Where CPython of one version has what we read: offsets in bytes. */
struct fxp_python_layout {
	/* of the thread's state */
	uint16_t thread_id, current; /* frame, or with has_marks the mark */
	/* of a mark */
	uint16_t mark_frame, mark_outer;
	/* of a frame */
	uint16_t previous, code, instruction, owner, is_entry;
	/* of a code object */
	uint16_t first_line, file, name, lines, first_instruction;
	/* of objects */
	uint16_t text_state, text_length, text_ascii, text_wide;
	uint16_t bytes_length, bytes_at;
	uint8_t has_marks; /* the thread's state leads to marks */
	uint8_t has_entry; /* a frame says whether it is the mark's last */
};

/*
 * The address in archives (FXW_STACK_CODE) of an instruction.
 * code  address of the code object, any.
 * at    address of the instruction in it, any.
 * Returns 0 if there is no space for the function, or if it cannot be read.
 * Also for the interpreter's own functions.
 */
uint64_t fxp_python_address(const struct fxp_python_layout *layout,
			    uintptr_t code, uintptr_t at);

/* In a forked child, whose archive has none of them. */
void fxp_python_codes_forget(void);

#endif
