#include "format/stb.h"

#include "png.h"
#include "tap.h"

#include <malloc.h>
#include <sys/resource.h>

enum { SIDE = 64, KIB = 1024, MIB = 1024 * 1024 };

/* A header of SIDE x SIDE pixels, and data that inflate to 'n' zeros. */
static struct png_file file_of(int depth, int type, bool interlaced, size_t n)
{
	struct png_file file = png_begin(SIDE, SIDE, depth, type, interlaced);
	uint8_t *raw = oracle_cells(n, 1);

	memset(raw, 0, n);
	png_data(&file, raw, n);
	png_end(&file);
	free(raw);
	return file;
}

static enum ff_status decode(const struct png_file *file, bool wide, size_t most)
{
	struct ff_stb_image image = {-1, -1, -1, NULL};
	enum ff_status st = ff_stb_decode(file->data, file->size, wide, most, &image);

	CHECK(st == FF_OK || (image.w == -1 && image.samples == NULL), "something was set");
	CHECK(st != FF_OK || (image.w == SIDE && image.h == SIDE), "%dx%d", image.w, image.h);
	free(image.samples);
	return st;
}

static size_t in_use(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

static void an_image_is_decoded_within_what_it_needs_and_no_less(void)
{
	enum { PIXELS = SIDE * SIDE, RAW = SIDE * (SIDE + 1) };
	struct png_file file = file_of(8, PNG_GREY, false, RAW);
	size_t least = 1;

	while (decode(&file, false, least) != FF_OK && least < MIB)
		least++;
	CHECK(least == PIXELS + RAW, "%zu", least);
	free(file.data);
}

/* Whatever the budget, and so wherever it runs out, all is given back. */
static void nothing_is_left_when_the_budget_runs_out(void)
{
	struct png_file files[] = {
		file_of(8, PNG_GREY, false, SIDE * (SIDE + 1)),
		file_of(16, PNG_RGB_ALPHA, true, 9 * SIDE * SIDE),
		file_of(8, PNG_GREY, false, 8 * MIB), /* a lie */
		file_of(16, PNG_RGB_ALPHA, true, 8 * MIB),
		file_of(8, PNG_RGB, true, 1), /* too little */
	};

	for (int i = 0; i < 5; i++) {
		size_t before = in_use();

		for (size_t most = 0; most < 160 * KIB; most += 1 + most / 8)
			(void)decode(&files[i], i % 2 == 1, most);
		/* What malloc() keeps at hand counts as used; a hundred blocks would be more. */
		CHECK(in_use() <= before + 4 * KIB, "file %d: %zu bytes, then %zu", i, before,
		      in_use());
		free(files[i].data);
	}
}

static size_t peak(void)
{
	struct rusage usage;

	return getrusage(RUSAGE_SELF, &usage) == 0 ? (size_t)usage.ru_maxrss * KIB : 0;
}

/* Data that inflate to far more than their header says. */
static void a_lie_costs_no_more_than_the_budget(void)
{
	for (int i = 0; i < 2; i++) {
		struct png_file file = i == 0 ? file_of(8, PNG_GREY, false, 64 * MIB)
					      : file_of(16, PNG_RGB_ALPHA, true, 64 * MIB);
		enum ff_status st;
		size_t before;

		/* Its making took more than what follows may: begin anew. */
		FILE *reset = fopen("/proc/self/clear_refs", "w");
		bool fresh = reset != NULL && fputs("5", reset) >= 0 && fclose(reset) == 0;

		before = peak();
		st = decode(&file, i == 1, MIB);
		CHECK(st == FF_E_INPUT, "status %d", (int)st);
		if (fresh)
			CHECK(peak() - before <= 2 * MIB, "%zu bytes", peak() - before);
		before = in_use();
		/* There is something to hold: with no budget to speak of, it costs that. */
		st = decode(&file, i == 1, 512 * (size_t)MIB);
		CHECK(st == FF_OK && in_use() <= before + 4 * KIB, "status %d", (int)st);
		if (fresh)
			CHECK(peak() >= 64 * (size_t)MIB, "%zu bytes", peak());
		free(file.data);
	}
}

static void what_is_no_png_is_refused(void)
{
	static const uint8_t text[] = "type octile, or what";
	struct ff_stb_image image;

	CHECK(ff_stb_decode(text, sizeof text, false, MIB, &image) == FF_E_INPUT, "it was read");
	CHECK(ff_stb_decode(text, 0, false, MIB, &image) == FF_E_INPUT, "nothing was read");
}

int main(void)
{
	RUN(an_image_is_decoded_within_what_it_needs_and_no_less);
	RUN(nothing_is_left_when_the_budget_runs_out);
	RUN(a_lie_costs_no_more_than_the_budget);
	RUN(what_is_no_png_is_refused);
	return tap_done();
}
