/* SPDX-License-Identifier: MIT */
/*
 * A resolved copy, see resolve.h. Names that are made here are deleted at once,
 * so that the program gets the same names as without them.
 */
#include "tools/replay/look/resolve.h"

static GLint get_integer(const struct procs *gl, GLenum name)
{
	GLint value[4] = {0};

	gl->GetIntegerv(name, value);
	return value[0];
}

static GLint query_attachment(const struct resolve *resolve, GLenum attachment,
			      GLenum what)
{
	GLint value = 0;

	resolve->gl->GetFramebufferAttachmentParameteriv(
		GL_READ_FRAMEBUFFER, attachment, what, &value);
	return value;
}

static GLint query_store(const struct procs *gl, GLenum what)
{
	GLint value = 0;

	gl->GetRenderbufferParameteriv(GL_RENDERBUFFER, what, &value);
	return value;
}

static GLint query_level(const struct procs *gl, GLint texture, GLint level,
			 GLenum what)
{
	GLint value = 0;

	gl->GetTextureLevelParameteriv((GLuint)texture, level, what, &value);
	return value;
}

/* Size and format of what is attached; 0 if unknown. */
static GLenum query_size_and_format(struct resolve *resolve, GLenum attachment)
{
	const struct procs *gl = resolve->gl;
	GLint name = query_attachment(resolve, attachment,
				      GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
	GLint level;

	if (query_attachment(resolve, attachment,
			     GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) ==
	    GL_RENDERBUFFER) {
		gl->BindRenderbuffer(GL_RENDERBUFFER, (GLuint)name);
		resolve->width =
			(uint32_t)query_store(gl, GL_RENDERBUFFER_WIDTH);
		resolve->height =
			(uint32_t)query_store(gl, GL_RENDERBUFFER_HEIGHT);
		return (GLenum)query_store(gl, GL_RENDERBUFFER_INTERNAL_FORMAT);
	}
	if (!gl->GetTextureLevelParameteriv)
		return 0;
	level = query_attachment(resolve, attachment,
				 GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL);
	resolve->width =
		(uint32_t)query_level(gl, name, level, GL_TEXTURE_WIDTH);
	resolve->height =
		(uint32_t)query_level(gl, name, level, GL_TEXTURE_HEIGHT);
	return (GLenum)query_level(gl, name, level, GL_TEXTURE_INTERNAL_FORMAT);
}

/* Only the first viewport's setting matters, and the others are not changed. */
static void let_scissor(struct resolve *resolve, bool is_on)
{
	const struct procs *gl = resolve->gl;

	if (procs_is_since(gl, 41, 0))
		(is_on ? gl->Enablei : gl->Disablei)(GL_SCISSOR_TEST, 0);
	else
		(is_on ? gl->Enable : gl->Disable)(GL_SCISSOR_TEST);
}

static void copy_attachment(struct resolve *resolve)
{
	const struct procs *gl = resolve->gl;
	GLint width = (GLint)resolve->width;
	GLint height = (GLint)resolve->height;

	resolve->was_scissored = gl->IsEnabled(GL_SCISSOR_TEST);
	if (resolve->was_scissored)
		let_scissor(resolve, false);
	gl->BlitFramebuffer(0, 0, width, height, 0, 0, width, height,
			    GL_COLOR_BUFFER_BIT, GL_NEAREST);
	if (resolve->was_scissored)
		let_scissor(resolve, true);
}

static void drop_names(struct resolve *resolve)
{
	const struct procs *gl = resolve->gl;

	gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)resolve->draw);
	gl->BindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)resolve->read);
	if (resolve->copy)
		gl->DeleteFramebuffers(1, &resolve->copy);
	gl->BindRenderbuffer(GL_RENDERBUFFER, (GLuint)resolve->renderbuffer);
	if (resolve->store)
		gl->DeleteRenderbuffers(1, &resolve->store);
}

static bool is_able(const struct procs *gl)
{
	return gl->has_read_framebuffer && gl->BlitFramebuffer &&
	       gl->GenFramebuffers && gl->GenRenderbuffers &&
	       gl->RenderbufferStorage && gl->IsRenderbuffer &&
	       gl->GetRenderbufferParameteriv;
}

/* Whether a query counts shaders and vertices, perhaps also those of a copy. */
static bool is_counted(const struct procs *gl)
{
	static const GLenum targets[] = {
		GL_VERTICES_SUBMITTED,	      GL_PRIMITIVES_SUBMITTED,
		GL_VERTEX_SHADER_INVOCATIONS, GL_FRAGMENT_SHADER_INVOCATIONS,
		GL_CLIPPING_INPUT_PRIMITIVES, GL_CLIPPING_OUTPUT_PRIMITIVES,
	};
	GLint query = 0;

	if (!gl->has_statistics || !gl->GetQueryiv)
		return false;
	for (size_t i = 0; !query && i < sizeof(targets) / sizeof(targets[0]);
	     i++)
		gl->GetQueryiv(targets[i], GL_CURRENT_QUERY, &query);
	return query;
}

const char *resolve_begin(struct resolve *resolve, const struct procs *gl,
			  GLenum attachment)
{
	GLenum format;

	if (!is_able(gl))
		return "the context cannot make samples into pixels";
	/* neither would the copy be drawn, nor may the condition end */
	if (gl->is_conditional)
		return "it has several samples, and rendering is conditional";
	if (is_counted(gl))
		return "it has several samples, and a query counts shaders";
	*resolve = (struct resolve){
		.gl = gl,
		.draw = get_integer(gl, GL_DRAW_FRAMEBUFFER_BINDING),
		.read = get_integer(gl, GL_READ_FRAMEBUFFER_BINDING),
		.renderbuffer = get_integer(gl, GL_RENDERBUFFER_BINDING),
	};
	if (resolve->renderbuffer &&
	    !gl->IsRenderbuffer((GLuint)resolve->renderbuffer))
		return "a renderbuffer is bound that another context deleted";
	format = query_size_and_format(resolve, attachment);
	if (!format || !resolve->width || !resolve->height) {
		drop_names(resolve);
		return "the context does not say how large a multisampled "
		       "texture is";
	}
	gl->GenRenderbuffers(1, &resolve->store);
	gl->BindRenderbuffer(GL_RENDERBUFFER, resolve->store);
	gl->RenderbufferStorage(GL_RENDERBUFFER, format,
				(GLsizei)resolve->width,
				(GLsizei)resolve->height);
	gl->GenFramebuffers(1, &resolve->copy);
	gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, resolve->copy);
	gl->FramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
				    GL_RENDERBUFFER, resolve->store);
	if (gl->CheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) !=
	    GL_FRAMEBUFFER_COMPLETE) {
		drop_names(resolve);
		return "a copy of the multisampled framebuffer is not complete";
	}
	copy_attachment(resolve);
	gl->BindFramebuffer(GL_READ_FRAMEBUFFER, resolve->copy);
	return NULL;
}

void resolve_end(struct resolve *resolve)
{
	drop_names(resolve);
}
