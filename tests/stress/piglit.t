#!/bin/bash
# SPDX-License-Identifier: MIT
# Tests of piglit, chosen for breadth, say and answer the same when they are
# recorded, and the archive is whole. Many of them hand nonsense to OpenGL. With
# names, only those.
#	tests/stress/piglit.t [NAME...]
#
# Among them are those that other recorders crash in. They have labels that are
# NULL (khr_debug-object-label), or lengths that are never set
# (getprogramresourcename). Others have an index that restarts primitives
# (primitive-restart), or counts larger than the array
# (glsl-uniform-out-of-bounds).
# shellcheck disable=SC1091,SC2034,SC2154
. "$(dirname "$(readlink -f "$0")")/../programs/gl.sh"
bin=$(ls -d /usr/lib/*/piglit/bin 2>/dev/null | head -n 1)
[ "$bin" ] || {
	plan 1
	skip 'no piglit here' "piglit's tests"
	exit
}
needs_x_server

# One a line, with its arguments.
cat >cases.in <<'END_OF_CASES'
khr_debug-object-label_gl
khr_debug-object-label_gles2
khr_debug-object-label_gles3
khr_debug-push-pop-group_gl
khr_debug-push-pop-group_gles3
arb_debug_output-api_error
arb_program_interface_query-getprogramresourcename
arb_program_interface_query-getprogramresourceiv
arb_program_interface_query-getprograminterfaceiv
arb_program_interface_query-resource-location
arb_program_interface_query-compare-with-shader-subroutine
primitive-restart
nv_primitive_restart-errors
nv_primitive_restart-dlist
arb_draw_indirect-draw-elements-prim-restart
bufferstorage-persistent draw
bufferstorage-persistent draw coherent
bufferstorage-persistent draw coherent client-storage
bufferstorage-persistent read
bufferstorage-persistent read coherent
map_buffer_range_test
map_buffer_range_error_check
map_buffer_range-invalidate
vbo-map-remap
vbo-map-unsync
arb_vertex_buffer_object-map-after-draw
arb_vertex_buffer_object-map-empty
arb_vertex_buffer_object-delete-mapped-buffer
arb_vertex_buffer_object-combined-vertex-index
arb_vertex_buffer_object-mixed-immediate-and-vbo
arb_vertex_buffer_object-vbo-subdata-many
arb_vertex_buffer_object-elements-negative-offset
vbo-subdata-zero
vbo-bufferdata
arb_map_buffer_alignment-sanity_test
arb_copy_buffer-negative-bounds
arb_copy_buffer-negative-mapped
arb_copy_buffer-overlap
arb_copy_buffer-data-sync
arb_clear_buffer_object-null-data
arb_clear_buffer_object-formats
arb_clear_buffer_object-invalid-size
arb_clear_buffer_object-mapped
arb_clear_texture-error
arb_clear_texture-simple
arb_clear_texture-3d
arb_invalidate_subdata-buffer
pbo-drawpixels
pbo-getteximage
pbo-read-argb8888
pbo-readpixels-small
pbo-teximage
pbo-teximage-tiling
cubemap-getteximage-pbo
s3tc-errors
s3tc-teximage
s3tc-texsubimage
s3tc-teximage_gles2
rgtc-teximage-01
rgtc-api_gles2
bptc-modes
bptc-api_gles2
oes_compressed_etc1_rgb8_texture-basic
oes_compressed_paletted_texture-api
khr_compressed_astc-basic_gl
arb_texture_compression-invalid-formats
arb_texture_compression-internal-format-query
arb_direct_state_access-getcompressedtextureimage
arb_get_texture_sub_image-getcompressed
arb_get_texture_sub_image-get
arb_get_texture_sub_image-errors
texsubimage-unpack
teximage-errors
roundmode-pixelstore
mesa_pack_invert-readpixels
readpix-z
rg-draw-pixels
stencil-drawpixels
tex3d
tex-errors
proxy-texture
oes-read-format
arb_color_buffer_float-readpixels
gl-1.0-readpixels-oob
gl-1.0-drawpixels-color-index
gl-1.0-dlist-bitmap
gl-1.0-dlist-materials
gl-1.0-long-dlist
gl-1.4-dlist-multidrawarrays
gl-3.0-dlist-uint-uniforms
arb_draw_elements_base_vertex-dlist
arb_copy_buffer-dlist
arb_uniform_buffer_object-dlist
arb_gpu_shader_fp64-dlist-uniforms
arb_separate_shader_object-dlist
arb_vertex_attrib_64bit-double_attribs_dlist
clearbuffer-display-lists
glsl-useprogram-displaylist
select
gl-1.0-rendermode-feedback
push-pop-texture-state
occlusion_query
occlusion_query_lifetime
arb_occlusion_query2-api
arb_query_buffer_object-qbo
arb_pipeline_statistics_query-vert
timer_query
arb_direct_state_access-create-queries
sync_api
arb_sync-client-wait-errors
arb_sync-delete
arb_sync-fence-sync-errors
arb_sync-get-sync-errors
arb_sync-is-sync
arb_sync-repeat-wait
arb_sync-timeout-zero
arb_sync-WaitSync-errors
gl-1.4-multidrawarrays-errors
arb_draw_elements_base_vertex-multidrawelements
arb_draw_elements_base_vertex-drawrangeelements
oes_draw_elements_base_vertex-multidrawelements
arb_draw_indirect-draw-arrays
arb_draw_indirect-draw-elements
arb_draw_indirect-draw-arrays-compat
arb_draw_indirect-draw-elements-compat
arb_draw_indirect-api-errors
arb_indirect_parameters-tf-count-arrays
arb_compute_shader-indirect-compute
arb_compute_shader-api_errors
arb_separate_shader_object-GetProgramPipelineiv
arb_separate_shader_object-IsProgramPipeline
arb_separate_shader_object-ProgramUniform-coverage
arb_separate_shader_object-api-errors
arb_direct_state_access-create-programpipelines
arb_instanced_arrays-drawarrays
arb_instanced_arrays-instanced_arrays
arb_draw_instanced-drawarrays
arb_base_instance-drawarrays
arb_base_instance-drawarrays_gles3
array-stride
attribs
attribute0
bgra-vert-attrib-pointer
bgra-sec-color-pointer
clear-varray-2.0
varray-disabled
pos-array
gl-1.1-color-material-array
gl-1.1-draw-arrays-start
gl-1.5-get-array-attribs
gl-1.5-vertex-buffer-offsets
gl-2.0-vertexattribpointer
oes_fixed_point-attribute-arrays
arb_vertex_attrib_64bit-double_attribs
arb_vertex_type_2_10_10_10_rev-array_types
arb_vertex_type_10f_11f_11f_rev-draw-vertices
arb_es2_compatibility-fixed-type
attribs-half-float
vao-element-array-buffer
arb_robustness_client-mem-bounds
arb_get_program_binary-reset-uniform
arb_get_program_binary-api-errors
arb_internalformat_query-overrun
arb_uniform_buffer_object-getuniformindices
arb_uniform_buffer_object-getactiveuniformblockname
arb_uniform_buffer_object-negative-getactiveuniformsiv
arb_uniform_buffer_object-rendering
arb_shader_storage_buffer_object-program_interface_query
arb_shader_objects-getuniform
arb_gpu_shader_fp64-fs-getuniformdv
arb_shader_subroutine-uniformsubroutinesuiv
glsl-uniform-out-of-bounds
glsl-uniform-out-of-bounds-2
shadersource-errors
shadersource-no-compile
arb_shading_language_include-api
arb_direct_state_access-texture-errors
arb_direct_state_access-texture-params
arb_direct_state_access-get-textures
arb_direct_state_access-gettextureimage-targets
arb_direct_state_access-texturesubimage
arb_direct_state_access-transformfeedback-bufferbase
arb_direct_state_access-dsa-textures
ext_transform_feedback-interleaved
arb_transform_feedback2-draw-auto
arb_transform_feedback2-api-queries
arb_viewport_array-queries
arb_viewport_array-bounds
arb_sampler_objects-sampler-objects
arb_texture_view-params
arb_texture_multisample-errors
minmax_gles2
minmax_gles3
oes_draw_texture
arb_point_sprite-checkerboard_gles1
oes_packed_depth_stencil-depth-stencil-texture_gles1
glx-create-context-core-profile
glx-create-context-invalid-attribute
glx-create-context-invalid-gl-version
glx-create-context-both-es-strings
glx-destroycontext-1
glx-destroycontext-2
glx-make-glxdrawable-current
glx-multi-context-ib-1
glx-multithread
glx-multithread-buffer
glx-string-sanity
glx-shader-sharing
glx-pixmap-life
glx-swap-pixmap
glx-window-life
glx-dont-care-mask
glx-close-display
glx-fbo-binding
glx-egl-switch-context
egl-create-context-default-major-version-gl
egl-create-context-core-profile
egl-create-context-invalid-attribute-gl
egl-create-context-invalid-gl-version
egl-create-context-verify-gl-flavor
egl-create-surface
egl-create-pbuffer-surface
egl-create-largest-pbuffer-surface
egl_khr_get_all_proc_addresses
egl_mesa_platform_surfaceless
egl-terminate-then-unbind-context
egl-invalid-attr
egl-copy-buffers
egl-gl-colorspace
egl-ext_egl_image_storage
END_OF_CASES
[ $# = 0 ] || grep -wE "^($(IFS='|'; echo "$*"))" cases.in >cases.chosen
[ $# = 0 ] || mv cases.chosen cases.in

# Some print times and addresses, and how often they have waited.
normal() {
	sed -E 's/0x[0-9a-f]{6,}/P/g; s/[0-9]+(\.[0-9]+)? ?(ns|us|ms|s|seconds)\b/T/g'
}
archive_has() { at_least 1 '(gl|glX|egl)[A-Za-z0-9_]*'; }
limit=300

# piglit NAME ARGUMENTS...: one test, for which the program must find a way to
# run, and pass
piglit() {
	local name="$*"
	export PIGLIT_PLATFORM=glx
	case $name in egl*) PIGLIT_PLATFORM=x11_egl ;; esac
	if [ ! -x "$bin/$1" ]; then
		skip "piglit has no $1 here" "$name"
		return
	fi
	# its folder has what it reads
	once want sh -c 'cd "$0" && exec "$@"' "$bin" "./$1" "${@:2}" -auto -fbo
	if ! grep -q '"result": "pass"' want.out; then
		skip 'it does not pass here without the recorder' "$name"
		return
	fi
	compared "$name" '' sh -c 'cd "$0" && exec "$@"' "$bin" "./$1" \
		"${@:2}" -auto -fbo
}

while read -ra words; do
	piglit "${words[@]}"
done <cases.in
finished
