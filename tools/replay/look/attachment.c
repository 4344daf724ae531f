/* SPDX-License-Identifier: MIT */
/*
 * Reads what is drawn to, see attachment.h. Everything is queried before a call
 * that could fail, so that none does. Otherwise glGetError would take an error
 * that the replayed program is going to query.
 */
#include "tools/replay/look/attachment.h"

#include "tools/replay/look/pack.h"
#include "tools/replay/look/pixels.h"
#include "tools/replay/look/resolve.h"

/* The source of pixels, and the previous state. */
struct aim {
	const struct procs *gl;
	unsigned of; /* enum attachment_of */
	enum image_aspect aspect;
	GLint draw, read; /* framebuffers that were bound */
	GLint framebuffer;
	GLint old_buffer; /* of the framebuffer */
	GLenum buffer;	  /* of colors */
	struct level level;
};

static GLint get_integer(const struct procs *gl, GLenum name)
{
	GLint value[4] = {0};

	gl->GetIntegerv(name, value);
	return value[0];
}

static void bind_framebuffer(struct aim *aim)
{
	const struct procs *gl = aim->gl;

	if (!gl->BindFramebuffer)
		return;
	aim->draw = aim->read = get_integer(gl, GL_FRAMEBUFFER_BINDING);
	if (gl->has_read_framebuffer)
		aim->read = get_integer(gl, GL_READ_FRAMEBUFFER_BINDING);
	if (aim->of == ATTACHMENT_DRAWN || aim->of >= ATTACHMENT_COLOR)
		aim->framebuffer = aim->draw;
	if (aim->draw != aim->framebuffer)
		gl->BindFramebuffer(GL_FRAMEBUFFER, (GLuint)aim->framebuffer);
	else if (aim->read != aim->framebuffer)
		gl->BindFramebuffer(GL_READ_FRAMEBUFFER,
				    (GLuint)aim->framebuffer);
}

static void unbind_framebuffer(struct aim *aim)
{
	const struct procs *gl = aim->gl;

	if (aim->draw != aim->framebuffer)
		gl->BindFramebuffer(GL_FRAMEBUFFER, (GLuint)aim->draw);
	if (aim->read !=
	    (aim->draw != aim->framebuffer ? aim->draw : aim->framebuffer))
		gl->BindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)aim->read);
}

/* The name of a draw buffer as a read buffer. */
static GLenum readable(const struct procs *gl, GLenum buffer)
{
	switch (buffer) {
	case GL_FRONT_AND_BACK:
	case GL_LEFT:
	case GL_RIGHT:
		return get_integer(gl, GL_DOUBLEBUFFER) ? GL_BACK : GL_FRONT;
	default:
		return buffer;
	}
}

static GLenum first_drawn(const struct procs *gl)
{
	GLint n, buffer;

	if (!procs_is_since(gl, 20, 30))
		return readable(gl, (GLenum)get_integer(gl, GL_DRAW_BUFFER));
	n = get_integer(gl, GL_MAX_DRAW_BUFFERS);
	for (GLint i = 0; i < n; i++) {
		buffer = get_integer(gl, GL_DRAW_BUFFER0 + (GLenum)i);
		if (buffer != GL_NONE)
			return readable(gl, (GLenum)buffer);
	}
	return GL_NONE;
}

static GLenum choose_buffer(const struct aim *aim)
{
	const struct procs *gl = aim->gl;
	unsigned of = aim->of, n = of - ATTACHMENT_COLOR;

	if (of >= ATTACHMENT_COLOR) {
		if (!aim->framebuffer || (n && !gl->ReadBuffer) ||
		    (n &&
		     n >= (unsigned)get_integer(gl, GL_MAX_COLOR_ATTACHMENTS)))
			return GL_NONE;
		return GL_COLOR_ATTACHMENT0 + n;
	}
	if (!gl->ReadBuffer)
		return aim->framebuffer ? GL_COLOR_ATTACHMENT0 : GL_BACK;
	if (of == ATTACHMENT_DRAWN)
		return first_drawn(gl);
	if (gl->is_es)
		return GL_BACK;
	return of == ATTACHMENT_BACK && get_integer(gl, GL_DOUBLEBUFFER)
		       ? GL_BACK
		       : GL_FRONT;
}

static GLint query(const struct aim *aim, GLenum attachment, GLenum what)
{
	const struct procs *gl = aim->gl;
	GLint value = 0;

	gl->GetFramebufferAttachmentParameteriv(
		gl->has_read_framebuffer ? GL_READ_FRAMEBUFFER : GL_FRAMEBUFFER,
		attachment, what, &value);
	return value;
}

/* Whether the window's bits are queried by its buffers' names. */
static bool has_named_buffers(const struct procs *gl)
{
	return gl->is_core || (gl->is_es && gl->version >= 30);
}

/* The buffer, as queries about attachments name it. */
static GLenum attachment_name(const struct aim *aim)
{
	if (aim->aspect == IMAGE_COLOR) {
		if (aim->framebuffer || aim->gl->is_es)
			return aim->buffer;
		return aim->buffer == GL_BACK	 ? GL_BACK_LEFT
		       : aim->buffer == GL_FRONT ? GL_FRONT_LEFT
						 : aim->buffer;
	}
	if (aim->aspect == IMAGE_DEPTH)
		return aim->framebuffer ? GL_DEPTH_ATTACHMENT : GL_DEPTH;
	return aim->framebuffer ? GL_STENCIL_ATTACHMENT : GL_STENCIL;
}

static const struct bits {
	char letter;
	GLenum attached, of_window;
} bits[] = {
	{'R', GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE, GL_RED_BITS},
	{'G', GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE, GL_GREEN_BITS},
	{'B', GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE, GL_BLUE_BITS},
	{'A', GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE, GL_ALPHA_BITS},
};

static void find_channels(struct aim *aim, bool is_queried)
{
	struct level *level = &aim->level;
	size_t n = 0;

	for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
		GLint n_bits =
			is_queried ? query(aim, attachment_name(aim),
					   bits[i].attached)
				   : get_integer(aim->gl, bits[i].of_window);

		if (n_bits <= 0)
			continue;
		level->channels[n++] = bits[i].letter;
		if (n_bits > level->color_bits)
			level->color_bits = n_bits;
	}
}

static GLint bits_of(const struct aim *aim, bool is_queried)
{
	bool is_depth = aim->aspect == IMAGE_DEPTH;

	if (is_queried)
		return query(aim, attachment_name(aim),
			     is_depth ? GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE
				      : GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE);
	return get_integer(aim->gl, is_depth ? GL_DEPTH_BITS : GL_STENCIL_BITS);
}

/* Whether there is something to query. */
static bool is_attached(const struct aim *aim)
{
	if (!aim->framebuffer && !has_named_buffers(aim->gl))
		return true;
	return query(aim, attachment_name(aim),
		     GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) != GL_NONE;
}

/* What the buffer has, into aim->level. */
static void describe(struct aim *aim)
{
	const struct procs *gl = aim->gl;
	bool has_type = aim->framebuffer && gl->has_component_type;
	bool is_queried = aim->framebuffer ? gl->has_component_type
					   : has_named_buffers(gl);
	GLenum type =
		has_type && aim->aspect != IMAGE_STENCIL
			? (GLenum)query(
				  aim, attachment_name(aim),
				  GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE)
			: GL_UNSIGNED_NORMALIZED;

	switch (aim->aspect) {
	case IMAGE_COLOR:
		find_channels(aim, is_queried);
		aim->level.color_type = type;
		if (has_type &&
		    query(aim, attachment_name(aim),
			  GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING) == GL_SRGB)
			aim->level.internal_format = GL_SRGB8_ALPHA8;
		break;
	case IMAGE_DEPTH:
		aim->level.depth_bits = bits_of(aim, is_queried);
		aim->level.depth_type = type;
		break;
	default:
		aim->level.stencil_bits = bits_of(aim, is_queried);
	}
}

static bool has_aspect(const struct aim *aim)
{
	switch (aim->aspect) {
	case IMAGE_COLOR:
		return aim->level.channels[0];
	case IMAGE_DEPTH:
		return aim->level.depth_bits > 0;
	default:
		return aim->level.stencil_bits > 0;
	}
}

static const char *check_aim(struct aim *aim)
{
	const struct procs *gl = aim->gl;
	GLenum target =
		gl->has_read_framebuffer ? GL_READ_FRAMEBUFFER : GL_FRAMEBUFFER;

	if (gl->CheckFramebufferStatus &&
	    gl->CheckFramebufferStatus(target) != GL_FRAMEBUFFER_COMPLETE)
		return aim->framebuffer
			       ? "the framebuffer object is not complete"
			       : "the context has no window";
	if (aim->aspect == IMAGE_COLOR && aim->buffer == GL_NONE)
		return "no color buffer is drawn to";
	if (!is_attached(aim))
		return "nothing is attached there";
	describe(aim);
	if (!has_aspect(aim))
		return aim->aspect == IMAGE_COLOR   ? "it has no colors"
		       : aim->aspect == IMAGE_DEPTH ? "it has no depth"
						    : "it has no stencil";
	return NULL;
}

static const char *fill(const struct aim *aim, struct image *image,
			const struct attachment_part *part)
{
	struct pixels pixels;
	uint32_t width = part->width, height = part->height;
	const char *why =
		pixels_begin(&pixels, aim->gl, &aim->level, aim->aspect);

	if (why)
		return why;
	width = width ? width : pixels_measure(&pixels, true);
	height = height ? height : pixels_measure(&pixels, false);
	pixels.x = part->x;
	pixels.y = part->y;
	why = image_begin(image, &pixels.form, width, height, 1);
	return why ? why : pixels_read(&pixels, image, 0);
}

/* Multisampled pixels cannot be read, except for those of a window. */
static const char *fill_samples(const struct aim *aim, struct image *image)
{
	struct resolve resolve;
	const char *why;

	if (aim->aspect != IMAGE_COLOR)
		return "depth and stencil of several samples are not read";
	why = resolve_begin(&resolve, aim->gl, aim->buffer);
	if (why)
		return why;
	why = fill(aim, image,
		   &(struct attachment_part){.width = resolve.width,
					     .height = resolve.height});
	resolve_end(&resolve);
	return why;
}

static const char *read_aimed(struct aim *aim, struct image *image,
			      const struct attachment_part *part)
{
	struct pack pack;
	const char *why = check_aim(aim);

	if (why)
		return why;
	if (!pack_begin(&pack, aim->gl))
		return "a buffer is bound that another context deleted";
	if (aim->framebuffer && get_integer(aim->gl, GL_SAMPLE_BUFFERS) > 0)
		why = fill_samples(aim, image);
	else
		why = fill(aim, image, part);
	pack_end(&pack);
	return why;
}

/* Depth and stencil need no color buffer, but a read buffer that is there. */
static void set_buffer(struct aim *aim)
{
	if (aim->buffer == GL_NONE || !aim->gl->ReadBuffer)
		return;
	aim->old_buffer = get_integer(aim->gl, GL_READ_BUFFER);
	if ((GLenum)aim->old_buffer != aim->buffer)
		aim->gl->ReadBuffer(aim->buffer);
}

static void restore_buffer(struct aim *aim)
{
	if (aim->buffer != GL_NONE && aim->gl->ReadBuffer &&
	    (GLenum)aim->old_buffer != aim->buffer)
		aim->gl->ReadBuffer((GLenum)aim->old_buffer);
}

const char *attachment_read(struct image *image, const struct procs *gl,
			    const struct attachment_part *part)
{
	struct aim aim = {.gl = gl, .of = part->of, .aspect = part->aspect};
	const char *why;

	image->n_bytes = 0;
	bind_framebuffer(&aim);
	aim.buffer = choose_buffer(&aim);
	set_buffer(&aim);
	why = read_aimed(&aim, image, part);
	restore_buffer(&aim);
	unbind_framebuffer(&aim);
	if (why)
		image->n_bytes = 0;
	return why;
}

bool attachment_is_sampled(const struct procs *gl)
{
	return get_integer(gl, GL_SAMPLE_BUFFERS) > 0;
}

bool attachment_has_color(const struct procs *gl)
{
	struct aim aim = {.gl = gl, .of = ATTACHMENT_DRAWN};
	bool has_color;

	bind_framebuffer(&aim);
	aim.buffer = choose_buffer(&aim);
	has_color = aim.buffer != GL_NONE && is_attached(&aim);
	unbind_framebuffer(&aim);
	return has_color;
}
