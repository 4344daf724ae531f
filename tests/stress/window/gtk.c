/* SPDX-License-Identifier: MIT */
/*
 * A window of GTK 4 with an area for OpenGL, which GTK itself draws with
 * OpenGL, all of it found by libepoxy.
 */
#include <epoxy/gl.h>
#include <gtk/gtk.h>

#include "tests/stress/window/scene.h"

enum { N_PICTURES = 6 };

static unsigned n_pictures;
static GLuint arrays;
static GMainLoop *loop;

static void realize(GtkGLArea *area, void *unused)
{
	(void)unused;
	gtk_gl_area_make_current(area);
	if (gtk_gl_area_get_error(area))
		return;
	glGenVertexArrays(1, &arrays);
	glBindVertexArray(arrays);
	g_print("scene: %d, by version %d\n",
		scene_begin(epoxy_is_desktop_gl() ? "150" : "100"),
		epoxy_gl_version());
}

static gboolean render(GtkGLArea *area, GdkGLContext *context, void *unused)
{
	(void)area;
	(void)context;
	(void)unused;
	glBindVertexArray(arrays);
	scene_draw(n_pictures);
	g_print("picture %u, error %x\n", n_pictures, glGetError());
	if (++n_pictures == N_PICTURES)
		g_main_loop_quit(loop);
	return TRUE;
}

static gboolean again(GtkWidget *area, GdkFrameClock *clock, void *unused)
{
	(void)clock;
	(void)unused;
	gtk_gl_area_queue_render(GTK_GL_AREA(area));
	return G_SOURCE_CONTINUE;
}

int main(void)
{
	GtkWidget *window, *area;

	if (!gtk_init_check())
		return 77;
	window = gtk_window_new();
	area = gtk_gl_area_new();
	loop = g_main_loop_new(NULL, FALSE);
	gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
	gtk_window_set_default_size(GTK_WINDOW(window), 120, 90);
	g_signal_connect(area, "realize", G_CALLBACK(realize), NULL);
	g_signal_connect(area, "render", G_CALLBACK(render), NULL);
	gtk_widget_add_tick_callback(area, again, NULL, NULL);
	gtk_window_set_child(GTK_WINDOW(window), area);
	gtk_window_present(GTK_WINDOW(window));
	g_main_loop_run(loop);
	gtk_window_destroy(GTK_WINDOW(window));
	return 0;
}
