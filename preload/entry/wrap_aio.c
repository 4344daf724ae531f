/* SPDX-License-Identifier: MIT */
/*
 * Asynchronous input and output. An async event spans from the submission of a
 * request to the retrieval of its result, which aio_return does once for each
 * request. The request's address identifies it, because it cannot be reused
 * before that.
 */
#include "preload/call/preload.h"

#include <aio.h>

#include "preload/arch/names.h"
#include "preload/runtime/alongside.h"
#include "preload/entry/custom.h"

#define NAME "aio"

int fxp_w_aio_read(struct aiocb *aiocbp) FXP_EXPORT("aio_read");
int fxp_w_aio_read64(struct aiocb *aiocbp) FXP_EXPORT("aio_read64");
int fxp_w_aio_write(struct aiocb *aiocbp) FXP_EXPORT("aio_write");
int fxp_w_aio_write64(struct aiocb *aiocbp) FXP_EXPORT("aio_write64");
int fxp_w_aio_fsync(int op, struct aiocb *aiocbp) FXP_EXPORT("aio_fsync");
int fxp_w_aio_fsync64(int op, struct aiocb *aiocbp) FXP_EXPORT("aio_fsync64");
ssize_t fxp_w_aio_return(struct aiocb *aiocbp) FXP_EXPORT("aio_return");
ssize_t fxp_w_aio_return64(struct aiocb *aiocbp) FXP_EXPORT("aio_return64");
int fxp_w_lio_listio(int mode, struct aiocb *const *list, int nitems,
		     struct sigevent *sevp) FXP_NEWER;
FXP_EXPORT_BOTH(lio_listio, "lio_listio", "GLIBC_2.34",
		FXP_OLD_VERSION("GLIBC_2.4"))
int fxp_w_lio_listio64(int mode, struct aiocb *const *list, int nitems,
		       struct sigevent *sevp) FXP_NEWER;
FXP_EXPORT_BOTH(lio_listio64, "lio_listio64", "GLIBC_2.34",
		FXP_OLD_VERSION("GLIBC_2.4"))

struct async {
	unsigned type; /* enum fxt_event_type */
	const struct aiocb *request;
	const char *what; /* of a begin */
	int64_t result;	  /* of an end */
};

/* Libc has already read the request, so that reading it is safe. */
static void build_args(struct fxw_record *r, const void *what)
{
	const struct async *e = what;
	const struct aiocb *request = e->request;

	fxw_arg_word(r, FXT_ARG_POINTER, FXW_NAME("aiocbp"),
		     (uint64_t)(uintptr_t)request);
	if (e->type == FXT_EVENT_ASYNC_END) {
		fxw_arg_word(r, FXT_ARG_INT64, FXW_NAME("ret"),
			     (uint64_t)e->result);
		return;
	}
	fxw_arg_string(r, FXW_NAME("request"), e->what, fxw_length(e->what));
	fxw_arg_int32(r, FXW_NAME("fd"), request->aio_fildes);
	fxw_arg_uint64(r, FXW_NAME("nbytes"), request->aio_nbytes);
	fxw_arg_word(r, FXT_ARG_INT64, FXW_NAME("offset"),
		     (uint64_t)request->aio_offset);
}

/* Inside the call if that is recorded. */
static void emit_async(const struct fxp_call *call, const struct async *e)
{
	struct fxp_note note = {
		.type = e->type,
		.category = FXW_NAME(FXW_CATEGORY_ASYNC),
		.name = FXW_NAME(NAME),
		.build = build_args,
		.what = e,
		.id = fxp_alongside_id((uintptr_t)e->request),
	};

	if (e->request && note.id)
		(void)fxp_alongside_event(call, &note);
}

/* Before libc gets the request: a handler may retrieve the result before the
 * call returns. */
static void emit_begin(const struct fxp_call *call, const struct aiocb *request,
		       const char *what)
{
	struct async e = {.type = FXT_EVENT_ASYNC_BEGIN,
			  .request = request,
			  .what = what};

	emit_async(call, &e);
}

static void emit_end(const struct fxp_call *call, const struct aiocb *request,
		     int64_t result)
{
	struct async e = {.type = FXT_EVENT_ASYNC_END,
			  .request = request,
			  .result = result};

	emit_async(call, &e);
}

/* slot: as the call's arguments, and the result */
static int finish_request(struct fxp_call *call, uint64_t *slot,
			  unsigned n_params, const struct aiocb *request,
			  int ret)
{
	if (ret != 0)
		emit_end(call, request, ret);
	slot[n_params] = FXP_WORD(ret);
	fxp_end(call, slot);
	return ret;
}

static int submit_transfer(unsigned function, struct aiocb *request,
			   const char *what)
{
	int (*real)(struct aiocb *) =
		(int (*)(struct aiocb *))fxp_custom_real(function);
	uint64_t slot[2] = {FXP_WORD(request)};
	struct fxp_call call;

	fxp_custom_begin(&call, function, slot);
	emit_begin(&call, request, what);
	return finish_request(&call, slot, 1, request, real(request));
}

int fxp_w_aio_read(struct aiocb *aiocbp)
{
	return submit_transfer(FXP_FN_libc_aio_read, aiocbp, "read");
}

int fxp_w_aio_read64(struct aiocb *aiocbp)
{
	return submit_transfer(FXP_FN_libc_aio_read64, aiocbp, "read");
}

int fxp_w_aio_write(struct aiocb *aiocbp)
{
	return submit_transfer(FXP_FN_libc_aio_write, aiocbp, "write");
}

int fxp_w_aio_write64(struct aiocb *aiocbp)
{
	return submit_transfer(FXP_FN_libc_aio_write64, aiocbp, "write");
}

static int submit_fsync(unsigned function, int op, struct aiocb *request)
{
	int (*real)(int, struct aiocb *) =
		(int (*)(int, struct aiocb *))fxp_custom_real(function);
	uint64_t slot[3] = {FXP_WORD(op), FXP_WORD(request)};
	struct fxp_call call;

	fxp_custom_begin(&call, function, slot);
	emit_begin(&call, request, "fsync");
	return finish_request(&call, slot, 2, request, real(op, request));
}

int fxp_w_aio_fsync(int op, struct aiocb *aiocbp)
{
	return submit_fsync(FXP_FN_libc_aio_fsync, op, aiocbp);
}

int fxp_w_aio_fsync64(int op, struct aiocb *aiocbp)
{
	return submit_fsync(FXP_FN_libc_aio_fsync64, op, aiocbp);
}

static ssize_t take_result(unsigned function, struct aiocb *request)
{
	ssize_t (*real)(struct aiocb *) =
		(ssize_t(*)(struct aiocb *))fxp_custom_real(function);
	uint64_t slot[2] = {FXP_WORD(request)};
	struct fxp_call call;
	ssize_t ret;

	fxp_custom_begin(&call, function, slot);
	ret = real(request);
	emit_end(&call, request, ret);
	slot[1] = FXP_WORD(ret);
	fxp_end(&call, slot);
	return ret;
}

ssize_t fxp_w_aio_return(struct aiocb *aiocbp)
{
	return take_result(FXP_FN_libc_aio_return, aiocbp);
}

ssize_t fxp_w_aio_return64(struct aiocb *aiocbp)
{
	return take_result(FXP_FN_libc_aio_return64, aiocbp);
}

/* aio_error and aio_return report which requests were not accepted. */
static int submit_list(unsigned function, uint64_t *slot)
{
	int (*real)(int, struct aiocb *const *, int, struct sigevent *) =
		(int (*)(int, struct aiocb *const *, int,
			 struct sigevent *))fxp_custom_real(function);
	struct aiocb *const *list = (struct aiocb *const *)slot[1];
	int n = (int)slot[2];
	struct fxp_call call;
	int ret;

	fxp_custom_begin(&call, function, slot);
	for (int i = 0; list && i < n; i++)
		if (list[i] && list[i]->aio_lio_opcode != LIO_NOP)
			emit_begin(&call, list[i],
				   list[i]->aio_lio_opcode == LIO_READ
					   ? "read"
					   : "write");
	ret = real((int)slot[0], list, n, (struct sigevent *)slot[3]);
	slot[4] = FXP_WORD(ret);
	fxp_end(&call, slot);
	return ret;
}

int fxp_w_lio_listio(int mode, struct aiocb *const *list, int nitems,
		     struct sigevent *sevp)
{
	uint64_t slot[5] = {FXP_WORD(mode), FXP_WORD(list), FXP_WORD(nitems),
			    FXP_WORD(sevp)};

	return submit_list(FXP_FN_libc_lio_listio, slot);
}

int fxp_w_lio_listio64(int mode, struct aiocb *const *list, int nitems,
		       struct sigevent *sevp)
{
	uint64_t slot[5] = {FXP_WORD(mode), FXP_WORD(list), FXP_WORD(nitems),
			    FXP_WORD(sevp)};

	return submit_list(FXP_FN_libc_lio_listio64, slot);
}
