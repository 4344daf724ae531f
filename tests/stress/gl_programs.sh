# SPDX-License-Identifier: MIT
# The OpenGL programs of gl.t and replay.t, sourced by them behind gl.sh. Each
# is handed to
#	drawn API PICTURES NAME COMMAND...
# which they define. `archive_has` says what its archive must have.
# shellcheck shell=bash disable=SC2016,SC2034,SC2154
PATH=$PATH:/usr/games:/usr/libexec/xscreensaver
sdl=/usr/libexec/installed-tests/SDL2
qt=$(ls -d /usr/lib/*/qt5/examples 2>/dev/null | head -n 1)
export OSG_THREADING=SingleThreaded OSG_WINDOW='0 0 200 150' SDL_AUDIODRIVER=dummy
archive_has() {
	at_least 1 glXSwapBuffers eglSwapBuffers
	shown
}

scenes=()
for s in build texture shading bump effect2d pulsar desktop buffer ideas \
	function jellyfish shadow conditionals; do
	scenes+=(-b "$s:nframes=5:duration=100")
done
drawn glx 1000 'glmark2: 13 scenes' glmark2 -s 160x120 "${scenes[@]}"
drawn egl 1000 'glmark2-es2: 13 scenes' glmark2-es2 -s 160x120 "${scenes[@]}"
archive_has() { at_least 6 glDrawArrays glDrawElements; }
drawn glx 1000 'glmark2 off screen' glmark2 --off-screen -s 160x120 \
	-b build:nframes=5:duration=100 -b desktop:nframes=3:duration=100
archive_has() {
	at_least 1 glXSwapBuffers eglSwapBuffers
	shown
}

# sdl API PICTURES COMMAND...: in the folder with its pictures
sdl() {
	[ -x "$sdl/$3" ] || { skip 'no libsdl2-tests here' "SDL's ${*:3}"; return; }
	drawn "$1" "$2" "$3${sdl_way:+ by EGL} ${*:4}" \
		sh -c 'cd "$0" && exec ./"$@"' "$sdl" "${@:3}"
}
sdl glx 5 testgl2
sdl glx 5 testgles2
sdl glx 5 testshader
sdl glx 3 testsprite2 --renderer opengl
sdl glx 3 testsprite2 --renderer opengles2
sdl glx 5 testrendertarget --renderer opengl
sdl glx 5 testgeometry --renderer opengl
export SDL_VIDEO_X11_FORCE_EGL=1
sdl_way=egl
sdl egl 5 testgles2
sdl egl 5 testgl2
unset SDL_VIDEO_X11_FORCE_EGL

for hack in sierpinski3d moebiusgears stonerview cubestorm gltext hypertorus \
	glschool antinspect gears molecule atunnel blinkbox queens; do
	drawn egl 4 "$hack of xscreensaver" $hack --window -geometry 200x150
done

# Shaders that do not link are reported with their addresses.
normal() { sed -E 's/0x[0-9a-f]{6,}/P/g'; }
for demo in osgteapot osglogo osgshape osgtext osgtexture3D \
	osggeometryshaders osgtransformfeedback osgcomputeshaders; do
	drawn glx 5 "$demo of OpenSceneGraph" $demo
done
common

drawn glx 5 'billard-gl' billard-gl
drawn glx 5 'chromium-bsu' chromium-bsu -w -na
cat >"$in/pygl.py" <<'EOT'
import ctypes, os, pygame
from OpenGL.GL import *
pygame.display.init()
pygame.display.set_mode((100, 80), pygame.OPENGL | pygame.DOUBLEBUF)
for i in range(5):
    glClearColor(i / 5, 0.5, 0.25, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glBegin(GL_TRIANGLES)
    for x, y in (-1, -1), (1, -1), (0, 1):
        glColor3f(x, y, i / 5)
        glVertex2f(x, y)
    glEnd()
    print(glGetError(), glGetString(GL_VERSION))
    pygame.display.flip()
EOT
python3=/usr/bin/python3
if $python3 -c 'import OpenGL.GL, pygame' >/dev/null 2>&1; then
	drawn glx 9 'PyOpenGL' $python3 "$in/pygl.py"
else
	skip 'no PyOpenGL here' 'PyOpenGL'
fi
# Qt draws by timers, which must go; what is drawn here follows the picture's
# number, not the time.
clock=
for example in opengl/hellogles3 opengl/computegles31 gui/openglwindow; do
	drawn glx 3 "${example#*/} of Qt" "$qt/$example/${example#*/}"
done
# From its second picture on this one is another each time, without us, too.
drawn glx 1 'hellowindow of Qt' "$qt/opengl/hellowindow/hellowindow"
# What finds OpenGL by libraries made for that draws one scene, which has the
# same pictures with each of them.
common
window glfw libglfw3-dev glfw.c GL/gl.h -DGL_GLEXT_PROTOTYPES -include \
	GL/glext.h -lglfw -lGL
drawn glx 9 'glfw and what it is linked with, by GLX' "$in/glfw" glx
drawn egl 9 'glfw and what it is linked with, by EGL' "$in/glfw" egl
window es libglfw3-dev glfw.c GLES2/gl2.h -lglfw -lGLESv2
drawn egl 9 'glfw and OpenGL ES' "$in/es" es
if glad --quiet --reproducible --api gl:compatibility=4.5 --extensions '' \
	--out-path "$in/loader" c --loader >/dev/null 2>&1; then
	glad=(glad/gl.h -I"$in/loader/include" "$in/loader/src/gl.c" -lglfw)
	window glad libglfw3-dev glfw.c "${glad[@]}"
	drawn glx 9 'glad by the addresses that glfw has' "$in/glad" glx
	window gladloader libglfw3-dev glfw.c "${glad[@]}" -DBY_GLAD
	drawn glx 9 'glad by its own loader' "$in/gladloader" glx
	# it queries GLX about EGL; apitrace has no part in GLX's answers
	drawn - 9 'glad by its own loader, and EGL' "$in/gladloader" egl
else
	skip 'no python3-glad here' 'glad'
fi
window epoxy libepoxy-dev epoxy.c epoxy/gl.h -lepoxy -lX11
drawn glx 9 'epoxy by GLX' "$in/epoxy" glx
drawn egl 9 'epoxy by EGL, without a window' "$in/epoxy" egl
export GTK_A11Y=none GSETTINGS_BACKEND=memory GDK_DEBUG
gtk=$(pkg-config --cflags --libs gtk4 2>/dev/null)
# shellcheck disable=SC2086
window gtk libgtk-4-dev gtk.c epoxy/gl.h $gtk -lepoxy
GDK_DEBUG=gl-glx
drawn glx 9 'gtk: an area of GTK 4, by GLX' "$in/gtk"
# What it has to say begins with the time.
normal() { sed '/ Message: .* highlighting/d'; }
needs=
drawn glx 1 'gtk4-demo: a triangle' gtk4-demo --run=glarea
common
# apitrace has no glXGetCurrentContext in addition to EGL: epoxy ends the
# program then
GDK_DEBUG=gl-egl
drawn - 9 'gtk: an area of GTK 4, by EGL' "$in/gtk"
