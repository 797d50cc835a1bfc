/*
 * What an image says about itself, without its pixels.
 */
#ifndef FF_IO_READ_TEXTS_H
#define FF_IO_READ_TEXTS_H

#include "io/input.h"
#include "io/texts.h"

/*
 * ff_read_texts() adds the texts that stand before the pixels: tEXt chunks of a PNG, comments
 * "# Keyword: text" of a PGM, lines "Keyword: text" of an SVG's metadata.  Nothing is checked but
 * what is needed to find them; any other file has none.  Reads no more than 1 MiB, of which
 * it may change what it has read.
 *
 * Returns FF_OK; FF_E_INPUT if reading fails; FF_E_NOMEM.
 */
enum ff_status ff_read_texts(struct ff_input *in, struct ff_texts *texts, struct ff_error *err);

#endif
