/* SPDX-License-Identifier: MIT */
/*
 * Functions that access only the memory that they are given, see pure.h. Some
 * functions look harmless but are not in the list:
 *
 * - those with static state (strtok, ecvt, mbtowc, l64a), and those with
 *   callbacks (qsort, bsearch);
 * - those that allocate or free (strdup, argz_*), and those that follow
 *   pointers within memory (strsep, strtok_r);
 * - those that take a conversion state or a locale, and those that scan without
 *   a limit (rawmemchr);
 * - those that change the floating-point environment (fesetround), and those
 *   that abort on purpose (*_chk).
 */
#include "tools/replay/call/pure.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#define FLOATS(name) " " name " " name "f " name "l"

static const struct {
	const char *reason, *names;
} rows[] = {
	{"computes a number from characters or integers",
	 " isalnum isalpha isascii isblank iscntrl isdigit isgraph islower"
	 " isprint ispunct isspace isupper isxdigit toascii tolower toupper"
	 " _tolower _toupper iswalnum iswalpha iswblank iswcntrl iswdigit"
	 " iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit"
	 " towlower towupper wcwidth btowc wctob ffs ffsl ffsll abs labs llabs"
	 " imaxabs sigabbrev_np sigdescr_np strerrorname_np"
	 " strerrordesc_np "},
	{"reads memory of the size that it is given",
	 " memchr memrchr memcmp bcmp __memcmpeq memmem wmemchr wmemcmp "},
	{"reads strings",
	 " strlen strnlen strcmp strncmp strcasecmp strncasecmp strcoll"
	 " strverscmp strchr index strrchr rindex strchrnul strstr strcasestr"
	 " strpbrk strspn strcspn fnmatch wcslen wcsnlen wcscmp wcsncmp"
	 " wcscasecmp wcsncasecmp wcscoll wcschr wcsrchr wcschrnul wcsstr"
	 " wcswcs wcspbrk wcsspn wcscspn wcswidth "},
	{"reads a number from a string, and sets where it ends",
	 " atof atoi atol atoll strtod strtof strtold strtol strtoul strtoll"
	 " strtoull strtoq strtouq strtoimax strtoumax a64l wcstod wcstof"
	 " wcstold wcstol wcstoul wcstoll wcstoull wcstoq wcstouq wcstoimax"
	 " wcstoumax __isoc23_strtol __isoc23_strtoul __isoc23_strtoll"
	 " __isoc23_strtoull __isoc23_strtoimax __isoc23_strtoumax"
	 " __isoc23_wcstol __isoc23_wcstoul __isoc23_wcstoll"
	 " __isoc23_wcstoull "},
	{"writes memory of the size that it is given",
	 " memcpy memmove mempcpy __mempcpy memccpy memset bcopy bzero"
	 " explicit_bzero memfrob swab strncpy stpncpy __stpncpy strncat"
	 " strxfrm strlcpy strlcat wmemcpy wmemmove wmempcpy wmemset wcsncpy"
	 " wcpncpy wcsncat wcsxfrm wcslcpy wcslcat mbstowcs wcstombs "},
	{"writes no more than the strings that it reads",
	 " strcpy stpcpy __stpcpy strcat wcscpy wcpcpy wcscat "},
	{"writes the digits of a number",
	 " gcvt qgcvt ecvt_r fcvt_r qecvt_r qfcvt_r strfromd strfromf"
	 " strfroml "},
	{"computes a number from floating-point numbers",
	 FLOATS("acos") FLOATS("acosh") FLOATS("asin") FLOATS("asinh") FLOATS("atan") FLOATS(
		 "atan2") FLOATS("atanh") FLOATS("cbrt") FLOATS("ceil") FLOATS("copysign") FLOATS("cos")
		 FLOATS("cosh") FLOATS("drem") FLOATS("erf") FLOATS("erfc") FLOATS("exp") FLOATS(
			 "exp10") FLOATS("exp2") FLOATS("expm1") FLOATS("fabs") FLOATS("fdim")
			 FLOATS("finite") FLOATS("floor") FLOATS("fma") FLOATS("fmax") FLOATS("fmin") FLOATS("fmod") FLOATS(
				 "f"
				 "r"
				 "o"
				 "m"
				 "f"
				 "p") FLOATS("fromfpx") FLOATS("hypot") FLOATS("ilogb") FLOATS("isinf") FLOATS("isnan")
				 FLOATS("j0") FLOATS("j1") FLOATS("jn") FLOATS("ldexp") FLOATS("llogb") FLOATS(
					 "llrint") FLOATS("llround") FLOATS("lo"
									    "g") FLOATS("log10") FLOATS("log1p")
					 FLOATS("log2") FLOATS("logb") FLOATS("lrint") FLOATS("lround") FLOATS(
						 "nearbyint") FLOATS("nextafte"
								     "r") FLOATS("nextdown")
						 FLOATS("nexttoward") FLOATS(
							 "n"
							 "e"
							 "x"
							 "t"
							 "u"
							 "p") FLOATS("pow") FLOATS("pow10")
							 FLOATS("remainder") FLOATS(
								 "r"
								 "i"
								 "n"
								 "t") FLOATS("r"
									     "o"
									     "u"
									     "n"
									     "d")
								 FLOATS("rounde"
									"ven") FLOATS("scalb") FLOATS("scalb"
												      "l"
												      "n")
									 FLOATS("scalbn") FLOATS(
										 "signi"
										 "fican"
										 "d") FLOATS("sin") FLOATS("sinh")
										 FLOATS("sqrt") FLOATS("tan") FLOATS(
											 "tanh") FLOATS("tgamma") FLOATS("trunc")
											 FLOATS("ufromfp") FLOATS("ufromfpx") FLOATS(
												 "y0") FLOATS("y1")
												 FLOATS("yn") FLOATS(
													 "__fpclassify")
													 FLOATS("__signbit") " "},
	{"writes one number, and returns another",
	 FLOATS("frexp") FLOATS("modf") FLOATS("remquo")
		 FLOATS("sincos") " lgamma_r lgammaf_r lgammal_r "},
};

bool pure_row(unsigned n, const char **reason, const char **names)
{
	if (n >= sizeof(rows) / sizeof(*rows))
		return false;
	*reason = rows[n].reason;
	*names = rows[n].names;
	return true;
}

static bool has_word(const char *words, const char *word, size_t n_bytes)
{
	for (const char *at = words; (at = strstr(at, word)); at++)
		if (at[-1] == ' ' && at[n_bytes] == ' ')
			return true;
	return false;
}

bool pure_has(const char *name)
{
	size_t n_bytes = strlen(name);

	if (!n_bytes || strchr(name, ' '))
		return false;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (has_word(rows[i].names, name, n_bytes))
			return true;
	return false;
}

void (*pure_find(const char *name))(void)
{
	static const char *const libraries[] = {"libc.so.6", "libm.so.6"};
	union {
		void *data;
		void (*code)(void);
	} at = {.data = NULL};

	for (size_t i = 0; i < 2 && !at.data && pure_has(name); i++) {
		void *library = dlopen(libraries[i], RTLD_NOW);

		at.data = library ? dlsym(library, name) : NULL;
	}
	return at.code;
}
