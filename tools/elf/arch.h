/* SPDX-License-Identifier: MIT */
/*
 * What this machine's processor is called, and where its libraries are.
 */
#ifndef TOOLS_ELF_ARCH_H
#define TOOLS_ELF_ARCH_H

#if defined(__x86_64__)

#define ARCH_NAME "x86-64"
#define ARCH_MACHINE EM_X86_64
#define ARCH_AUDIT AUDIT_ARCH_X86_64
/* The dynamic linker; its name may have a version behind it. */
/* marks where a function may be jumped to */
#define ARCH_FLAGS "-fcf-protection"
#define ARCH_LINKER "/lib64/ld-linux-x86-64.so.2"
#define ARCH_LINKER_NAME "ld-linux-x86-64.so."
#define ARCH_FOLDER "x86_64-linux-gnu"

#elif defined(__aarch64__)

#define ARCH_NAME "arm64"
#define ARCH_MACHINE EM_AARCH64
#define ARCH_AUDIT AUDIT_ARCH_AARCH64
#define ARCH_FLAGS "-mbranch-protection=bti -mno-outline-atomics"
#define ARCH_LINKER "/lib/ld-linux-aarch64.so.1"
#define ARCH_LINKER_NAME "ld-linux-aarch64.so."
#define ARCH_FOLDER "aarch64-linux-gnu"

#else
#error "arch.h: this processor is not described yet"
#endif

#endif
