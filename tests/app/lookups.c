/* SPDX-License-Identifier: MIT */
/* Users, groups, hosts, languages: structs with strings, arrays of strings,
 * lists. */
#include <grp.h>
#include <ifaddrs.h>
#include <langinfo.h>
#include <locale.h>
#include <netdb.h>
#include <pwd.h>
#include <string.h>
#include <sys/socket.h>

#include "tests/app/expect.h"

static void expect_user(const char *call, const struct passwd *p)
{
	expect("%s{pw_name=\"%s\", pw_passwd=?[%zu], pw_uid=%u, pw_gid=%u, "
	       "pw_gecos=\"%s\", pw_dir=\"%s\", pw_shell=\"%s\"}%s",
	       call, p->pw_name, strlen(p->pw_passwd), p->pw_uid, p->pw_gid,
	       p->pw_gecos, p->pw_dir, p->pw_shell,
	       strstr(call, "_r") ? ", buf=PTR, buflen=1000, result=PTR) = 0"
				  : "");
}

static void users(void)
{
	struct passwd one, *found;
	char text[1000];

	expect_user("getpwuid(uid=0) = ", getpwuid(0));
	expect_user("getpwnam(name=\"root\") = ", getpwnam("root"));
	getpwnam_r("root", &one, text, sizeof(text), &found);
	expect_user("getpwnam_r(name=\"root\", pwd=", found);
}

static void groups(void)
{
	struct group one, *found;
	char text[1000];

	getgrgid_r(0, &one, text, sizeof(text), &found);
	expect("getgrgid_r(gid=0, grp={gr_name=\"%s\", gr_passwd=?[%zu], "
	       "gr_gid=0, gr_mem=[]}, buf=PTR, buflen=1000, result=PTR) = 0",
	       found->gr_name, strlen(found->gr_passwd));
}

static void hosts(void)
{
	struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
				 .ai_family = AF_INET6},
			*list;

	getaddrinfo("::1", NULL, &hints, &list);
	expect("getaddrinfo(node=\"::1\", service=NULL, "
	       "hints={ai_flags=AI_NUMERICHOST|AI_NUMERICSERV, "
	       "ai_family=AF_INET6, ai_socktype=0, ai_protocol=IPPROTO_IP, "
	       "ai_addrlen=0, ai_addr=NULL, ai_canonname=NULL}, "
	       "res=[{ai_flags=AI_NUMERICHOST|AI_NUMERICSERV, "
	       "ai_family=AF_INET6, ai_socktype=SOCK_STREAM, "
	       "ai_protocol=IPPROTO_TCP, ai_addrlen=28, "
	       "ai_addr={AF_INET6 [::1]:0}, ai_canonname=NULL}, "
	       "{ai_flags=AI_NUMERICHOST|AI_NUMERICSERV, "
	       "ai_family=AF_INET6, ai_socktype=SOCK_DGRAM, "
	       "ai_protocol=IPPROTO_UDP, ai_addrlen=28, "
	       "ai_addr={AF_INET6 [::1]:0}, ai_canonname=NULL}, "
	       "{ai_flags=AI_NUMERICHOST|AI_NUMERICSERV, "
	       "ai_family=AF_INET6, ai_socktype=SOCK_RAW, "
	       "ai_protocol=IPPROTO_IP, ai_addrlen=28, "
	       "ai_addr={AF_INET6 [::1]:0}, ai_canonname=NULL}]) = 0");
	/* what hints point to is not read: it may be anything */
	hints.ai_addr = (void *)8;
	hints.ai_canonname = (void *)8;
	getaddrinfo("x", NULL, &hints, &list);
	expect("getaddrinfo(node=\"x\", service=NULL, "
	       "hints={ai_flags=AI_NUMERICHOST|AI_NUMERICSERV, "
	       "ai_family=AF_INET6, ai_socktype=0, ai_protocol=IPPROTO_IP, "
	       "ai_addrlen=0, ai_addr=PTR, ai_canonname=PTR}) = EAI_NONAME");
}

/* Items of glibc's own: some are numbers, which are returned as they are. */
static void languages(void)
{
	nl_langinfo(CODESET);
	expect("nl_langinfo(item=CODESET) = \"ANSI_X3.4-1968\"");
	nl_langinfo(_NL_TIME_WEEK_1STDAY);
	expect("nl_langinfo(item=%d) = PTR", _NL_TIME_WEEK_1STDAY);
	nl_langinfo_l(MON_3, newlocale(LC_ALL_MASK, "C", NULL));
	expect("nl_langinfo_l(item=MON_3, locale=PTR) = \"March\"");
}

int main(void)
{
	users();
	groups();
	hosts();
	languages();
	return 0;
}
