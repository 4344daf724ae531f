/* SPDX-License-Identifier: MIT */
/*
 * The entry of a fuzz target, by libFuzzer's name.
 */
#ifndef TESTS_FUZZ_TARGET_H
#define TESTS_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

#endif
