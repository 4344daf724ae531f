/* SPDX-License-Identifier: MIT */
/* BUILD: -lm */
/* Numbers of every shape that a call can pass: floating-point, complex, long
 * double, structs by value. The recorder raises no flag of the processor. */
#include <arpa/inet.h>
#include <complex.h>
#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/app/expect.h"

static volatile double two = 2, minus_zero = -0.0;
static volatile float half = 0.5f;
static volatile long double three = 3;
static volatile long double complex long_z = 3 + 4 * I;
static volatile int seven = 7;
/* bits of a float that is no number, and says so when it is computed with */
static volatile union {
	unsigned bits;
	float f;
} loud = {0x7fa00000}, tiny = {1};

static void floats(void)
{
	double parts;
	int n;

	expect("sqrt(x=2) = %.17g", sqrt(two));
	expect("pow(x=2, y=-0) = %g", pow(two, minus_zero));
	expect("sqrtf(x=0.5) = %.8g", (double)sqrtf(half));
	expect("sqrtl(x=3) = %.21Lg", sqrtl(three));
	expect("ldexp(x=2, exp=3) = %g", ldexp(two, 3));
	expect("frexp(x=2, exp=2) = %g", frexp(two, &n));
	expect("modf(x=2, iptr=2) = %g", modf(two, &parts));
	expect("lround(x=2) = %ld", lround(two));
	expect("copysignf(x=1.4013e-45, y=0.5) = %.5g",
	       (double)copysignf(tiny.f, half));
}

static void structs(void)
{
	double complex z = conj(1 + 2 * I);
	float complex f;
	lldiv_t quotient;
	imaxdiv_t whole;
	struct in_addr address;

	expect("conj(z={real=1, imag=2}) = {real=1, imag=-2}");
	f = csqrtf(-4.0f + 0.0f * I);
	expect("csqrtf(z={real=-4, imag=0}) = {real=0, imag=2}");
	expect("cabsl(z={real=3, imag=4}) = %Lg", cabsl(long_z));
	expect("creal(z={real=1, imag=-2}) = %g", creal(z));
	expect("cimagf(z={real=0, imag=2}) = %g", (double)cimagf(f));
	quotient = lldiv(seven, 2);
	expect("lldiv(numerator=7, denominator=2) = {quot=%lld, rem=%lld}",
	       quotient.quot, quotient.rem);
	whole = imaxdiv(seven, -2);
	expect("imaxdiv(numerator=7, denominator=-2) = {quot=%jd, rem=%jd}",
	       whole.quot, whole.rem);
	address = inet_makeaddr(127, 1);
	expect("inet_makeaddr(net=127, host=1) = 127.0.0.1");
	expect("inet_ntoa(in={s_addr=127.0.0.1}) = \"%s\"", inet_ntoa(address));
}

/* Neither recording a float that is not a number nor one that is too small to
 * be written with a leading 1 is a computation. */
static void flags(void)
{
	volatile float same;

	feclearexcept(FE_ALL_EXCEPT);
	expect("feclearexcept(excepts=%d) = 0", FE_ALL_EXCEPT);
	same = fabsf(loud.f);
	expect("fabsf(x=nan) = nan");
	same = fabsf(tiny.f);
	expect("fabsf(x=1.4013e-45) = 1.4013e-45");
	(void)fetestexcept(FE_ALL_EXCEPT);
	expect("fetestexcept(excepts=%d) = 0", FE_ALL_EXCEPT);
	(void)same;
}

int main(void)
{
	floats();
	structs();
	flags();
	return 0;
}
