/* SPDX-License-Identifier: MIT */
/*
 * A pager between this command and the terminal, as git has one.
 */
#ifndef TOOLS_BASE_PAGER_H
#define TOOLS_BASE_PAGER_H

/* Starts $FXTRACE_PAGER, else $PAGER, else less, if stdout is a terminal. Its
 * pipe replaces stdout, and stderr if that is a terminal, too. Does nothing if
 * the variable is empty or cat, or if there is no less. */
void pager_open(void);

/* Ends the pager's input and waits until the user quits it. To be called at
 * each end of the command (pager_open registers it for exit). */
void pager_close(void);

#endif
