/* SPDX-License-Identifier: MIT */
/*
 * A pager between this command and the terminal, as git has one.
 */
#ifndef TOOLS_BASE_PAGER_H
#define TOOLS_BASE_PAGER_H

/* Starts $FXTRACE_PAGER, else $PAGER, else less, if stdout is a terminal, and
 * puts its pipe at stdout, and at stderr if that is one, too. Nothing happens
 * if the variable is empty or cat, or if there is no less. */
void pager_open(void);

/* Gives the pager the end of the output and waits until the user leaves it; to
 * be called at each end of the command (pager_open has exit do so). */
void pager_close(void);

#endif
