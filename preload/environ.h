/* SPDX-License-Identifier: MIT */
/*
 * The variables that make a program a traced one, kept alive through programs
 * that start others with an environment of their own making: what is missing is
 * put back at exec, and taken out again before the new program looks, so that
 * it finds what it was given.
 */
#ifndef ENVIRON_H
#define ENVIRON_H

#include <stdbool.h>
#include <stddef.h>

/* Notes our variables. Once, from the constructor; envp as libc has it. */
void fxp_environ_note(char *const *envp);

/* Whether this program was given our variables by an exec of ours only; then
 * they are taken out of envp, in place. After fxp_environ_note. */
bool fxp_environ_hide(char **envp);

/*
 * Bytes that fxp_environ_complete needs, 0: nothing is missing, or there is too
 * much of it. envp may be NULL, which Linux takes for empty.
 * Any thread, any signal handler, a vfork child.
 */
size_t fxp_environ_room(char *const *envp);

/* envp with our variables, built in `room`; strings are shared with envp. */
char *const *fxp_environ_complete(char *const *envp, void *room);

/* The same on the caller's stack, which a vfork child may use. */
#define FXP_ENVIRON_COMPLETE(envp)                                             \
	do {                                                                   \
		size_t room_ = fxp_environ_room(envp);                         \
                                                                               \
		if (room_)                                                     \
			(envp) = fxp_environ_complete(                         \
				envp, __builtin_alloca(room_));                \
	} while (0)

#endif
