/* SPDX-License-Identifier: MIT */
/*
 * Forms of images as JSON, see forms.h.
 */
#include "tools/inspect/forms.h"

#include "tools/base/json.h"
#include "tools/page/section.h"

void forms_put(struct pen *out, struct image_form form)
{
	pen_put(out, "\"channels\":");
	json_string(out,
		    fxr_text(form.channels,
			     strnlen(form.channels, sizeof(form.channels))));
	pen_format(out, ",\"number\":\"%s\",\"normalized\":%s,\"srgb\":%s",
		   image_form_number(form),
		   form.is_normalized ? "true" : "false",
		   form.is_srgb ? "true" : "false");
}

void forms_write(struct pen *text, FILE *out, const char *name)
{
	struct section *section = section_open();
	struct fxr_text bytes = pen_take(text);

	section_put(section, bytes.bytes, bytes.n_bytes);
	section_write(section, out, "inspect", name);
	section_close(section);
}
