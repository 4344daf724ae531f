/* SPDX-License-Identifier: MIT */
/* Locales, translations and character sets; messages; random numbers. */
#include <iconv.h>
#include <libintl.h>
#include <locale.h>
#include <nl_types.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <syslog.h>

#include "tests/app/expect.h"

static void locales(void)
{
	locale_t one, two;

	setlocale(LC_ALL, "C");
	expect("setlocale(category=LC_ALL, locale=\"C\") = \"C\"");
	setlocale(LC_TIME, "xx_XX.none");
	expect("setlocale(category=LC_TIME, locale=\"xx_XX.none\") = NULL");
	one = newlocale(LC_CTYPE_MASK, "C", NULL);
	expect("newlocale(category_mask=LC_CTYPE_MASK, locale=\"C\", "
	       "base=NULL) = PTR");
	two = duplocale(one);
	expect("duplocale(locobj=PTR) = PTR");
	freelocale(two);
	expect("freelocale(locobj=PTR) = void");
	catopen("/no/such", NL_CAT_LOCALE);
	expect("catopen(name=\"/no/such\", flag=NL_CAT_LOCALE) = -1 ENOENT");
}

static void translations(void)
{
	bindtextdomain("none", "/no/such");
	expect("bindtextdomain(domainname=\"none\", dirname=\"/no/such\") = "
	       "\"/no/such\"");
	bind_textdomain_codeset("none", "UTF-8");
	expect("bind_textdomain_codeset(domainname=\"none\", "
	       "codeset=\"UTF-8\") = \"UTF-8\"");
	textdomain("none");
	expect("textdomain(domainname=\"none\") = \"none\"");
	gettext("text");
	expect("dcgettext(domainname=NULL, msgid=\"text\", "
	       "category=LC_MESSAGES) = \"text\"");
	dgettext("none", "text");
	expect("dcgettext(domainname=\"none\", msgid=\"text\", "
	       "category=LC_MESSAGES) = \"text\"");
	dcgettext("none", "text", LC_MESSAGES);
	expect("dcgettext(domainname=\"none\", msgid=\"text\", "
	       "category=LC_MESSAGES) = \"text\"");
	ngettext("one", "many", 2);
	expect("dcngettext(domainname=NULL, msgid1=\"one\", msgid2=\"many\", "
	       "n=2, category=LC_MESSAGES) = \"many\"");
	dngettext("none", "one", "many", 1);
	expect("dcngettext(domainname=\"none\", msgid1=\"one\", "
	       "msgid2=\"many\", n=1, category=LC_MESSAGES) = \"one\"");
}

static void sets(void)
{
	iconv_t set;

	set = iconv_open("UTF-8", "UTF-8");
	expect("iconv_open(tocode=\"UTF-8\", fromcode=\"UTF-8\") = PTR");
	iconv_close(set);
	expect("iconv_close(cd=PTR) = 0");
	iconv_open("no-such-set", "UTF-8");
	expect("iconv_open(tocode=\"no-such-set\", fromcode=\"UTF-8\") = -1 "
	       "EINVAL");
}

static void messages(void)
{
	openlog("locales", LOG_PID | LOG_NDELAY, LOG_USER);
	expect("openlog(ident=\"locales\", option=LOG_PID|LOG_NDELAY, "
	       "facility=LOG_USER) = void");
	setlogmask(LOG_UPTO(LOG_ERR));
	expect("setlogmask(mask=0xf) = 0xff");
	closelog();
	expect("closelog() = void");
}

static void numbers(void)
{
	unsigned short seed[3] = {1, 2, 3};
	char state[64];
	long n;

	initstate(1, state, sizeof(state));
	expect("initstate(seed=1, state=PTR, n=64) = PTR");
	setstate(state);
	expect("setstate(state=PTR) = PTR");
	srandom(5);
	expect("srandom(seed=5) = void");
	n = random();
	expect("random() = %ld", n);
	srand48(7);
	expect("srand48(seedval=7) = void");
	n = nrand48(seed);
	expect("nrand48(xsubi=[%u, %u, %u]) = %ld", seed[0], seed[1], seed[2],
	       n);
#if __GLIBC_PREREQ(2, 36)
	arc4random_uniform(1);
	expect("arc4random_uniform(upper_bound=1) = 0");
	arc4random_buf(state, 0);
	expect("arc4random_buf(buf=\"\", n=0) = void");
#endif
}

int main(void)
{
	locales();
	translations();
	sets();
	messages();
	numbers();
	return 0;
}
