/*
 * PNG images, through stb_image.
 */
#ifndef FF_IO_READ_PNG_H
#define FF_IO_READ_PNG_H

#include "io/read_cost.h"

/* As struct ff_read_cost_format wants them. */
bool ff_read_png_matches(const uint8_t *head, size_t n);
enum ff_status ff_read_png_size(struct ff_input *in, struct ff_read_cost_size *size,
				struct ff_error *err);
enum ff_status ff_read_png(struct ff_input *in, struct ff_cost *map, struct ff_error *err);
enum ff_status ff_read_png_colours(struct ff_input *in, const struct ff_grounds *grounds,
				   const char *legend, struct ff_cost *map, struct ff_error *err);

#endif
