/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Requests configurations and contexts of GLX, and prints the lines of a stable
 * dump that must come of it, see ../glx.t.
 */
#include "tests/gl/gl.h"

static void *display;

#define GLX(ret, name, ...)                                                    \
	((ret(*)(__VA_ARGS__))dlsym(RTLD_DEFAULT, "glX" #name))

static void *choose(void)
{
	static const int list[] = {0x8010, 5,	 0x8011, 1,  0x22, 0x8002, 5,
				   1,	   0x20, -1,	 12, -1,   0};
	void **configs, *config;
	int n = 0, value = 0;

	configs = GLX(void **, ChooseFBConfig, void *, int, const int *,
		      int *)(display, 0, fence(list, sizeof(list)), &n);
	if (!configs)
		return NULL;
	config = configs[0];
	GLX(int, GetFBConfigAttrib, void *, void *, int, int *)
	(display, config, 0x8010, &value);
	printf("glXGetFBConfigAttrib(dpy=PTR, config=PTR, "
	       "attribute=GLX_DRAWABLE_TYPE, value=%s) = Success\n",
	       value == 7   ? "GLX_WINDOW_BIT|GLX_PIXMAP_BIT|GLX_PBUFFER_BIT"
	       : value == 5 ? "GLX_WINDOW_BIT|GLX_PBUFFER_BIT"
			    : "?");
	GLX(int, GetFBConfigAttrib, void *, void *, int, int *)
	(display, config, 0x22, &value);
	printf("glXGetFBConfigAttrib(dpy=PTR, config=PTR, "
	       "attribute=GLX_X_VISUAL_TYPE, value=GLX_TRUE_COLOR) = "
	       "Success\n");
	GLX(int, GetFBConfigAttrib, void *, void *, int, int *)
	(display, config, 100001, &value);
	printf("glXGetFBConfigAttrib(dpy=PTR, config=PTR, "
	       "attribute=GLX_SAMPLES, value=%d) = Success\n",
	       value);
	GLX(int, GetFBConfigAttrib, void *, void *, int, int *)
	(display, config, 0x7777, &value);
	printf("glXGetFBConfigAttrib(dpy=PTR, config=PTR, attribute=0x7777) = "
	       "GLX_BAD_ATTRIBUTE\n");
	return config;
}

static void contexts(void *config)
{
	static const int list[] = {0x2091, 3, 0x2092, 2,      0x2094, 2,
				   0x9126, 1, 0x8011, 0x8014, 0};
	static const int sizes[] = {0x8041, 8, 0x8040, 9, 0x801b, 0, 0};
	unsigned long pbuffer;
	unsigned width = 0;
	int value = 0;
	void *context = GLX(void *, CreateContextAttribsARB, void *, void *,
			    void *, int, const int *)(
		display, config, NULL, 1, fence(list, sizeof(list)));

	printf("glXCreateContextAttribsARB(dpy=PTR, config=PTR, "
	       "share_context=NULL, direct=true, "
	       "attrib_list=[GLX_CONTEXT_MAJOR_VERSION_ARB=3, "
	       "GLX_CONTEXT_MINOR_VERSION_ARB=2, GLX_CONTEXT_FLAGS_ARB="
	       "GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB, "
	       "GLX_CONTEXT_PROFILE_MASK_ARB=GLX_CONTEXT_CORE_PROFILE_BIT_ARB, "
	       "GLX_RENDER_TYPE=GLX_RGBA_TYPE, None]) = %s\n",
	       context ? "PTR" : "NULL");
	context = GLX(void *, CreateNewContext, void *, void *, int, void *,
		      int)(display, config, 0x8014, NULL, 1);
	printf("glXCreateNewContext(dpy=PTR, config=PTR, "
	       "render_type=GLX_RGBA_TYPE, share_list=NULL, direct=true) = "
	       "%s\n",
	       context ? "PTR" : "NULL");
	GLX(int, QueryContext, void *, void *, int, int *)
	(display, context, 0x8011, &value);
	printf("glXQueryContext(dpy=PTR, ctx=PTR, attribute=GLX_RENDER_TYPE, "
	       "value=GLX_RGBA_TYPE) = Success\n");
	pbuffer =
		GLX(unsigned long, CreatePbuffer, void *, void *,
		    const int *)(display, config, fence(sizes, sizeof(sizes)));
	printf("glXCreatePbuffer(dpy=PTR, config=PTR, "
	       "attrib_list=[GLX_PBUFFER_WIDTH=8, GLX_PBUFFER_HEIGHT=9, "
	       "GLX_PRESERVED_CONTENTS=False, None]) = 0x%lx\n",
	       pbuffer);
	GLX(void, QueryDrawable, void *, unsigned long, int, unsigned *)
	(display, pbuffer, 0x801d, &width);
	printf("glXQueryDrawable(dpy=PTR, draw=0x%lx, attribute=GLX_WIDTH, "
	       "value=8) = void\n",
	       pbuffer);
}

static void visuals(void)
{
	/* some are without a value */
	static int list[] = {4, 5, 8, 1, 12, 16, 0};
	struct {
		void *visual;
		unsigned long id;
	} *visual = GLX(void *, ChooseVisual, void *, int,
			int *)(display, 0, fence(list, sizeof(list)));
	int value = 0;

	if (!visual)
		return;
	GLX(int, GetConfig, void *, void *, int, int *)
	(display, visual, 4, &value);
	printf("glXGetConfig(dpy=PTR, visual=PTR, attrib=GLX_RGBA, "
	       "value=True) = Success\n");
	printf("GLX_RGBA, GLX_DOUBLEBUFFER, GLX_RED_SIZE=1, "
	       "GLX_DEPTH_SIZE=16, None]\n{visualid=0x%lx, screen=0, depth=",
	       visual->id);
	printf("\nclass=TrueColor, red_mask=0x\n");
}

int main(void)
{
	void *x = dlopen("libX11.so.6", RTLD_NOW | RTLD_GLOBAL);
	void *gl = dlopen("libGL.so.1", RTLD_NOW | RTLD_GLOBAL), *config;
	void *(*open_display)(const char *name) =
		x ? (void *(*)(const char *))dlsym(x, "XOpenDisplay") : NULL;

	display = gl && open_display ? open_display(NULL) : NULL;
	config = display ? choose() : NULL;
	if (!config) {
		printf("no display\n");
		return 77;
	}
	contexts(config);
	visuals();
	return 0;
}
