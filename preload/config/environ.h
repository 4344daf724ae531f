/* SPDX-License-Identifier: MIT */
/*
 * The variables that make a program a traced one, kept alive through programs
 * that start others with an environment of their own making: what is missing is
 * put back at exec, and taken out again before the new program looks, so that
 * it finds what it was given.
 */
#ifndef PRELOAD_CONFIG_ENVIRON_H
#define PRELOAD_CONFIG_ENVIRON_H

#include <stdbool.h>
#include <stddef.h>

/* Notes our variables. Once, from the constructor; envp as libc has it. */
void fxp_environ_note(char *const *envp);

/* Whether this program was given our variables by an exec of ours only; then
 * they are taken out of envp, in place. After fxp_environ_note. */
bool fxp_environ_hide(char **envp);

/*
 * Bytes that fxp_environ_complete needs, 0: nothing is missing, or there is too
 * much of it.
 * envp  may be NULL, which Linux takes for empty
 * more  a variable for the new program's recorder besides, or NULL
 * Any thread, any signal handler, a vfork child.
 */
size_t fxp_environ_capacity(char *const *envp, const char *more);

/* envp with our variables, built in `room`; strings are shared with envp and
 * `more`. */
char *const *fxp_environ_complete(char *const *envp, void *space,
				  const char *more);

/* More than this does not go onto the caller's stack, which may be a small
 * thread's. */
#define FXP_ENVIRON_STACK_BYTES 4096u

/*
 * Memory for that, the thread's own; NULL: none, or it is lent to code that we
 * interrupt. A vfork child that execs never gives it back: the next one gets it
 * again.
 */
void *fxp_environ_borrow(size_t n_bytes);

/* What came from fxp_environ_borrow, or NULL. */
void fxp_environ_give_back(void *space);

/* All of it for the caller; `borrowed` is to be given back. Not a function:
 * room on the stack would be gone. */
#define FXP_ENVIRON_COMPLETE(envp, borrowed)                                   \
	FXP_ENVIRON_COMPLETE_WITH(envp, borrowed, NULL)

#define FXP_ENVIRON_COMPLETE_WITH(envp, borrowed, more)                        \
	do {                                                                   \
		const char *more_ = (more);                                    \
		size_t n_ = fxp_environ_capacity(envp, more_);                 \
		void *room_ = NULL;                                            \
                                                                               \
		(borrowed) = NULL;                                             \
		if (n_ > FXP_ENVIRON_STACK_BYTES)                              \
			room_ = (borrowed) = fxp_environ_borrow(n_);           \
		else if (n_)                                                   \
			room_ = __builtin_alloca(n_);                          \
		if (room_)                                                     \
			(envp) = fxp_environ_complete(envp, room_, more_);     \
	} while (0)

#endif
