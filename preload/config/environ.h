/* SPDX-License-Identifier: MIT */
/*
 * Keeps a program traced if another program starts it with an environment of
 * its own. Our missing variables are put back at exec. They are taken out again
 * before the new program reads its environment, so that it finds what it was
 * given.
 */
#ifndef PRELOAD_CONFIG_ENVIRON_H
#define PRELOAD_CONFIG_ENVIRON_H

#include <stdbool.h>
#include <stddef.h>

/* Copies our variables. Once, from the constructor; envp as libc has it.
 * follows  whether new programs get what they lack of them */
void fxp_environ_copy(char *const *envp, bool follows);

/* Whether only our exec wrapper gave this program our variables. If so, takes
 * them out of envp, in place. After fxp_environ_copy. */
bool fxp_environ_hide(char **envp);

/*
 * Bytes that fxp_environ_complete needs. 0: nothing is missing, or too much is.
 * envp  may be NULL, which Linux treats as empty.
 * more  one more variable for the new program's recorder, or NULL.
 * leave_us_out  the new program's dynamic linker would complain about us.
 * Any thread, any signal handler, a vfork child.
 */
size_t fxp_environ_capacity(char *const *envp, const char *more,
			    bool leave_us_out);

/* envp with our variables, or without our library, built in `space`. It shares
 * the strings of envp and `more`. */
char *const *fxp_environ_complete(char *const *envp, void *space,
				  const char *more, bool leave_us_out);

/* Larger ones do not go onto the caller's stack, which may be small. */
#define FXP_ENVIRON_STACK_BYTES 4096u

/*
 * Memory for that, the thread's own. NULL: none, or the code that we interrupt
 * has borrowed it. A vfork child that execs never gives it back; the next one
 * gets it again.
 */
void *fxp_environ_borrow(size_t n_bytes);

/* What came from fxp_environ_borrow, or NULL. */
void fxp_environ_give_back(void *space);

/* All of it for the caller; `borrowed` is to be given back. It is a macro so
 * that the space on the stack outlives it. */
#define FXP_ENVIRON_COMPLETE(envp, borrowed, more, leave_us_out)               \
	do {                                                                   \
		const char *more_ = (more);                                    \
		bool out_ = (leave_us_out);                                    \
		size_t n_ = fxp_environ_capacity(envp, more_, out_);           \
		void *room_ = NULL;                                            \
                                                                               \
		(borrowed) = NULL;                                             \
		if (n_ > FXP_ENVIRON_STACK_BYTES)                              \
			room_ = (borrowed) = fxp_environ_borrow(n_);           \
		else if (n_)                                                   \
			room_ = __builtin_alloca(n_);                          \
		if (room_)                                                     \
			(envp) = fxp_environ_complete(envp, room_, more_,      \
						      out_);                   \
	} while (0)

#endif
