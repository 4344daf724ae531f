/* SPDX-License-Identifier: MIT */
/*
 * Why this thread's last call of dlopen, dlsym or their like failed. dlerror
 * would answer that once only, and it allocates. glibc 2.34 and later keep it
 * in a thread-local variable of libc, which is read here and never changed.
 */
#ifndef PRELOAD_SYMBOL_DL_ERROR_H
#define PRELOAD_SYMBOL_DL_ERROR_H

enum fxp_dl_state {
	FXP_DL_UNKNOWN, /* another libc, or it cannot be read now */
	FXP_DL_NONE,	/* the call has not failed */
	FXP_DL_ERROR,
	FXP_DL_RETURNED,  /* an error whose text dlerror has returned */
	FXP_DL_NO_MEMORY, /* not even for the error */
};

/* Strings are the thread's until its next such call. They are not verified. */
struct fxp_dl_error {
	int code;	    /* an errno, or 0 */
	const char *object; /* what it is about; may be empty */
	const char *text;
};

/*
 * Fills `error` in if FXP_DL_ERROR is returned.
 * errno_address  of this thread's errno
 * Any thread, any signal handler, after our relocation. Makes system calls.
 */
enum fxp_dl_state fxp_dl_error_read(const int *errno_address,
				    struct fxp_dl_error *error);

#endif
