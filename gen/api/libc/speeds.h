/* SPDX-License-Identifier: MIT */
/*
 * Speeds of terminals, as the kernel and functions of before glibc 2.42 have
 * them: since then B9600 is 9600, and the old value has a name of its own.
 */
#ifndef GEN_API_LIBC_SPEEDS_H
#define GEN_API_LIBC_SPEEDS_H

#include <termios.h>

#ifdef __B38400
#undef B0
#define B0 __B0
#undef B50
#define B50 __B50
#undef B75
#define B75 __B75
#undef B110
#define B110 __B110
#undef B134
#define B134 __B134
#undef B150
#define B150 __B150
#undef B200
#define B200 __B200
#undef B300
#define B300 __B300
#undef B600
#define B600 __B600
#undef B1200
#define B1200 __B1200
#undef B1800
#define B1800 __B1800
#undef B2400
#define B2400 __B2400
#undef B4800
#define B4800 __B4800
#undef B9600
#define B9600 __B9600
#undef B19200
#define B19200 __B19200
#undef B38400
#define B38400 __B38400
#undef B57600
#define B57600 __B57600
#undef B115200
#define B115200 __B115200
#undef B230400
#define B230400 __B230400
#undef B460800
#define B460800 __B460800
#undef B500000
#define B500000 __B500000
#undef B576000
#define B576000 __B576000
#undef B921600
#define B921600 __B921600
#undef B1000000
#define B1000000 __B1000000
#undef B1152000
#define B1152000 __B1152000
#undef B1500000
#define B1500000 __B1500000
#undef B2000000
#define B2000000 __B2000000
#undef B2500000
#define B2500000 __B2500000
#undef B3000000
#define B3000000 __B3000000
#undef B3500000
#define B3500000 __B3500000
#undef B4000000
#define B4000000 __B4000000
#endif

#endif
