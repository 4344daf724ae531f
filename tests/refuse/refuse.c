/* SPDX-License-Identifier: MIT */
/*
 * Refuses system calls to the recorder, as the environment that its process
 * was started with says:
 *
 *	REFUSE=28=38              madvise fails with ENOSYS
 *	REFUSE=28c18=22,157a38=1  madvise with 18 as third argument fails with
 *	                          EINVAL, prctl with 38 as its first with EPERM
 *	REFUSE=9=12+5             mmap fails with ENOMEM, from the sixth call on
 *
 * Calls that the program makes through syscall() are not the recorder's: of
 * those that make processes only its own are looked at.
 */
#include "tests/refuse/refuse.h"

#include <asm/unistd.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <stdbool.h>
#include <stddef.h>

/* its own are not refused */
#undef SYS_REFUSED
#include "writer/arch/call.h"

#define NAME "REFUSE="
#define MAX_RULES 16
#define TEXT_BYTES (1 << 20)

struct rule {
	long number, argument, error, n_free;
	char which; /* 'a', 'c', or 0: any arguments */
};

static struct rule rules[MAX_RULES];
static int n_rules;
static int state; /* 0 = not read yet, 1 = being read, 2 = read */
static char text[TEXT_BYTES];

static long number_at(const char **at)
{
	long n = 0;

	while (**at >= '0' && **at <= '9')
		n = n * 10 + *(*at)++ - '0';
	return n;
}

static void read_rules(const char *at)
{
	while (n_rules < MAX_RULES) {
		struct rule *rule = &rules[n_rules];

		rule->number = number_at(&at);
		if (*at == 'a' || *at == 'c') {
			rule->which = *at++;
			rule->argument = number_at(&at);
		}
		if (*at++ != '=')
			return;
		rule->error = number_at(&at);
		if (*at == '+') {
			at++;
			rule->n_free = number_at(&at);
		}
		n_rules++;
		if (*at++ != ',')
			return;
	}
}

static bool begins(const char *entry, const char *with)
{
	while (*with && *entry == *with) {
		entry++;
		with++;
	}
	return !*with;
}

static void read_environment(void)
{
	long fd = sys_call4(__NR_openat, AT_FDCWD, (long)"/proc/self/environ",
			    O_RDONLY | O_CLOEXEC, 0);
	long n = 0, got = 0;

	do {
		n += got;
		got = sys_call4(__NR_read, fd, (long)(text + n),
				TEXT_BYTES - 1 - n, 0);
	} while (got > 0);
	(void)sys_call4(__NR_close, fd, 0, 0, 0);
	for (long i = 0; i < n;) {
		if (begins(text + i, NAME))
			read_rules(text + i + sizeof(NAME) - 1);
		while (i < n && text[i])
			i++;
		i++;
	}
}

static bool matches(struct rule *rule, long number, long a, long c)
{
	if (rule->number != number ||
	    (rule->which == 'a' && rule->argument != a) ||
	    (rule->which == 'c' && rule->argument != c))
		return false;
	return __atomic_fetch_sub(&rule->n_free, 1, __ATOMIC_RELAXED) <= 0;
}

long refuse(long number, long a, long c)
{
	int before = 0;

	if (__atomic_load_n(&state, __ATOMIC_ACQUIRE) != 2) {
		if (__atomic_compare_exchange_n(&state, &before, 1, false,
						__ATOMIC_ACQUIRE,
						__ATOMIC_RELAXED)) {
			read_environment();
			__atomic_store_n(&state, 2, __ATOMIC_RELEASE);
		}
	}
#ifdef __NR_fork
	if (number == __NR_fork)
		return 0;
#endif
	if (number == __NR_clone && !(a & CLONE_VM))
		return 0;
	for (int i = 0; i < n_rules; i++)
		if (matches(&rules[i], number, a, c))
			return -rules[i].error;
	return 0;
}
