/* SPDX-License-Identifier: MIT */
/*
 * Calls through code without tables: assembler in the program, and code that
 * was made at run time, as runtimes of scripts have both. The latter is
 * reported in FOLDER/perf-PID.map, as for perf.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef void callback(void);

/* Two functions with a frame pointer each and nothing that describes them. */
void bare_outer(callback *f);
void bare_inner(callback *f);
__asm__(".text\n"
	".type bare_inner, @function\n"
	"bare_inner: push %rbp\n"
	"	mov %rsp, %rbp\n"
	"	call *%rdi\n"
	"	pop %rbp\n"
	"	ret\n"
	".size bare_inner, . - bare_inner\n"
	".globl bare_outer\n"
	".type bare_outer, @function\n"
	"bare_outer: push %rbp\n"
	"	mov %rsp, %rbp\n"
	"	call bare_inner\n"
	"	pop %rbp\n"
	"	ret\n"
	".size bare_outer, . - bare_outer\n");

/* They call their argument, too; the second one without a frame pointer. */
static callback *made, *made_short;

static __attribute__((noinline)) void call_it(void)
{
	getpgid(0);
	__asm__ volatile("");
}

static __attribute__((noinline)) void through_short(void)
{
	((void (*)(callback *))made_short)(call_it);
	__asm__ volatile("");
}

static __attribute__((noinline)) void through_made(void)
{
	((void (*)(callback *))made)(through_short);
	__asm__ volatile("");
}

static void make_code(const char *folder)
{
	/* push %rbp; mov %rsp, %rbp; call *%rdi; pop %rbp; ret */
	static const unsigned char code[] = {
		0x55, 0x48, 0x89, 0xe5, 0xff, 0xd7, 0x5d, 0xc3,
	};
	/* sub $8, %rsp; call *%rdi; add $8, %rsp; ret */
	static const unsigned char code_short[] = {
		0x48, 0x83, 0xec, 0x08, 0xff, 0xd7,
		0x48, 0x83, 0xc4, 0x08, 0xc3,
	};
	char *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char path[4096];
	FILE *out;

	memcpy(at + 64, code, sizeof(code));
	made = (callback *)(at + 64);
	memcpy(at + 128, code_short, sizeof(code_short));
	made_short = (callback *)(at + 128);
	snprintf(path, sizeof(path), "%s/perf-%d.map", folder, (int)getpid());
	out = fopen(path, "w");
	fprintf(out, "%lx %zx JS:~made /srv/page.js:12:3\n",
		(unsigned long)made, sizeof(code));
	fprintf(out, "%lx %zx py::made_short:/srv/app.py\n",
		(unsigned long)made_short, sizeof(code_short));
	fclose(out);
}

int main(int argc, char **argv)
{
	make_code(argc > 1 ? argv[1] : "/tmp");
	bare_outer(through_made);
	return 0;
}
