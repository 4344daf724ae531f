/* SPDX-License-Identifier: MIT */
/*
 * What a set of description files says about one API, before any of it is
 * checked or given a number. It has types by name, and functions with their
 * parameters and annotations. Made by parse, read by lower; text is borrowed
 * from the arena. Everything that an error may have to name has its position.
 */
#ifndef GEN_MODEL_H
#define GEN_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "gen/gen.h"
#include "gen/lex.h"
#include "gen/memory.h"

enum fxg_expr_op {
	FXG_EXPR_NAME,	  /* text: a parameter, ret, or a constant of C */
	FXG_EXPR_TEXT,	  /* text: a number or sizeof (...), as in C */
	FXG_EXPR_LOAD,	  /* *a */
	FXG_EXPR_MEMBER,  /* a->text */
	FXG_EXPR_UNARY,	  /* text a */
	FXG_EXPR_BINARY,  /* a text b */
	FXG_EXPR_CALL,	  /* text(a, b): min, max */
	FXG_EXPR_MEASURE, /* text(a): a measure of the API's */
	FXG_EXPR_LIST,	  /* a and those behind it, b, or NULL */
	FXG_EXPR_WAS,	/* was(*text): what parameter text pointed to before */
	FXG_EXPR_TAKES, /* takes(text): what parameter text's constant takes */
};

struct fxg_expr {
	enum fxg_expr_op op;
	const char *text;
	const struct fxg_expr *a, *b;
	struct fxg_pos pos;
};

/* A C type as it is written. A declaration is before NAME after. */
struct fxg_ctype {
	struct fxg_pos pos;
	const char *base;   /* "const struct stat" is "struct stat" */
	const char *before; /* "const struct stat *" */
	const char *after;  /* "", "[4]", ")(void *)" */
	unsigned n_stars;
	bool const_base;
	bool is_array;
	bool is_function;		   /* pointer to a function */
	const struct fxg_expr *n_elements; /* of an array; NULL = [] */
};

enum fxg_meaning {
	FXG_M_PLAIN, /* what the C type says */
	FXG_M_POINTER,
	FXG_M_STRING,
	FXG_M_STRINGS,
	FXG_M_BYTES,
	FXG_M_ENUM,
	FXG_M_FLAGS,
	FXG_M_HANDLE,
	FXG_M_CASES,
	FXG_M_LIST,
};

/* What a description says about one value. */
struct fxg_note {
	struct fxg_pos pos;
	enum fxg_meaning meaning;
	const char *type_name; /* of an enum, flags, handle or cases */
	struct fxg_pos type_pos;
	enum fxg_dir dir; /* 0 = not said */
	int show;	  /* enum fxg_show; -1 = not said */
	bool kernel, early, nullable, address, on_error, ended, each, next,
		tail, secret, path, was;
	const struct fxg_expr *count, *cap, *cond, *size, *total, *by, *read;
	const struct fxg_ctype *as; /* taken for that C type */
	/* of a member: a bit field, by its first bit and how many there are */
	const struct fxg_expr *at, *bits;
};

struct fxg_param_def {
	const char *name;
	struct fxg_ctype ctype;
	struct fxg_note note;
	bool extra; /* not in the prototype: read from "..." */
};

struct fxg_constant {
	const char *name;
	const struct fxg_expr *mask; /* NULL = none */
	bool enumerator; /* declared by C's enum: #ifdef does not see it */
	size_t member;	 /* CASES: what it chooses */
	int takes;	 /* arguments that it takes; -1 = not said */
};

enum fxg_type_kind {
	FXG_D_INTEGER,
	FXG_D_FLOAT,
	FXG_D_DOUBLE,
	FXG_D_LONG_DOUBLE,
	FXG_D_BOOL,
	FXG_D_POINTER,
	FXG_D_FUNCTION,
	FXG_D_OPAQUE,
	FXG_D_ENUM,
	FXG_D_FLAGS,
	FXG_D_HANDLE,
	FXG_D_STRUCT,
	FXG_D_UNION,
	FXG_D_CASES, /* members that constants choose from */
	FXG_D_SET,
};

/* A described type. Which fields count follows from kind. */
struct fxg_type_def {
	enum fxg_type_kind kind;
	const char *name;
	struct fxg_pos pos;
	int show;		/* INTEGER, FUNCTION, STRUCT */
	struct fxg_ctype ctype; /* ENUM, FLAGS, HANDLE: written in C */
	bool always;		/* every value of ctype is of this type */
	const char *or_name;	/* ENUM: the one that names what it does not */
	struct fxg_constant *constants; /* ENUM, FLAGS, CASES */
	size_t n_constants;
	const char *space; /* HANDLE */
	enum fxg_scope scope;
	long null_value;
	/* STRUCT, UNION, SET, and CASES that memory itself chooses: "struct
	 * stat"; how descriptions spell it, "view NAME" if not so */
	const char *c_name, *spelled;
	const struct fxg_expr *length; /* bytes of one of several records */
	bool is_of_glibc;   /* STRUCT: other C libraries have other members */
	const char *next;   /* STRUCT: the member that points to the next one */
	const char *layout; /* C type that has its members; NULL = c_name */
	struct fxg_param_def *members;
	size_t n_members;
	size_t default_member;	   /* CASES: of what is none of them, + 1 */
	const struct fxg_expr *by; /* CASES: what chooses, over its members */
	struct fxg_param_def element; /* SET: what a bit means */
	long n_bytes;		      /* SET: that are looked at; 0 = all */
	/* set by lower: */
	unsigned *member_rows; /* type row of each member */
	unsigned row;	       /* of a STRUCT, UNION or SET; 0 = none yet */
	bool being_lowered;
	bool is_absent; /* prune's: the headers lack it */
};

struct fxg_alias {
	const char *name;
	const char *since; /* of the function, or NULL: as what it is of */
	struct fxg_pos pos;
};

/* How a wrapper itself puts a value into the record, see preload/call/hot.h. */
enum fxg_put {
	FXG_PUT_NOT, /* it cannot */
	FXG_PUT_INTEGER,
	FXG_PUT_ADDRESS,
	FXG_PUT_NAMED,
	FXG_PUT_TEXT,
	FXG_PUT_COUNTED, /* a text of so many bytes at most */
	FXG_PUT_BYTES,
	FXG_PUT_INPUT, /* bytes that the call has read, if they are known */
	FXG_PUT_DOUBLE,
	FXG_PUT_FLOAT,
	FXG_PUT_BOOL,
};

/* A value that is captured: what the wrapper must know of its item. */
struct fxg_capture {
	enum fxg_put put;
	unsigned slot, name, type; /* name: a string; type: a row */
	const char *count;	   /* of bytes: a parameter, or "ret" */
	const char *size;	   /* the same as a term of C, or NULL */
	const char *limit;	   /* a parameter that count is no more than */
	const char *times;	   /* the same, that count is multiplied by */
	/* of a text: "a != b", of parameters, if it is like others only where
	 * that holds; or NULL */
	const struct fxg_expr *if_read;
};

/* trace format: arguments of one event */
#define FXG_MAX_ARGUMENTS 15u

struct fxg_function_def {
	const char *name;
	struct fxg_pos pos;
	struct fxg_ctype ret;
	struct fxg_note ret_note;
	struct fxg_param_def *params; /* with the extra ones, last */
	size_t n_params, n_fixed;
	bool dots; /* "..." in the prototype */
	const char *category, *group, *symver, *hook;
	const char *older;   /* version whose code is the same, or NULL */
	const char *library; /* soname, if not the API's */
	const char *target;  /* the v* form that a variadic calls */
	const char *before, *track; /* what is called before and after it */
	const char *alongside;	    /* and after it inside its record */
	struct fxg_pos target_pos, flags_pos, error_pos;
	unsigned flags; /* enum fxg_function_flags */
	bool never;
	bool compact; /* its wrapper takes the steps of preload.h */
	enum fxg_error_rule error_rule;
	/* SHORT: what ret is less than, and the size of each of these or NULL
	 */
	const char *error_param, *error_unit;
	enum fxg_varargs varargs;
	const char *format; /* parameter that says what "..." holds */
	struct fxg_pos format_pos;
	enum fxg_streams stream;
	struct fxg_alias *aliases;
	size_t n_aliases;
	const char *since;    /* the version that has it first; NULL: all */
	const char *needs;    /* the macro without which it is not there */
	const char *alias_of; /* whose alias it is, or NULL */
	bool is_system_call;  /* its name is SYS_... */
	unsigned *param_rows, ret_row; /* lower's: their types */
	struct fxg_capture *captures;  /* lower's: begin items first */
	unsigned n_begin, n_end;
};

/* What the recorder can measure: text(e, ...). */
struct fxg_measure {
	const char *name;
	unsigned n_arguments;
};

/* What is shown of a name of the headers. */
struct fxg_shown {
	const char *name, *text;
};

/* The function of numbers without a name. */
#define FXG_OTHER_SYSTEM_CALL "SYS_other"

/* A set of functions that has a name: `class file "@path"`. */
struct fxg_function_class {
	const char *name, *items;
};

/* A system call that is described as a function is. */
struct fxg_system_call {
	const char *name; /* the kernel's */
	const char *function;
	struct fxg_pos pos;
};

struct fxg_api_def {
	struct fxg_arena *arena;
	const char *name, *soname;
	const char **defines, **includes; /* includes with <> or "" */
	size_t n_defines, n_includes;
	const char **incomplete; /* "struct x" that the headers lack */
	size_t n_incomplete;
	const char *errno_name; /* an enum */
	struct fxg_pos errno_pos;
	bool is_whole;		 /* memory is recorded whole */
	bool is_careful;	 /* no pointer is believed to lead to memory */
	const char *prefix;	 /* of the headers' names, not shown; or NULL */
	struct fxg_shown *shown; /* sorted by name, once the model is closed */
	size_t n_shown;
	struct fxg_measure *measures;
	size_t n_measures;
	struct fxg_type_def **types;
	size_t n_types;
	struct fxg_function_def **functions;
	size_t n_functions;
	struct fxg_system_call *system_calls;
	size_t n_system_calls;
	struct fxg_function_class *classes;
	size_t n_classes;
};

/* A note that says nothing. */
struct fxg_note fxg_note_init(void);
/* The type alone, "const char *", "void (*)(int)". */
const char *fxg_ctype_text(struct fxg_arena *arena,
			   const struct fxg_ctype *ctype);
/* NULL if there is none. */
struct fxg_type_def *fxg_find_type(const struct fxg_api_def *api,
				   const char *name);
bool fxg_has_member(const struct fxg_type_def *record, const char *name);
const struct fxg_function_def *fxg_find_function(const struct fxg_api_def *api,
						 const char *name);
/* A text as it is shown: names in it without the prefix, or as it is said. */
const char *fxg_shown_text(const struct fxg_api_def *api, const char *text);
/* Index of a measure, -1 if there is none. */
int fxg_find_measure(const struct fxg_api_def *api, const char *name);
/* Index of a parameter, n_params for "ret", -1 if it is neither. */
int fxg_find_param(const struct fxg_function_def *function, const char *name);
/*
 * Whether an expression of the function uses what this parameter pointed to
 * before the call; and the slot in which its wrapper saves that.
 */
bool fxg_is_saved(const struct fxg_function_def *function, size_t param);
size_t fxg_saved_slot(const struct fxg_function_def *function, size_t param);
/*
 * Whether the values behind "..." of the function are recorded, by its format.
 * And the slot in which its wrapper has the address of a va_list of them. That
 * is the slot of its own va_list parameter, or one behind the saved ones. The
 * scanf family's list is read after the call, so it must be the wrapper's own.
 */
bool fxg_is_listed(const struct fxg_function_def *function);
bool fxg_owns_list(const struct fxg_function_def *function);
size_t fxg_list_slot(const struct fxg_function_def *function);
/* Words that the wrapper has: parameters, ret, saved, the list. */
size_t fxg_slot_count(const struct fxg_function_def *function);
/* Index of the parameter that is a va_list, -1 if there is none. */
int fxg_list_param(const struct fxg_function_def *function);
/*
 * Gives every alias and system call its own function, drops those marked never,
 * sorts by name. Reports a name described twice.
 */
void fxg_model_close(struct fxg_api_def *api, struct fxg_error *error);

#endif
