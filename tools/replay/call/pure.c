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
	 " acos acosf acosl acosh acoshf acoshl asin asinf asinl asinh asinhf"
	 " asinhl atan atanf atanl atan2 atan2f atan2l atanh atanhf atanhl"
	 " cbrt cbrtf cbrtl ceil ceilf ceill copysign copysignf copysignl cos"
	 " cosf cosl cosh coshf coshl drem dremf dreml erf erff erfl erfc"
	 " erfcf erfcl exp expf expl exp10 exp10f exp10l exp2 exp2f exp2l"
	 " expm1 expm1f expm1l fabs fabsf fabsl fdim fdimf fdiml finite"
	 " finitef finitel floor floorf floorl fma fmaf fmal fmax fmaxf fmaxl"
	 " fmin fminf fminl fmod fmodf fmodl fromfp fromfpf fromfpl fromfpx"
	 " fromfpxf fromfpxl hypot hypotf hypotl ilogb ilogbf ilogbl isinf"
	 " isinff isinfl isnan isnanf isnanl j0 j0f j0l j1 j1f j1l jn jnf jnl"
	 " ldexp ldexpf ldexpl llogb llogbf llogbl llrint llrintf llrintl"
	 " llround llroundf llroundl log logf logl log10 log10f log10l log1p"
	 " log1pf log1pl log2 log2f log2l logb logbf logbl lrint lrintf"
	 " lrintl lround lroundf lroundl nearbyint nearbyintf nearbyintl"
	 " nextafter nextafterf nextafterl nextdown nextdownf nextdownl"
	 " nexttoward nexttowardf nexttowardl nextup nextupf nextupl pow powf"
	 " powl pow10 pow10f pow10l remainder remainderf remainderl rint"
	 " rintf rintl round roundf roundl roundeven roundevenf roundevenl"
	 " scalb scalbf scalbl scalbln scalblnf scalblnl scalbn scalbnf"
	 " scalbnl significand significandf significandl sin sinf sinl sinh"
	 " sinhf sinhl sqrt sqrtf sqrtl tan tanf tanl tanh tanhf tanhl tgamma"
	 " tgammaf tgammal trunc truncf truncl ufromfp ufromfpf ufromfpl"
	 " ufromfpx ufromfpxf ufromfpxl y0 y0f y0l y1 y1f y1l yn ynf ynl"
	 " __fpclassify __fpclassifyf __fpclassifyl __signbit __signbitf"
	 " __signbitl "},
	{"writes one number, and returns another",
	 " frexp frexpf frexpl modf modff modfl remquo remquof remquol sincos"
	 " sincosf sincosl lgamma_r lgammaf_r lgammal_r "},
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
