/* SPDX-License-Identifier: MIT */
/*
 * What a recording has found, as the last lines of `fxtrace record`: where the
 * time went, what failed most, and a command that shows more.
 */
#ifndef TOOLS_COMMAND_RECORD_FOUND_H
#define TOOLS_COMMAND_RECORD_FOUND_H

/* Reports it on stderr. An archive that cannot be read, or would take long, is
 * not looked into. Never dies: the exit status is the program's. */
void record_say_found(const char *path);

#endif
