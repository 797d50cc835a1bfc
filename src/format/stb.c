/*
 * The one place where the packaged image library becomes code.
 */
#define STBI_MAX_DIMENSIONS (1 << 28) /* as FF_COST_CELLS: the readers' limit counts */
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>
