/* SPDX-License-Identifier: MIT */
/*
 * What a processor is called in archives, programs and folders of libraries.
 */
#ifndef PRELOAD_ARCH_NAMES_H
#define PRELOAD_ARCH_NAMES_H

#if defined(__x86_64__)

#define FXP_ARCH "x86_64"
#define FXP_ELF_MACHINE EM_X86_64
/* Folders of variants, of glibc before 2.37. */
#define FXP_VARIANTS "tls", "haswell", "xeon_phi", "avx512_1", "x86_64"
/* A version of a symbol before glibc 2.17. */
#define FXP_OLD_VERSION(version) version

#elif defined(__aarch64__)

#define FXP_ARCH "aarch64"
#define FXP_ELF_MACHINE EM_AARCH64
#define FXP_VARIANTS "tls", "atomics", "aarch64"
#define FXP_OLD_VERSION(version) "GLIBC_2.17" /* its first glibc */

#else
#error "names.h: this processor has no name yet"
#endif

#endif
