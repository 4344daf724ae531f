/* SPDX-License-Identifier: MIT */
/*
 * Wrappers of functions that set signal handlers. Our handler runs first for
 * signals that a trigger is about (sigwatch.h). Others are passed on unchanged.
 */
#include <pthread.h>
#include <signal.h>

#include "preload/arch/names.h"
#include "preload/entry/custom.h"
#include "preload/process/sigwatch.h"
#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"

#define FIRST_VERSION FXP_OLD_VERSION("GLIBC_2.2.5")

int fxp_w_sigaction(int signum, const struct sigaction *act,
		    struct sigaction *oldact) FXP_EXPORT("sigaction");
int fxp_w___sigaction(int signum, const struct sigaction *act,
		      struct sigaction *oldact) FXP_EXPORT("__sigaction");
sighandler_t fxp_w_signal(int signum, sighandler_t handler)
	FXP_EXPORT("signal");
sighandler_t fxp_w_ssignal(int signum, sighandler_t handler)
	FXP_EXPORT("ssignal");
sighandler_t fxp_w_bsd_signal(int signum, sighandler_t handler)
	FXP_EXPORT("bsd_signal");
sighandler_t fxp_w_sysv_signal(int signum, sighandler_t handler)
	FXP_EXPORT("sysv_signal");
sighandler_t fxp_w___sysv_signal(int signum, sighandler_t handler)
	FXP_EXPORT("__sysv_signal");
sighandler_t fxp_w_sigset(int sig, sighandler_t disp) FXP_EXPORT("sigset");
int fxp_w_pthread_kill(pthread_t thread, int sig) FXP_EXPORT("pthread_kill");
FXP_NEWER int fxp_w_older_pthread_kill(pthread_t thread, int sig);
FXP_EXPORT_NEWER(older_pthread_kill, "pthread_kill", FIRST_VERSION)

static int sigaction_by(unsigned function, int signum,
			const struct sigaction *act, struct sigaction *oldact)
{
	fxp_sigaction *real = (fxp_sigaction *)fxp_custom_real(function);
	uint64_t slot[4] = {FXP_WORD(signum), FXP_WORD(act), FXP_WORD(oldact)};
	struct fxp_call call;
	int ret;

	fxp_custom_begin(&call, function, slot);
	ret = fxp_sigwatch_set(real, signum, act, oldact);
	slot[3] = FXP_WORD(ret);
	fxp_end(&call, slot);
	return ret;
}

int fxp_w_sigaction(int signum, const struct sigaction *act,
		    struct sigaction *oldact)
{
	return sigaction_by(FXP_FN_libc_sigaction, signum, act, oldact);
}

int fxp_w___sigaction(int signum, const struct sigaction *act,
		      struct sigaction *oldact)
{
	return sigaction_by(FXP_FN_libc___sigaction, signum, act, oldact);
}

static sighandler_t signal_by(unsigned function, int signum,
			      sighandler_t handler)
{
	sighandler_t (*real)(int, sighandler_t) =
		(sighandler_t(*)(int, sighandler_t))fxp_custom_real(function);
	uint64_t slot[3] = {FXP_WORD(signum), FXP_WORD(handler)};
	struct fxp_call call;
	sighandler_t ret;

	fxp_custom_begin(&call, function, slot);
	ret = fxp_sigwatch_signal(real, signum, handler);
	slot[2] = FXP_WORD(ret);
	fxp_end(&call, slot);
	return ret;
}

sighandler_t fxp_w_signal(int signum, sighandler_t handler)
{
	return signal_by(FXP_FN_libc_signal, signum, handler);
}

sighandler_t fxp_w_ssignal(int signum, sighandler_t handler)
{
	return signal_by(FXP_FN_libc_ssignal, signum, handler);
}

sighandler_t fxp_w_bsd_signal(int signum, sighandler_t handler)
{
	return signal_by(FXP_FN_libc_bsd_signal, signum, handler);
}

sighandler_t fxp_w_sysv_signal(int signum, sighandler_t handler)
{
	return signal_by(FXP_FN_libc_sysv_signal, signum, handler);
}

sighandler_t fxp_w___sysv_signal(int signum, sighandler_t handler)
{
	return signal_by(FXP_FN_libc___sysv_signal, signum, handler);
}

sighandler_t fxp_w_sigset(int sig, sighandler_t disp)
{
	return signal_by(FXP_FN_libc_sigset, sig, disp);
}

int fxp_w_pthread_kill(pthread_t thread, int sig)
{
	int (*real)(pthread_t, int) = (int (*)(pthread_t, int))fxp_custom_real(
		FXP_FN_libc_pthread_kill);
	uint64_t slot[3] = {FXP_WORD(thread), FXP_WORD(sig)};
	struct fxp_call call;
	int ret;

	fxp_custom_begin(&call, FXP_FN_libc_pthread_kill, slot);
	ret = real(thread, sig);
	slot[2] = FXP_WORD(ret);
	fxp_end(&call, slot);
	return ret;
}

/*
 * The version of programs that were built before glibc 2.34. Since then it is
 * other code, which says of a thread that has ended that it is not there. The
 * program still gets that, and it is not recorded.
 */
int fxp_w_older_pthread_kill(pthread_t thread, int sig)
{
	static const char name[] = "pthread_kill";
	static void *known;
	/* relaxed: threads that race to it store the same */
	void *older = __atomic_load_n(&known, __ATOMIC_RELAXED);

	if (!older) {
		older = fxp_real_find_version(name, fxp_symbol_hash(name),
					      FIRST_VERSION, true);
		__atomic_store_n(&known, older, __ATOMIC_RELAXED);
	}
	if (older && older != fxp_custom_real(FXP_FN_libc_pthread_kill))
		return ((int (*)(pthread_t, int))older)(thread, sig);
	return fxp_w_pthread_kill(thread, sig);
}
