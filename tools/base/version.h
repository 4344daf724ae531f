/* SPDX-License-Identifier: MIT */
/*
 * The version of the tools, as `fxtrace --version` and the man page show it.
 */
#ifndef TOOLS_BASE_VERSION_H
#define TOOLS_BASE_VERSION_H

#ifndef FXTRACE_VERSION
#define FXTRACE_VERSION "0.1.0"
#endif

/* When the pages of this version were last reviewed; man shows it. */
#define FXTRACE_DATE "2026-11-24"

#endif
