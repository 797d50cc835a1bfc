/*
 * Pages: one template, made by scripts/make_page, and one JSON document in it, whose files are
 * base64.  Functions that return JSON return NULL if memory ran out.
 */
#ifndef FF_VIEW_EMBED_H
#define FF_VIEW_EMBED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "core/base/status.h"
#include "core/map/raster.h"

/* The beginning of the page of a batch, up to its heading. */
extern const char ff_embed_index[];

/* Returns true if the program was built with clang for WebAssembly, which pages need. */
bool ff_embed_is_there(void);

/* These return a PNG file of costs, times the scale of wide ones, or of any bytes; an NPZ file of
 * numbers; and a PNG file of w x h pixels [h][w][4]. */
json_t *ff_embed_costs(const struct ff_raster *costs, double scale);
json_t *ff_embed_numbers(const struct ff_raster *numbers);
json_t *ff_embed_picture(int32_t w, int32_t h, const uint8_t *pixels);

/* Makes the file [*size] of a document, which it takes over; free() it.  FF_OK or FF_E_NOMEM. */
enum ff_status ff_embed_page(json_t *document, uint8_t **file, size_t *size, struct ff_error *err);

#endif
