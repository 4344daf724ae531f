/* SPDX-License-Identifier: MIT */
/* Passwords: the trace has their sizes, not their bytes. */
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <shadow.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/app/expect.h"

/* "name:hunter2:..." of no program's file, for those who search for it. */
static const char *line(void)
{
	static const char hidden[] = "o`ld;itouds3;0;3;2;5;4;7;6";
	static char shown[sizeof(hidden)];
	size_t i;

	for (i = 0; hidden[i]; i++)
		shown[i] = (char)(hidden[i] ^ 1);
	return shown;
}

/* The password itself. */
static char *word(void)
{
	static char shown[8];
	size_t i;

	for (i = 0; i < 7; i++)
		shown[i] = line()[5 + i];
	return shown;
}

#define READ_BACK                                                              \
	"{sp_namp=\"name\", sp_pwdp=?[7], sp_lstchg=1, sp_min=2, sp_max=3, "   \
	"sp_warn=4, sp_inact=5, sp_expire=6, sp_flag=0x7}"

static void shadows(FILE *f)
{
	struct spwd *shadow = sgetspent(line());

	expect("sgetspent(s=?[26]) = " READ_BACK);
	expect("putspent(p=" READ_BACK ", stream=PTR) = %d",
	       putspent(shadow, f));
	rewind(f);
	fgetspent(f);
	expect("fgetspent(stream=PTR) = " READ_BACK);
}

static void users(FILE *f)
{
	struct passwd user = {.pw_name = "u", .pw_uid = 1000};

	user.pw_passwd = word();
	user.pw_gecos = user.pw_dir = user.pw_shell = "";
	expect("putpwent(p={pw_name=\"u\", pw_passwd=?[7], pw_uid=1000, "
	       "pw_gid=0, pw_gecos=\"\", pw_dir=\"\", pw_shell=\"\"}, "
	       "stream=PTR) = %d",
	       putpwent(&user, f));
}

int main(void)
{
	struct group group = {.gr_name = "g", .gr_gid = 100};

	group.gr_passwd = word();
	users(fopen("passwd", "w+"));
	expect("putgrent(grp={gr_name=\"g\", gr_passwd=?[7], gr_gid=100, "
	       "gr_mem=NULL}, stream=PTR) = %d",
	       putgrent(&group, fopen("group", "w+")));
	shadows(fopen("shadow", "w+"));
	getpass("");
	expect("getpass(prompt=\"\") = ?[0]");
	return 0;
}
