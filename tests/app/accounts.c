/* SPDX-License-Identifier: MIT */
/* Files of users, groups and logins: of this folder, none of the machine's is
 * written. */
#include <grp.h>
#include <gshadow.h>
#include <pwd.h>
#include <shadow.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utmp.h>
#include <utmpx.h>

#include "tests/app/expect.h"

static char space[1000];

#define ENTRY                                                                  \
	"{ut_type=USER_PROCESS, ut_pid=PID, ut_line=\"tty9\", ut_id=\"9\", "   \
	"ut_user=\"u\", ut_host=\"\", ut_exit={e_termination=0, e_exit=0}, "   \
	"ut_session=0, ut_time=0, ut_addr_v6=[0, 0, 0, 0]}"

static FILE *of(const char *line)
{
	FILE *f = tmpfile();

	fputs(line, f);
	rewind(f);
	return f;
}

static void users(void)
{
	FILE *f = of("u:x:7:8:A B:/home:/bin/sh\n");
	struct passwd one, *found;

	fgetpwent_r(f, &one, space, sizeof(space), &found);
	expect("fgetpwent_r(stream=PTR, pwbuf={pw_name=\"u\", pw_passwd=?[1], "
	       "pw_uid=7, pw_gid=8, pw_gecos=\"A B\", pw_dir=\"/home\", "
	       "pw_shell=\"/bin/sh\"}, buf=PTR, buflen=1000, pwbufp=PTR) = 0");
	rewind(f);
	fgetpwent(f);
	expect("fgetpwent(stream=PTR) = {pw_name=\"u\", pw_passwd=?[1], "
	       "pw_uid=7, pw_gid=8, pw_gecos=\"A B\", pw_dir=\"/home\", "
	       "pw_shell=\"/bin/sh\"}");
	fgetpwent_r(f, &one, space, sizeof(space), &found);
	expect("fgetpwent_r(stream=PTR, buf=PTR, buflen=1000, pwbufp=PTR) = 2 "
	       "ENOENT");
	fclose(f);
	getpwuid_r(0, &one, space, 1, &found);
	expect("getpwuid_r(uid=0, buf=PTR, buflen=1, result=PTR) = 34 ERANGE");
	setpwent();
	expect("setpwent() = void");
	endpwent();
	expect("endpwent() = void");
}

static void groups(void)
{
	FILE *f = of("g:x:9:u,v\n");
	struct group one, *found;

	fgetgrent_r(f, &one, space, sizeof(space), &found);
	expect("fgetgrent_r(stream=PTR, gbuf={gr_name=\"g\", gr_passwd=?[1], "
	       "gr_gid=9, gr_mem=[\"u\", \"v\"]}, buf=PTR, buflen=1000, "
	       "gbufp=PTR) = 0");
	rewind(f);
	fgetgrent(f);
	expect("fgetgrent(stream=PTR) = {gr_name=\"g\", gr_passwd=?[1], "
	       "gr_gid=9, gr_mem=[\"u\", \"v\"]}");
	fclose(f);
	getgrnam("no-such-group");
	expect("getgrnam(name=\"no-such-group\") = NULL");
	getgrgid((gid_t)-7);
	expect("getgrgid(gid=4294967289) = NULL");
	getgrnam_r("no-such-group", &one, space, sizeof(space), &found);
	expect("getgrnam_r(name=\"no-such-group\", buf=PTR, buflen=1000, "
	       "result=PTR) = 0");
	setgrent();
	expect("setgrent() = void");
	endgrent();
	expect("endgrent() = void");
}

static void shadows(void)
{
	FILE *f = of("u:!:1:2:3:4:5:6:7\n");
	struct spwd one, *found;
	struct sgrp group, *found_group;

	fgetspent_r(f, &one, space, sizeof(space), &found);
	expect("fgetspent_r(stream=PTR, spbuf={sp_namp=\"u\", sp_pwdp=?[1], "
	       "sp_lstchg=1, sp_min=2, sp_max=3, sp_warn=4, sp_inact=5, "
	       "sp_expire=6, sp_flag=0x7}, buf=PTR, buflen=1000, spbufp=PTR) = "
	       "0");
	fclose(f);
	getspnam("no-such-user");
	expect("getspnam(name=\"no-such-user\") = NULL");
	getspnam_r("no-such-user", &one, space, sizeof(space), &found);
	expect("getspnam_r(name=\"no-such-user\", buf=PTR, buflen=1000, "
	       "spbufp=PTR) = 0");
	sgetspent_r("u:!:1::::::", &one, space, sizeof(space), &found);
	expect("sgetspent_r(s=?[11], spbuf={sp_namp=\"u\", sp_pwdp=?[1], "
	       "sp_lstchg=1, sp_min=-1, sp_max=-1, sp_warn=-1, sp_inact=-1, "
	       "sp_expire=-1, sp_flag=0xffffffffffffffff}, buf=PTR, "
	       "buflen=1000, spbufp=PTR) = 0");
	setspent();
	expect("setspent() = void");
	endspent();
	expect("endspent() = void");
	f = of("g:!:a:u,v\n");
	fgetsgent(f);
	expect("fgetsgent(stream=PTR) = {sg_namp=\"g\", sg_passwd=?[1], "
	       "sg_adm=[\"a\"], sg_mem=[\"u\", \"v\"]}");
	fclose(f);
	sgetsgent_r("g:!:a:u", &group, space, sizeof(space), &found_group);
	expect("sgetsgent_r(string=?[7], result_buf={sg_namp=\"g\", "
	       "sg_passwd=?[1], sg_adm=[\"a\"], sg_mem=[\"u\"]}, buffer=PTR, "
	       "buflen=1000, result=PTR) = 0");
	f = tmpfile();
	putsgent(&group, f);
	expect("putsgent(g={sg_namp=\"g\", sg_passwd=?[1], sg_adm=[\"a\"], "
	       "sg_mem=[\"u\"]}, stream=PTR) = 0");
	fclose(f);
}

static void logins(void)
{
	struct utmp one = {.ut_type = USER_PROCESS,
			   .ut_pid = 5,
			   .ut_line = "tty9",
			   .ut_id = "9",
			   .ut_user = "u"},
		    two, *found;
	struct utmpx extended;

	fclose(fopen("accounts-utmp", "w"));
	utmpname("accounts-utmp");
	expect("utmpname(file=\"accounts-utmp\") = 0");
	setutent();
	expect("setutent() = void");
	pututline(&one);
	expect("pututline(ut=%s) = %s", ENTRY, ENTRY);
	setutent();
	expect("setutent() = void");
	getutent();
	expect("getutent() = %s", ENTRY);
	getutent();
	expect("getutent() = NULL");
	setutent();
	expect("setutent() = void");
	getutline_r(&one, &two, &found);
	expect("getutline_r(line=%s, buffer=%s, result=PTR) = 0", ENTRY, ENTRY);
	setutent();
	expect("setutent() = void");
	getutid(&one);
	expect("getutid(ut=%s) = %s", ENTRY, ENTRY);
	endutent();
	expect("endutent() = void");
	getutmpx(&one, &extended);
	expect("getutmpx(u=%s, ux=%s) = void", ENTRY, ENTRY);
	getutmp(&extended, &two);
	expect("getutmp(ux=%s, u=%s) = void", ENTRY, ENTRY);
	updwtmp("accounts-wtmp", &one);
	expect("updwtmp(wtmp_file=\"accounts-wtmp\", ut=%s) = void", ENTRY);
	unlink("accounts-utmp");
	unlink("accounts-wtmp");
}

int __nss_configure_lookup(const char *dbname, const char *string);

int main(void)
{
	__nss_configure_lookup("passwd", "files");
	__nss_configure_lookup("group", "files");
	__nss_configure_lookup("shadow", "files");
	users();
	groups();
	shadows();
	logins();
	return 0;
}
