#include "draw/svg.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/status.h"

/* Returns room for 'n' more bytes; NULL if memory ran out. */
static char *reserve_text(struct ff_svg *svg, size_t n)
{
	void *text = svg->text;

	if (svg->failed)
		return NULL;
	if (n > SIZE_MAX - svg->size || !ff_memory_grow(&text, &svg->room, svg->size + n, 1))
		svg->failed = true;
	svg->text = text;
	if (svg->failed)
		return NULL;
	return svg->text + svg->size;
}

static void add_text(struct ff_svg *svg, const char *text, size_t n)
{
	char *to = n > 0 ? reserve_text(svg, n) : NULL;

	if (to == NULL)
		return;
	memcpy(to, text, n);
	svg->size += n;
}

void ff_svg_print(struct ff_svg *svg, const char *format, ...)
{
	va_list args, again;
	char *to;
	int n;

	va_start(args, format);
	va_copy(again, args);
	n = vsnprintf(NULL, 0, format, args);
	if (n < 0)
		svg->failed = true;
	else if ((to = reserve_text(svg, (size_t)n + 1)) != NULL)
		svg->size += (size_t)vsnprintf(to, (size_t)n + 1, format, again);
	va_end(again);
	va_end(args);
}

void ff_svg_number(struct ff_svg *svg, double value)
{
	char digits[32];
	size_t n = ff_number_fixed(digits, value), sign = digits[0] == '-';

	if (n > sign + 1 && digits[sign] == '0') {
		memmove(digits + sign, digits + sign + 1, n - sign - 1);
		n--;
	}
	add_text(svg, digits, n);
}

static char *put_whole(char *to, int64_t value)
{
	if (value < 0)
		*to++ = '-';
	return to + ff_number_print(to, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void ff_svg_step(struct ff_svg *svg, char command, int64_t dx, int64_t dy)
{
	char text[44], *to = text; /* maps have millions of steps: printf() is slow */

	*to++ = command;
	to = put_whole(to, dx);
	if (dy >= 0)
		*to++ = ' ';
	to = put_whole(to, dy);
	add_text(svg, text, (size_t)(to - text));
}

void ff_svg_colour(struct ff_svg *svg, struct ff_colour c)
{
	if (c.r % 17 == 0 && c.g % 17 == 0 && c.b % 17 == 0)
		ff_svg_print(svg, "#%x%x%x", c.r / 17U, c.g / 17U, c.b / 17U);
	else
		ff_svg_print(svg, "#%02x%02x%02x", c.r, c.g, c.b);
}

void ff_svg_escape(struct ff_svg *svg, const char *text)
{
	while (*text != '\0') {
		size_t n = ff_status_character(text, SIZE_MAX);
		const char *other = n == 0         ? "?"
				    : *text == '&' ? "&amp;"
				    : *text == '<' ? "&lt;"
				    : *text == '>' ? "&gt;"
				    : *text == '"' ? "&quot;"
						   : NULL;

		if (other != NULL)
			add_text(svg, other, strlen(other));
		else
			add_text(svg, text, n);
		text += n == 0 ? 1 : n;
	}
}

void ff_svg_base64(struct ff_svg *svg, const uint8_t *data, size_t size)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *to = size > SIZE_MAX / 2 ? NULL : reserve_text(svg, (size + 2) / 3 * 4);

	for (size_t i = 0; i < size && to != NULL; i += 3) {
		size_t n = size - i < 3 ? size - i : 3;
		uint32_t three = (uint32_t)data[i] << 16;

		three |= n > 1 ? (uint32_t)data[i + 1] << 8 : 0;
		three |= n > 2 ? data[i + 2] : 0;
		for (size_t j = 0; j < 4; j++)
			if (j <= n)
				*to++ = digits[three >> (18 - 6 * j) & 63];
			else
				*to++ = '=';
	}
	svg->failed |= to == NULL;
	svg->size += to == NULL ? 0 : (size + 2) / 3 * 4;
}

enum ff_status ff_svg_take(struct ff_svg *svg, char **text, size_t *size, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (svg->failed || svg->text == NULL) {
		free(svg->text);
		st = ff_status_nomem(err, "a picture");
	} else {
		*text = svg->text;
		*size = svg->size;
	}
	*svg = (struct ff_svg){0};
	return st;
}
