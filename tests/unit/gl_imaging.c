/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_events.c */
/*
 * How large color tables, filters and histograms are.
 */
#include "preload/gl/driver/const.h"
#include "preload/gl/measure/state_size.h"
#include "tests/double/gl_events.h"
#include "tests/tap.h"

static int64_t bytes(unsigned target)
{
	return fxp_gl_imaging_bytes(target, false, GL_RGBA, GL_UNSIGNED_BYTE);
}

static void tables(void)
{
	is_i64(bytes(GL_COLOR_TABLE), 0);
	gl_begin_compat(1, 0);
	is_i64(bytes(GL_COLOR_TABLE), 0);
	GL(IMAGING_TABLE, GL_COLOR_TABLE, GL_RGBA, 16, GL_RGBA, GL_BYTE, 0);
	is_i64(bytes(GL_COLOR_TABLE), 64);
	is_i64(bytes(GL_COLOR_TABLE + 1), 0);
	GL(IMAGING_COPY1D, GL_COLOR_TABLE + 1, GL_RGBA, 0, 0, 8);
	is_i64(bytes(GL_COLOR_TABLE + 1), 32);
	/* a proxy has no memory */
	GL(IMAGING_TABLE, GL_COLOR_TABLE + 3, GL_RGBA, 16, 0, 0, 0);
	is_i64(bytes(GL_COLOR_TABLE + 3), 0);
	GL(IMAGING_HISTOGRAM, GL_HISTOGRAM, 256, GL_RGBA, 0);
	is_i64(bytes(GL_HISTOGRAM), 1024);
	is_i64(bytes(GL_MINMAX), 8);
	GL(BIND_BUFFER, GL_PIXEL_PACK_BUFFER, 5);
	is_i64(bytes(GL_COLOR_TABLE), 0);
}

static void filters(void)
{
	gl_begin_compat(1, 0);
	GL(IMAGING_TABLE, GL_CONVOLUTION_1D, GL_RGBA, 5, 0, 0, 0);
	is_i64(bytes(GL_CONVOLUTION_1D), 20);
	GL(IMAGING_FILTER2D, GL_CONVOLUTION_2D, GL_RGBA, 3, 2, 0, 0, 0);
	is_i64(bytes(GL_CONVOLUTION_2D), 24);
	GL(PIXEL_STORE_I, GL_PACK_ROW_LENGTH, 10);
	is_i64(bytes(GL_CONVOLUTION_2D), 40 + 12);
	GL(IMAGING_COPY2D, GL_CONVOLUTION_2D, GL_RGBA, 0, 0, 1, 1);
	is_i64(bytes(GL_CONVOLUTION_2D), 4);
	GL(IMAGING_FILTER2D, GL_SEPARABLE_2D, GL_RGBA, 7, 4, 0, 0, 0, 0);
	is_i64(bytes(GL_SEPARABLE_2D), 28);
	is_i64(fxp_gl_imaging_bytes(GL_SEPARABLE_2D, true, GL_RGBA,
				    GL_UNSIGNED_BYTE),
	       16);
	/* compiled into a list it has not happened */
	GL(NEW_LIST, 1, GL_COMPILE);
	GL(IMAGING_TABLE, GL_CONVOLUTION_1D, GL_RGBA, 9, 0, 0, 0);
	GL(END_LIST, 0);
	is_i64(bytes(GL_CONVOLUTION_1D), 20);
}

static const struct tap_test tests[] = {
	{"a table is as large as its calls say", tables},
	{"a filter has a width and a height", filters},
};

TAP_MAIN(tests)
