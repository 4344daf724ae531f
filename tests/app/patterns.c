/* SPDX-License-Identifier: MIT */
/* Names of files by patterns, words as a shell has them, regular expressions.
 */
#include <fnmatch.h>
#include <glob.h>
#include <regex.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wordexp.h>

#include "tests/app/expect.h"

static void names(void)
{
	glob_t found = {.gl_offs = 1};

	mkdir("one", 0700);
	mkdir("other", 0700);
	glob("o*", GLOB_MARK, NULL, &found);
	expect("glob(pattern=\"o*\", flags=GLOB_MARK, errfunc=NULL, "
	       "pglob={gl_pathc=2, gl_pathv=[\"one/\", \"other/\"], gl_offs=0, "
	       "gl_flags=GLOB_MARK|GLOB_MAGCHAR}) = 0");
	globfree(&found);
	expect("globfree(pglob=PTR) = void");
	found.gl_offs = 1;
	glob("on?", GLOB_DOOFFS, NULL, &found);
	expect("glob(pattern=\"on?\", flags=GLOB_DOOFFS, errfunc=NULL, "
	       "pglob={gl_pathc=1, gl_pathv=[NULL, \"one\"], gl_offs=1, "
	       "gl_flags=GLOB_MAGCHAR|GLOB_DOOFFS}) = 0");
	globfree(&found);
	expect("globfree(pglob=PTR) = void");
	glob("no*", GLOB_NOSORT, NULL, &found);
	expect("glob(pattern=\"no*\", flags=GLOB_NOSORT, errfunc=NULL) = "
	       "GLOB_NOMATCH");
	rmdir("one");
	rmdir("other");
	fnmatch("*.c", "a.c", FNM_PATHNAME | FNM_PERIOD);
	expect("fnmatch(pattern=\"*.c\", string=\"a.c\", "
	       "flags=FNM_PATHNAME|FNM_PERIOD) = 0");
}

static void words(void)
{
	wordexp_t found;

	wordexp("a 'b c' d", &found, WRDE_NOCMD);
	expect("wordexp(s=\"a 'b c' d\", p={we_wordc=3, we_wordv=[\"a\", \"b "
	       "c\", \"d\"], we_offs=0}, flags=WRDE_NOCMD) = 0");
	wordfree(&found);
	expect("wordfree(p=PTR) = void");
	wordexp("`id`", &found, WRDE_NOCMD | WRDE_UNDEF);
	expect("wordexp(s=\"`id`\", flags=WRDE_NOCMD|WRDE_UNDEF) = "
	       "WRDE_CMDSUB");
}

static void expressions(void)
{
	regmatch_t match[2];
	regex_t regex;
	char why[80];

	regcomp(&regex, "b(c+)", REG_EXTENDED | REG_ICASE);
	expect("regcomp(preg=PTR, regex=\"b(c+)\", "
	       "cflags=REG_EXTENDED|REG_ICASE) = REG_NOERROR");
	regexec(&regex, "abCcd", 2, match, REG_NOTBOL);
	expect("regexec(preg=PTR, string=\"abCcd\", nmatch=2, "
	       "pmatch=[{rm_so=1, rm_eo=4}, {rm_so=2, rm_eo=4}], "
	       "eflags=REG_NOTBOL) = REG_NOERROR");
	regexec(&regex, "none", 2, match, 0);
	expect("regexec(preg=PTR, string=\"none\", nmatch=2, eflags=0) = "
	       "REG_NOMATCH");
	regerror(REG_NOMATCH, &regex, why, sizeof(why));
	expect("regerror(errcode=REG_NOMATCH, preg=PTR, errbuf=\"No match\", "
	       "errbuf_size=80) = 9");
	regfree(&regex);
	expect("regfree(preg=PTR) = void");
	regcomp(&regex, "(", REG_EXTENDED);
	expect("regcomp(preg=PTR, regex=\"(\", cflags=REG_EXTENDED) = "
	       "REG_EPAREN");
}

int main(void)
{
	names();
	words();
	expressions();
	return 0;
}
