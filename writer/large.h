/* SPDX-License-Identifier: MIT */
/*
 * Where large static arrays lie. A page that a process touches costs it some 3
 * us, and each process starts and ends. Were small variables scattered between
 * arrays, most of them would have pages of their own.
 */
#ifndef WRITER_LARGE_H
#define WRITER_LARGE_H

/* For a zeroed array or struct of 2 KiB and more: behind all other variables.
 * The library is linked with --sort-section=name for it. */
#define FXW_LARGE __attribute__((section(".bss.large")))

#endif
