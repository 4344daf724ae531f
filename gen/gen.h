/* SPDX-License-Identifier: MIT */
/*
 * The shape of the tables that the generator writes, one per described API.
 * Constant data only, linked into libfxtrace.so (capture) and into fxtrace
 * (list, replay, convert). Nothing here knows any particular library.
 *
 * Text is one pool of NUL-terminated bytes per table; a "text" field is a byte
 * offset into it. Strings are the pool's members that may appear in records:
 * string i of a table has FXT index base + i, base given at registration.
 * Cross references are indexes, not pointers, so that a table costs the
 * dynamic linker a handful of relocations however many functions it holds.
 */
#ifndef GEN_GEN_H
#define GEN_GEN_H

#include <stddef.h>
#include <stdint.h>

#define FXG_NONE 0xffffu /* "no index" in every uint16_t index field */

/* Class of a type: what a signature TYPE entry begins with. Numbers are part
 * of the archive format. */
enum fxg_class {
	FXG_VOID = 0,
	FXG_INT = 1,
	FXG_FLOAT = 2,
	FXG_BOOL = 3,
	FXG_OPAQUE = 4, /* address of something not described */
	FXG_FUNC = 5,	/* code address */
	FXG_ANY = 6,
	FXG_ENUM = 7,
	FXG_FLAGS = 8,
	FXG_HANDLE = 9,
	FXG_STR = 10,
	FXG_PTR = 11,
	FXG_ARRAY = 12,
	FXG_STRUCT = 13,
	FXG_UNION = 14,
	FXG_ATTRIBS = 15,
	FXG_SET = 16, /* memory whose bits each mean a value */
};

/* How a value is shown. Numbers are part of the archive format. */
enum fxg_show {
	FXG_DEC,
	FXG_HEX,
	FXG_OCT,
	FXG_CHAR,
	FXG_TIME,    /* seconds since 1970 */
	FXG_PORT,    /* in network order */
	FXG_IPV4,    /* in network order */
	FXG_IPV6,    /* of an array's bytes */
	FXG_MAC,     /* of an array's bytes */
	FXG_DEVICE,  /* major:minor */
	FXG_WAIT,    /* what wait() says of a child */
	FXG_SIGNAL,  /* code address: what handles a signal */
	FXG_BARE,    /* struct: its members without braces and names */
	FXG_ADDRESS, /* struct: address of a socket, its family first */
	FXG_SOCKET,  /* of an array's bytes: a path, or NUL and any bytes */
	FXG_PAIR,    /* struct of two: KEY=VALUE; the value may lack */
	FXG_REQUEST, /* of a driver: _IOC(direction, type, number, size) */
};
enum fxg_dir { FXG_IN = 1, FXG_OUT = 2, FXG_INOUT = 3 };
enum fxg_scope {
	FXG_PROCESS,
	FXG_CONTEXT,
	FXG_SHARE,
	FXG_PROGRAM,
};

enum fxg_type_flags {
	FXG_SIGNED = 1,
	FXG_NULLABLE = 2,
	FXG_KEEP_ADDRESS = 4,
	FXG_BY_KERNEL = 8,  /* only the kernel reads the target */
	FXG_NUL_ENDED = 16, /* str: ends at NUL; ptr: ends at a null element */
	FXG_RAW = 32,	    /* ptr: recorded as the memory it points to */
	FXG_SIZED = 64,	    /* ptr: count is bytes, of what one target has */
	FXG_LINKED = 128,   /* ptr: to the first of a list */
	FXG_OF_GLIBC = 1,   /* struct: elsewhere its members are other ones */
};

/*
 * A type. Which fields count, by class:
 *   INT      size, flags(SIGNED), show
 *   FLOAT    size (4, 8, 10 or 16)
 *   ENUM, FLAGS  base (an INT), first/n = enumerators; ENUM: cap = the ENUM
 *            that names what it does not (0: none)
 *   HANDLE   base, space (text), scope, null_value
 *   STR      size = unit bytes (1, 2, 4), count (expression) or NUL_ENDED, dir,
 *            cap, flags
 *   PTR      base = target, dir, count, cap, total, flags
 *   ARRAY    base = element, n = elements
 *   STRUCT, UNION  size, show (DEC: as any), first/n = members, cap = bytes of
 *            one of several that follow each other; STRUCT: next, flags
 *   UNION    with count: first/n = cases, of which the expression's value
 *            chooses one, else the one behind them; base = its type (0: not
 *            said)
 *   SET      size, base = what a bit means, null_value = that of bit 0
 *   FUNC     show
 * count = valid elements, cap = elements a replay must allocate: offsets into
 * the table's expression pool, 0 = none (a PTR without count: one element).
 * total = bytes that untyped memory has which structs behind it point to.
 *
 * Slots of an expression are a function's values for types of its parameters.
 * For types of members, and for a UNION that is no parameter, slot 0 is the
 * address of the struct or union.
 */
struct fxg_type {
	uint32_t c_name; /* text: spelled as in C */
	uint32_t size;	 /* bytes; 0 = incomplete */
	uint32_t first;
	uint32_t n;
	uint32_t space; /* text; HANDLE: "fd", "FILE", ... */
	uint32_t next;	/* STRUCT: offset of the pointer to the next + 1 */
	int32_t null_value;
	uint16_t base;
	uint16_t count;
	uint16_t cap;
	uint16_t total;
	uint8_t class; /* enum fxg_class */
	uint8_t align;
	uint8_t show;
	uint8_t dir;
	uint8_t scope;
	uint8_t flags;
};

/* A value matches when (value & mask) == this value. A FLAGS type tries them
 * in order and removes mask's bits from what is left to name; an ENUM type
 * takes the first match. */
struct fxg_enumerator {
	uint64_t value;
	uint64_t mask;
	uint32_t name;	/* text */
	uint32_t takes; /* arguments that go with it + 1; 0 = not said */
};

/* One of those that a value chooses from. The cases of a type are sorted by
 * value (UINT64_MAX: of none); items are those of a parameter. */
struct fxg_case {
	uint64_t value;
	uint32_t name; /* text */
	uint32_t first_item;
	uint16_t type;
	uint16_t n_items;
	uint32_t reserved;
};

/* Of items, members and leaves: recorded without the value. */
#define FXG_SECRET 1u

struct fxg_member {
	uint32_t name; /* text */
	uint32_t byte_off;
	uint16_t type;
	uint8_t bit_off;
	uint8_t bits;  /* 0 = not a bit field */
	uint8_t flags; /* FXG_SECRET */
};

/*
 * Expressions (count, cap, cond): prefix code, one byte an operator.
 *   FXG_X_CONST v      v: 8 bytes little endian
 *   FXG_X_SLOT i       parameter i as a 64-bit value; i = n_params: the return
 *                      value; above: what the wrapper saved before the
 *                      call of a parameter that points to an integer
 *   FXG_X_LOAD w e     the w-byte unsigned integer that address e points to
 *                      (0 if e is 0)
 *   FXG_X_LOADS w e    the same, signed
 *   FXG_X_MUL e e, ADD, SUB, MIN, MAX, DIV, AND
 *   FXG_X_EQ, NE, LT, GE  e e: 1 or 0, signed
 *   FXG_X_TAKES t t e  how many arguments go with the constant e of type t (two
 *                      bytes, the lower first); 255 if that is not said
 *   FXG_X_CALL m n e.. what the recorder measures, by measure m of n arguments:
 *                      nobody else can
 * Results are signed 64-bit; a negative count means 0.
 */
enum fxg_x {
	FXG_X_CONST = 1,
	FXG_X_SLOT = 2,
	FXG_X_LOAD = 3,
	FXG_X_LOADS = 4,
	FXG_X_MUL = 5,
	FXG_X_ADD = 6,
	FXG_X_SUB = 7,
	FXG_X_MIN = 8,
	FXG_X_MAX = 9,
	FXG_X_DIV = 10,
	FXG_X_AND = 11,
	FXG_X_EQ = 12,
	FXG_X_NE = 13,
	FXG_X_LT = 14,
	FXG_X_GE = 15,
	FXG_X_TAKES = 32,
	FXG_X_CALL = 33,
};

#define FXG_MAX_MEASURED 8u /* arguments of a measure */

/* What an operator of two operands yields, wherever an expression is worked
 * out. Never overflows, never divides by 0. */
static inline int64_t fxg_combine(enum fxg_x op, int64_t a, int64_t b)
{
	switch (op) {
	case FXG_X_MUL:
		return (int64_t)((uint64_t)a * (uint64_t)b);
	case FXG_X_ADD:
		return (int64_t)((uint64_t)a + (uint64_t)b);
	case FXG_X_SUB:
		return (int64_t)((uint64_t)a - (uint64_t)b);
	case FXG_X_MIN:
		return a < b ? a : b;
	case FXG_X_MAX:
		return a > b ? a : b;
	case FXG_X_DIV:
		return b == 0 || b == -1 ? 0 : a / b;
	case FXG_X_AND:
		return a & b;
	case FXG_X_EQ:
		return a == b;
	case FXG_X_NE:
		return a != b;
	case FXG_X_LT:
		return a < b;
	case FXG_X_GE:
		return a >= b;
	default:
		return 0;
	}
}

/* Bytes of the prefix expression at e, which is one of ours: whole. */
static inline size_t fxg_expr_bytes(const uint8_t *e)
{
	const uint8_t *at = e;
	unsigned n_wanted = 1;

	for (; n_wanted; n_wanted--)
		switch (*at++) {
		case FXG_X_CONST:
			at += 8;
			break;
		case FXG_X_SLOT:
			at += 1;
			break;
		case FXG_X_LOAD:
		case FXG_X_LOADS:
			at += 1;
			n_wanted += 1;
			break;
		case FXG_X_TAKES:
			at += 2;
			n_wanted += 1;
			break;
		case FXG_X_CALL:
			n_wanted += at[1];
			at += 2;
			break;
		default:
			n_wanted += 2;
		}
	return (size_t)(at - e);
}

/* When an item is captured. */
enum fxg_when {
	FXG_AT_BEGIN = 0,      /* scalars and what the library reads */
	FXG_AT_BEGIN_SAFE = 1, /* before the call, but through a copy that
				  cannot fault: calls that may never return */
	FXG_AT_END_IN = 2,     /* kernel-read input: after the call, unless the
				  kernel found the pointer bad */
	FXG_AT_END_OK = 3,     /* output: after the call, if it succeeded */
	FXG_AT_END = 4,	       /* after the call, always (also ret) */
};

/* How the captured value becomes arguments. `slot` is the C value as 64 bits.
 */
enum fxg_kind {
	FXG_K_I32 = 1,
	FXG_K_U32,
	FXG_K_I64,
	FXG_K_U64,
	FXG_K_BOOL,
	FXG_K_F64, /* slot = the double's bits */
	FXG_K_F32, /* slot = the float's bits, widened to double in record */
	FXG_K_LONGDOUBLE, /* slot = address of it; 16 bytes as a blob */
	FXG_K_POINTER,	  /* an address and nothing behind it */
	FXG_K_ENUM,	  /* name as string; type's base says the integer */
	FXG_K_FLAGS,
	FXG_K_STRING,	 /* char *, by its STR type */
	FXG_K_BYTES,	 /* PTR to memory that is recorded as it is */
	FXG_K_SCALAR_AT, /* PTR to one scalar: recorded as that scalar */
	FXG_K_LEAVES,	 /* PTR to a struct flattened into NAME.member leaves */
	FXG_K_VALUE,	 /* anything else behind a PTR: apitrace-encoded blob */
	FXG_K_STRINGS,	 /* PTR to a null-ended array of char *: encoded blob */
	/* slot = the address of a va_list that the function's format says what
	 * is in: encoded blob */
	FXG_K_PRINT_LIST, /* what is printed */
	FXG_K_SCAN_LIST,  /* what was stored where its pointers point to */
	FXG_K_SELECT,	  /* the items of the case, UNION type, that are of the
			     same moment */
};

/* One captured value of a function; begin items first, then end items, each in
 * prototype order, ret last. */
struct fxg_item {
	uint16_t name;	       /* string */
	uint16_t type;	       /* of the slot (a PTR for what is behind it) */
	uint16_t size_name;    /* string "NAME.size" or FXG_NONE */
	uint16_t address_name; /* string "NAME@" or FXG_NONE (not wanted) */
	uint16_t first_leaf;   /* FXG_K_LEAVES */
	uint16_t cond;	       /* expression, 0 = always; recorded if nonzero */
	/* expression, of a string: whether the call has read its first unit;
	 * what lies further may be no memory. 0: it has read all */
	uint16_t read;
	uint8_t n_leaves;
	uint8_t kind;  /* enum fxg_kind */
	uint8_t slot;  /* parameter index; n_params = return value */
	uint8_t when;  /* enum fxg_when */
	uint8_t flags; /* FXG_SECRET */
};

/* One scalar of a flattened struct. */
struct fxg_leaf {
	uint16_t name; /* string "NAME.member" */
	uint16_t type;
	uint32_t byte_off;
	uint8_t kind;  /* a scalar enum fxg_kind */
	uint8_t flags; /* FXG_SECRET */
	uint8_t reserved[2];
};

struct fxg_param {
	uint32_t name; /* text */
	uint16_t type;
	uint8_t is_address; /* described as `pointer`: an address is all it is
			     */
	uint8_t is_path;    /* names a file */
};

enum fxg_error_rule {
	FXG_E_NONE = 0,
	FXG_E_MINUS1 = 1,   /* -1 (also MAP_FAILED) and errno */
	FXG_E_NULL = 2,	    /* NULL and errno */
	FXG_E_RET = 3,	    /* the return value is the errno, 0 = success */
	FXG_E_EAI = 4,	    /* EAI_*; EAI_SYSTEM = errno */
	FXG_E_NEGATIVE = 5, /* any negative value and errno */
	FXG_E_DLERROR = 6,  /* NULL, and no errno: dlerror() says why */
	/* -1, or any value, if the call has set errno: its wrapper clears that
	 * before */
	FXG_E_MINUS1_ERRNO = 7,
	FXG_E_ERRNO = 8,
	/* -1, NULL or WEOF, if the stream has an error, too: else that is its
	 * end */
	FXG_E_MINUS1_FERROR = 9,
	FXG_E_NULL_FERROR = 10,
	FXG_E_WEOF_FERROR = 11,
	/* less than a parameter says, if the stream has an error */
	FXG_E_SHORT = 12,
	FXG_E_WEOF = 13,	   /* WEOF and errno */
	FXG_E_NULL_ERRNO = 14,	   /* NULL, if the call has set errno */
	FXG_E_MINUS1_DLERROR = 15, /* -1, and no errno: dlerror() says why */
};

enum fxg_function_flags {
	FXG_F_DEFAULT = 1, /* recorded unless options say otherwise */
	FXG_F_LEAF = 2,	   /* one complete event at return */
	FXG_F_TAIL = 4,	   /* tail-jumped: a complete event of 1 ns */
	FXG_F_CUSTOM = 8,  /* its wrapper is written by hand */
	FXG_F_NORETURN = 16,
	FXG_F_TWICE = 32,  /* may return twice */
	FXG_F_TARGET = 64, /* not wrapped: the v* form a variadic calls */
	FXG_F_ORDERS = 128,
	FXG_F_FRAME_END = 256,
	FXG_F_NO_EFFECT = 512,
	FXG_F_DOTS = 1024, /* its prototype ends with "..." */
	FXG_F_FAKE = 2048, /* only the recorder makes such calls */
	/* of those that order: their number is taken after the call */
	FXG_F_ORDERS_AFTER = 4096,
	/* not DEFAULT: a replay of files and processes needs it */
	FXG_F_REPLAY = 8192,
	FXG_F_WAITS = 16384, /* its purpose is to wait */
	/* it reads from a descriptor or stream: it waits for others unless that
	 * is a file */
	FXG_F_WAITS_FOR_INPUT = 32768,
	/* it fails with ENODATA and EOPNOTSUPP only after the kernel
	 * has read its strings */
	FXG_F_LATE_ERRORS = 65536,
	/* a system call, made by libc's syscall(); not wrapped */
	FXG_F_SYSTEM = 131072,
	/* tail-jumped, or called if that makes no difference: then it has an
	 * end and its result */
	FXG_F_JUMPS = 262144,
};

enum fxg_varargs {
	FXG_VA_NONE = 0,
	FXG_VA_PRINTF = 1,
	FXG_VA_SCANF = 2,
	FXG_VA_LIST = 3,
	FXG_VA_BY_KEY = 4,
};

/* As many cells of functions (preload.h) are a page. */
#define FXG_CHUNK_FUNCTIONS 64u

/* Which of libc's streams a function acts on. */
enum fxg_streams {
	FXG_STREAM_GIVEN = 0, /* its FILE parameter, if it has one */
	FXG_STREAM_STDIN,
	FXG_STREAM_STDOUT,
	FXG_STREAM_ALL,	     /* all that are open */
	FXG_STREAM_CLOSED,   /* its parameter, which is gone afterwards */
	FXG_STREAM_LOCKED,   /* its parameter, which is the thread's then */
	FXG_STREAM_UNLOCKED, /* and no more */
};

struct fxg_function {
	uint32_t symbol_hash; /* DT_GNU_HASH hash of the name */
	uint32_t symver;      /* text: version node, "" = unversioned */
	uint32_t group;	      /* text */
	uint32_t classes;     /* text: "file desc" */
	uint32_t soname;      /* text: its library, "" = the table's */
	uint32_t first_param;
	uint32_t first_item;
	uint32_t flags;	   /* enum fxg_function_flags */
	uint16_t name;	   /* string; the exported symbol and the event name */
	uint16_t category; /* string */
	uint16_t ret_type;
	uint8_t n_params;
	uint8_t n_fixed; /* before "..." */
	uint8_t n_begin_items;
	uint8_t n_end_items;
	uint8_t error_rule;  /* enum fxg_error_rule */
	uint8_t varargs;     /* enum fxg_varargs */
	uint8_t varargs_k;   /* printf, scanf: index of the format */
	uint8_t stream;	     /* enum fxg_streams */
	uint8_t error_param; /* SHORT: the parameter that ret is less than */
	uint8_t error_unit;  /* SHORT: their size's, + 1; 0: it is not said */
	uint16_t alias_of; /* string: the function it is described with, or 0 */
	uint16_t is_ret_address; /* described as `pointer`, as a parameter's */
	/* bit i: what parameter i points to is saved before the call, in the
	 * slots behind that of the return value */
	uint16_t saved;
};

/* Strings 0..FXG_S_COMMON-1 of every table. */
enum fxg_common_string {
	FXG_S_RET,   /* "ret" */
	FXG_S_ERRNO, /* "errno" */
	FXG_S_FLAGS, /* "@flags" */
	FXG_S_SEQ,   /* "@seq" */
	FXG_S_BEGIN, /* "@begin" */
	FXG_S_STACK, /* "@stack" */
	FXG_S_REST,  /* "@rest" */
	FXG_S_COMMON,
};

/* The argument that holds what "..." held (FXG_K_PRINT_LIST, SCAN_LIST). */
#define FXG_ARGS "@args"

struct fxg_table {
	const char *api;      /* "libc" */
	const char *soname;   /* "libc.so.6" */
	const char *build_id; /* 16 hex digits over everything below */
	const char *text;
	const uint32_t *strings;      /* text offset of string i */
	const uint8_t *exprs;	      /* byte 0 unused */
	const struct fxg_type *types; /* type 0 is void */
	const struct fxg_member *members;
	const struct fxg_enumerator *enumerators;
	const struct fxg_case *cases;
	const struct fxg_leaf *leaves;
	const struct fxg_item *items;
	const struct fxg_param *params;
	const struct fxg_function *functions; /* sorted by name */
	uint32_t n_text_bytes, n_strings, n_expr_bytes, n_types;
	uint32_t n_members, n_enumerators, n_leaves, n_items;
	uint32_t n_params, n_functions, n_cases;
	uint32_t errno_type; /* an ENUM type of the API's errno names, 0 none */
	uint32_t is_whole;   /* memory is recorded whole, unless it is said how
				much of it is */
	uint32_t is_careful; /* no pointer is believed to lead to memory */
	/* of fxg_API_system_calls[]: by the number of a system call, the
	 * function that it is recorded as, plus 1; 0 = none */
	uint32_t n_system_calls;
	/* likewise for numbers without a name: it has the number, too */
	uint32_t other_system_call;
};

#endif
