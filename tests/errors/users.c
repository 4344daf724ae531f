/* SPDX-License-Identifier: MIT */
/*
 * Functions of users, terminals, locales, the environment and libraries.
 */
#include <grp.h>
#include <iconv.h>
#include <link.h>
#include <locale.h>
#include <nl_types.h>
#include <pty.h>
#include <pwd.h>
#include <resolv.h>
#include <shadow.h>
#include <gshadow.h>
#include <termios.h>
#include <utmp.h>
#include <utmpx.h>

#include "gen/api/libc/speeds.h"
#include "tests/errors/try.h"

static struct passwd user, *user_found;
static struct group group, *group_found;
static struct spwd shadow, *shadow_found;
static struct sgrp group_shadow, *group_shadow_found;
static struct termios settings;
static struct utmp login_entry, *login_found;
static locale_t locale;
static int master;

static FILE *full(void)
{
	FILE *stream = fopen("/dev/full", "w");

	setvbuf(stream, NULL, _IONBF, 0);
	return stream;
}

static FILE *ended(void)
{
	return fopen("/dev/null", "r");
}

/* Their entries are too large for the memory, or not there. */
RETURNS(getpwnam_r, getpwnam_r("root", &user, buffer, 1, &user_found))
RETURNS(getpwnam_r, getpwnam_r("root", &user, buffer, 4096, &user_found))
RETURNS(getpwuid_r, getpwuid_r(0, &user, buffer, 1, &user_found))
RETURNS(getpwuid_r, getpwuid_r(0, &user, buffer, 4096, &user_found))
RETURNS(getgrnam_r, getgrnam_r("root", &group, buffer, 1, &group_found))
RETURNS(getgrnam_r, getgrnam_r("root", &group, buffer, 4096, &group_found))
RETURNS(getgrgid_r, getgrgid_r(0, &group, buffer, 1, &group_found))
RETURNS(getgrgid_r, getgrgid_r(0, &group, buffer, 4096, &group_found))
RETURNS(getpwent_r, getpwent_r(&user, buffer, 1, &user_found))
RETURNS(getpwent_r, getpwent_r(&user, buffer, 4096, &user_found))
RETURNS(getgrent_r, getgrent_r(&group, buffer, 1, &group_found))
RETURNS(getgrent_r, getgrent_r(&group, buffer, 4096, &group_found))
RETURNS(getspnam_r, getspnam_r("root", &shadow, buffer, 1, &shadow_found))
RETURNS(getspent_r, getspent_r(&shadow, buffer, 1, &shadow_found))
RETURNS(getsgnam_r,
	getsgnam_r("root", &group_shadow, buffer, 1, &group_shadow_found))
RETURNS(getsgent_r, getsgent_r(&group_shadow, buffer, 1, &group_shadow_found))
RETURNS(sgetspent_r,
	sgetspent_r("x:y:1:::::0:", &shadow, buffer, 1, &shadow_found))
RETURNS(sgetspent_r,
	sgetspent_r("x:y:1::::::", &shadow, buffer, 4096, &shadow_found))
RETURNS(sgetsgent_r,
	sgetsgent_r("x:y::", &group_shadow, buffer, 1, &group_shadow_found))
RETURNS(fgetpwent_r, fgetpwent_r(ended(), &user, buffer, 99, &user_found))
RETURNS(fgetgrent_r, fgetgrent_r(ended(), &group, buffer, 99, &group_found))
RETURNS(fgetspent_r, fgetspent_r(ended(), &shadow, buffer, 99, &shadow_found))
RETURNS(fgetsgent_r,
	fgetsgent_r(ended(), &group_shadow, buffer, 99, &group_shadow_found))
WORKS(getpwnam, getpwnam("root"))
WORKS(getgrnam, getgrnam("root"))
FAILS(putpwent, putpwent(NULL, full()))
FAILS(putgrent, putgrent(NULL, full()))
FAILS(getpw, SYMBOL(int, getpw, uid_t, char *)(0, NULL))
WORKS(getpw, SYMBOL(int, getpw, uid_t, char *)(0, buffer))
WORKS(utmpname, utmpname(NO_PATH))
WORKS(utmpxname, utmpxname(NO_PATH))
FAILS(getutent, getutent())
FAILS(getutent_r, getutent_r(&login_entry, &login_found))
FAILS(getutid_r, getutid_r(&login_entry, &login_entry, &login_found))
FAILS(getutline_r, getutline_r(&login_entry, &login_entry, &login_found))
FAILS(pututline, pututline(&login_entry))
FAILS(pututxline, pututxline((struct utmpx *)&login_entry))
FAILS(login_tty, login_tty(NO_FD))
FAILS(setlogin, SYMBOL(int, setlogin, const char *)("x"))

#ifdef __B38400 /* since glibc 2.42 there are two: these have a description */
__asm__(".symver cfsetispeed, cfsetispeed@GLIBC_2.2.5");
__asm__(".symver cfsetospeed, cfsetospeed@GLIBC_2.2.5");
__asm__(".symver cfsetspeed, cfsetspeed@GLIBC_2.2.5");
#endif
FAILS(cfsetispeed, cfsetispeed(&settings, 12345))
WORKS(cfsetispeed, cfsetispeed(&settings, B9600))
FAILS(cfsetospeed, cfsetospeed(&settings, 12345))
WORKS(cfsetospeed, cfsetospeed(&settings, B9600))
FAILS(cfsetspeed, cfsetspeed(&settings, 12345))
WORKS(cfsetspeed, cfsetspeed(&settings, B9600))
WORKS(getpt, getpt())
FAILS(grantpt, grantpt(NO_FD))
WORKS(posix_openpt, master = posix_openpt(O_RDWR | O_NOCTTY))
WORKS(grantpt, grantpt(master))
FAILS(unlockpt, unlockpt(a_file))
WORKS(unlockpt, unlockpt(master))
FAILS(ptsname, ptsname(a_file))
WORKS(ptsname, ptsname(master))
RETURNS(ptsname_r, ptsname_r(a_file, buffer, 99))
RETURNS(ptsname_r, ptsname_r(master, buffer, 1))
RETURNS(__ptsname_r_chk, SYMBOL(int, __ptsname_r_chk, int, char *, size_t,
				size_t)(a_file, buffer, 99, 99))
FAILS(tcdrain, tcdrain(NO_FD))
FAILS(tcflow, tcflow(NO_FD, TCOON))
FAILS(tcflush, tcflush(NO_FD, TCIFLUSH))
WORKS(tcflush, tcflush(master, TCIFLUSH))
FAILS(tcgetattr, tcgetattr(a_file, &settings))
WORKS(tcgetattr, tcgetattr(master, &settings))
FAILS(tcgetpgrp, tcgetpgrp(a_file))
FAILS(tcgetsid, tcgetsid(a_file))
FAILS(tcsendbreak, tcsendbreak(a_file, 0))
FAILS(tcsetattr, tcsetattr(a_file, TCSANOW, &settings))
FAILS(tcsetpgrp, tcsetpgrp(a_file, 1))
FAILS(ttyname, ttyname(a_file))
RETURNS(ttyname_r, ttyname_r(a_file, buffer, 99))
RETURNS(__ttyname_r_chk, SYMBOL(int, __ttyname_r_chk, int, char *, size_t,
				size_t)(a_file, buffer, 99, 99))
WORKS(openpty, openpty(&master, &(int){0}, NULL, NULL, NULL))

FAILS(setenv, setenv("=", "x", 1))
WORKS(setenv, setenv("X", "x", 1))
FAILS(unsetenv, unsetenv("="))
WORKS(unsetenv, unsetenv("X"))
WORKS(putenv, putenv("X=y"))
WORKS(secure_getenv, secure_getenv("no such variable"))
FAILS(catopen, catopen("no such catalog", 0))
FAILS(catclose, catclose((nl_catd)-1))
FAILS(iconv_open, iconv_open("no such set", "UTF-8"))
WORKS(iconv_open, iconv_open("UTF-8", "UTF-8"))
FAILS(iconv_close, iconv_close((iconv_t)-1))
WORKS(iconv_close, iconv_close(iconv_open("UTF-8", "UTF-8")))
FAILS(newlocale, newlocale(LC_ALL_MASK, "no such locale", NULL))
WORKS(newlocale, locale = newlocale(LC_ALL_MASK, "C", NULL))
WORKS(duplocale, duplocale(locale))
FAILS(initstate, initstate(1, buffer, 4))
WORKS(initstate, initstate(1, buffer, 32))

MAY_FAIL(getpwuid, getpwuid((uid_t)NO_PID))
MAY_FAIL(getgrgid, getgrgid((gid_t)NO_PID))
MAY_FAIL(getspnam, getspnam("no such user"))
MAY_FAIL(getsgnam, getsgnam("no such group"))
MAY_FAIL(getpwent, getpwent())
MAY_FAIL(getgrent, getgrent())
MAY_FAIL(getspent, getspent())
MAY_FAIL(getsgent, getsgent())
MAY_FAIL(fgetpwent, fgetpwent(ended()))
MAY_FAIL(fgetgrent, fgetgrent(ended()))
MAY_FAIL(fgetspent, fgetspent(ended()))
MAY_FAIL(fgetsgent, fgetsgent(ended()))
MAY_FAIL(sgetspent, sgetspent("x:y:1:::::0:"))
MAY_FAIL(sgetsgent, sgetsgent("x:y::"))
FAILS(putspent, putspent(&shadow, full()))
FAILS(putsgent, putsgent(&group_shadow, full()))
MAY_FAIL(getutid, getutid(&login_entry))
MAY_FAIL(getutline, getutline(&login_entry))
MAY_FAIL(getutxent, getutxent())
MAY_FAIL(getutxid, getutxid((struct utmpx *)&login_entry))
MAY_FAIL(getutxline, getutxline((struct utmpx *)&login_entry))
MAY_FAIL(logout, logout("none"))
MAY_FAIL(ttyslot, ttyslot())
MAY_FAIL(getlogin, getlogin())
RETURNS(getlogin_r, getlogin_r(buffer, 1))
RETURNS(__getlogin_r_chk,
	SYMBOL(int, __getlogin_r_chk, char *, size_t, size_t)(buffer, 1, 99))
MAY_FAIL(initgroups, initgroups("root", getgid()))
WORKS(setstate, setstate(initstate(1, buffer + 64, 32)))
COMPLAINS(dlopen, dlopen(NO_PATH, RTLD_NOW))
COMPLAINS(dlopen, dlopen("/", RTLD_NOW))
COMPLAINS(dlopen, dlopen("file", 99))
WORKS(dlopen, dlopen("libc.so.6", RTLD_NOW))
COMPLAINS(dlmopen, dlmopen(LM_ID_BASE, NO_PATH, RTLD_NOW))
COMPLAINS(dlsym, dlsym(dlopen("libc.so.6", RTLD_NOW), "no such symbol"))
COMPLAINS(dlvsym, dlvsym(dlopen("libc.so.6", RTLD_NOW), "open", "NONE"))
WORKS(dlsym, dlsym(dlopen("libc.so.6", RTLD_NOW), "abs"))
COMPLAINS(dlinfo, dlinfo(dlopen("libc.so.6", RTLD_NOW), 99, buffer))
COMPLAINS(dlclose, dlclose((char[4096]){0}))
WORKS(dlclose, dlclose(dlopen("libc.so.6", RTLD_NOW)))
MAY_FAIL(setpgrp, setpgrp())
MAY_FAIL(setsid, setsid())
MAY_FAIL(fcloseall, fcloseall())
WORKS(clearenv, clearenv())
