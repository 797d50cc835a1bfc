/*
 * The bytes of any file of cells: what can be read is as the contract says, and no larger than
 * was said first.
 */
#include "fuzz.h"

#include <math.h>
#include <stdio.h>

#include "io/costs.h"
#include "io/formats.h"

enum { LIMIT = 1 << 16 };

static void check_raster(const struct ff_cells_file *read)
{
	const struct ff_raster *raster = &read->raster;
	size_t count;

	assert(raster->w == read->w && raster->h == read->h && raster->cells != NULL);
	assert(raster->channels == 1 || raster->channels == 2);
	assert(raster->unit > 0 && raster->zero == 0 && raster->type < FF_RASTER_TYPES);
	assert(read->rounding >= 0 && read->relative >= 0 && isfinite(read->rounding));
	count = (size_t)read->w * (size_t)read->h * (size_t)raster->channels;
	for (size_t n = 0; n < count; n++) {
		double raw = ff_raster_raw(raster, n), value = ff_raster_value(raster, n);

		assert(!isnan(value) && (raw == raster->none || fabs(raw) <= 0x1p53));
		assert(isinf(value) == (raw == raster->none));
	}
}

static void check_texts(const struct ff_texts *texts)
{
	assert(texts->count <= FF_TEXTS_MAX);
	for (size_t i = 0; i < texts->count; i++) {
		const struct ff_text *text = &texts->items[i];

		assert(text->keyword[0] != '\0' && strlen(text->text) <= FF_TEXTS_BYTES);
		assert(ff_texts_find(texts, text->keyword) != NULL);
	}
}

static void check(const struct ff_cells_file *read)
{
	assert(read->georeference.resolution > 0);
	assert((read->kind == FF_CELLS_PICTURE) == (read->pixels != NULL));
	assert((read->kind == FF_CELLS_PICTURE) == (read->raster.cells == NULL));
	assert((read->kind == FF_CELLS_TABLE) == (read->table.field.cells != NULL));
	check_texts(&read->texts);
	if (read->kind != FF_CELLS_PICTURE)
		check_raster(read);
	for (size_t i = 0; read->pixels != NULL && i < (size_t)read->w * (size_t)read->h; i++)
		(void)((volatile uint8_t *)read->pixels)[4 * i + 3];
}

/* Reads the bytes as a map, and checks that each cell is a cost, or a grey, or a wall in both
 * grids. */
static void read_costs(const uint8_t *data, size_t size, uint32_t scale)
{
	struct ff_input in = fuzz_input("cells", data, size);
	const struct ff_format *format = NULL;
	struct ff_cells_size told = {0};
	struct ff_costs costs = {.one = scale, .given = scale > 0};
	struct ff_cost map = {0};
	struct ff_error err = {""};
	enum ff_status st = ff_formats_size(&in, FF_FORMATS_LAYER, LIMIT, &format, &told, &err);

	if (st == FF_OK)
		st = ff_costs_read(&in, format, &told, &costs, &map, &err);
	if (st == FF_OK)
		st = ff_costs_round(&costs, "cells", &map, &err);
	if (st != FF_OK)
		fuzz_failed(st, &err, "cells");
	assert((st == FF_OK) == (map.cells != NULL));
	for (size_t i = 0; st == FF_OK && i < (size_t)map.w * (size_t)map.h; i++) {
		assert((map.wide != NULL) == (costs.one > 0) && costs.error >= 0);
		assert(map.cells[i] != 0 || (format->read_map != NULL && map.wide == NULL));
		if (map.wide != NULL)
			assert(map.wide[i] != 0 && (map.cells[i] == FF_COST_WALL) ==
							   (map.wide[i] == FF_COST_WIDE_WALL));
	}
	free(map.cells);
	ff_input_close(&in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ff_input in = fuzz_input("cells", data, size);
	const struct ff_format *format = NULL;
	struct ff_cells_size told = {0};
	struct ff_cells_file read = {0};
	struct ff_error err = {""};
	enum ff_status st = ff_formats_size(&in, FF_FORMATS_LAYER, LIMIT, &format, &told, &err);

	if (st == FF_OK) {
		assert(told.w >= 1 && told.h >= 1 && (int64_t)told.w * told.h <= LIMIT);
		st = ff_formats_read(&in, format, &told, &read, &err);
	} else {
		assert(format == NULL && told.w == 0);
	}
	if (st == FF_OK) {
		assert(read.w == told.w && read.h == told.h);
		assert(strcmp(read.format, format->name) == 0);
		check(&read);
	} else {
		fuzz_failed(st, &err, "cells");
		assert(read.raster.cells == NULL && read.pixels == NULL &&
		       read.texts.items == NULL);
	}
	ff_cells_free(&read);
	ff_input_close(&in);
	read_costs(data, size, 0);
	read_costs(data, size, 1);
	read_costs(data, size, 1000);
	return 0;
}
