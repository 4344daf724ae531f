/* SPDX-License-Identifier: MIT */
/*
 * Calls of code that is made at run time, made again in the same place, and
 * moved. It is reported in FOLDER/jit-PID.dump, as for perf inject.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

typedef pid_t getter(pid_t pid);

/* push %rbp; mov %rsp, %rbp; mov %rdi, %rax; xor %edi, %edi; call *%rax;
 * pop %rbp; ret */
static const unsigned char code[] = {
	0x55, 0x48, 0x89, 0xe5, 0x48, 0x89, 0xf8,
	0x31, 0xff, 0xff, 0xd0, 0x5d, 0xc3,
};
enum { CALL_AT = 9, RETURN_AT = 11 };

static FILE *out;

static void put32(uint32_t number)
{
	fwrite(&number, sizeof(number), 1, out);
}

static void put64(uint64_t number)
{
	fwrite(&number, sizeof(number), 1, out);
}

static void put_record(uint32_t id, size_t n_bytes)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	put32(id);
	put32((uint32_t)(16 + n_bytes));
	put64((uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec);
}

static void put_header(const char *folder)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/jit-%d.dump", folder, (int)getpid());
	out = fopen(path, "w");
	if (!out)
		exit(1);
	put32(0x4a695444);
	put32(1);
	put32(40);
	put32(62);
	put32(0);
	put32((uint32_t)getpid());
	put64(0);
	put64(0);
}

static void put_line(uint64_t address, uint32_t line, const char *file)
{
	put64(address);
	put32(line);
	put32(0);
	fwrite(file, 1, strlen(file) + 1, out);
}

static void put_lines(uint64_t start, uint32_t line)
{
	static const char file[] = "/srv/page.src";

	put_record(2, 16 + 3 * (16 + sizeof(file)));
	put64(start);
	put64(3);
	put_line(start, line, file);
	put_line(start + CALL_AT, line + 1, file);
	put_line(start + RETURN_AT, line + 2, file);
}

static void put_load(uint64_t start, uint64_t index, const char *name)
{
	put_record(0, 40 + strlen(name) + 1 + sizeof(code));
	put32((uint32_t)getpid());
	put32((uint32_t)getpid());
	put64(start);
	put64(start);
	put64(sizeof(code));
	put64(index);
	fwrite(name, 1, strlen(name) + 1, out);
	fwrite(code, 1, sizeof(code), out);
}

static void put_move(uint64_t from, uint64_t to, uint64_t index)
{
	put_record(1, 48);
	put32((uint32_t)getpid());
	put32((uint32_t)getpid());
	put64(to);
	put64(from);
	put64(to);
	put64(sizeof(code));
	put64(index);
}

int main(int argc, char **argv)
{
	char *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	static const char *const names[] = {"first", "second"};
	uintptr_t at = (uintptr_t)memory + 64, to = at + 512;

	if (memory == MAP_FAILED)
		return 1;
	memcpy((char *)at, code, sizeof(code));
	memcpy((char *)to, code, sizeof(code));
	put_header(argc > 1 ? argv[1] : ".");
	for (uint32_t i = 0; i < 3; i++) {
		if (i < 2) {
			put_lines(at, 10 * (i + 1));
			put_load(at, i, names[i]);
		} else {
			put_move(at, to, 1);
		}
		((void (*)(getter *))(i < 2 ? at : to))(getpgid);
		usleep(2000);
	}
	fclose(out);
	return 0;
}
