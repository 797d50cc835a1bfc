#include "core/base/status.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define TEXT(number)     #number
#define VERSION(a, b, c) TEXT(a) "." TEXT(b) "." TEXT(c)

const char *ff_version(void)
{
	return VERSION(FF_VERSION_MAJOR, FF_VERSION_MINOR, FF_VERSION_PATCH);
}

const char *ff_status_text(enum ff_status status)
{
	static const char *const texts[] = {
		[FF_OK] = "ok",
		[FF_E_ARG] = "invalid argument",
		[FF_E_USAGE] = "invalid command line",
		[FF_E_INPUT] = "invalid input",
		[FF_E_OUTPUT] = "output not written",
		[FF_E_LIMIT] = "limit exceeded",
		[FF_E_NOMEM] = "out of memory",
		[FF_E_ANSWER] = "no",
		[FF_E_SIGNAL] = "signal",
	};
	size_t count = sizeof texts / sizeof *texts;

	return (size_t)status < count ? texts[status] : "unknown status";
}

/* Formats a text that fits its [size] bytes, or ends in "...". */
__attribute__((format(printf, 3, 0))) static void format_text(char *text, size_t size,
							      const char *format, va_list args)
{
	int n = vsnprintf(text, size, format, args);

	if (n < 0)
		text[0] = '\0';
	else if ((size_t)n >= size)
		memcpy(text + size - 4, "...", 4);
	ff_status_clean(text);
}

enum ff_status ff_status_fail(struct ff_error *err, enum ff_status status, const char *format, ...)
{
	va_list args;

	if (err == NULL)
		return status;
	va_start(args, format);
	format_text(err->text, sizeof err->text, format, args);
	va_end(args);
	return status;
}

/* Returns true for a code point >= U+0080 that controls a terminal, or that a reader cannot see:
 * it changes the writing direction, ends a line, or is default-ignorable or blank in Unicode. */
static bool is_unseen(uint32_t code)
{
	static const uint32_t ranges[][2] = {
		{0x80, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},
		{0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},
		{0x2028, 0x202e},   {0x2060, 0x206f},   {0x2800, 0x2800},   {0x3164, 0x3164},
		{0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},
		{0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d159, 0x1d159}, {0x1d173, 0x1d17a},
		{0xe0000, 0xe0fff},
	};

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (code >= ranges[i][0] && code <= ranges[i][1])
			return true;
	return false;
}

size_t ff_status_character(const char *text, size_t n)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *c = (const unsigned char *)text;
	size_t size = n == 0 ? 0 : *c < 0x80 ? 1 : *c >= 0xf0 ? 4 : *c >= 0xe0 ? 3 : 2;
	uint32_t code;

	if (size <= 1)
		return size == 1 && *c >= ' ' && *c != 0x7f;
	if (*c < 0xc0 || *c > 0xf4)
		return 0;
	code = *c & (0x7fU >> size);
	for (size_t i = 1; i < size; i++) {
		if (i == n || (c[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (c[i] & 0x3f);
	}
	if (code < least[size] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ||
	    (code & 0xfffe) == 0xfffe || is_unseen(code))
		return 0;
	return size;
}

void ff_status_clean(char *text)
{
	while (*text != '\0') {
		size_t n = ff_status_character(text, SIZE_MAX);

		if (n == 0)
			*text = '?';
		text += n == 0 ? 1 : n;
	}
}

enum ff_status ff_status_nomem(struct ff_error *err, const char *what)
{
	return ff_status_fail(err, FF_E_NOMEM, "out of memory for %s", what);
}

/* The only data of the library that changes outside handles. */
static
#if !defined FF_THREADS || FF_THREADS
	_Thread_local
#endif
	char last_failure[512];

const char *ff_error(void)
{
	return last_failure;
}

enum ff_status ff_fail(enum ff_status status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	format_text(last_failure, sizeof last_failure, format, args);
	va_end(args);
	return status;
}

enum ff_status ff_result(const char *call, enum ff_status status)
{
	if (status == FF_OK || status == FF_E_ANSWER)
		return status;
	return ff_fail(status, "%s: %s", call, ff_status_text(status));
}

bool ff_given(const char *call, const char *argument, const void *pointer)
{
	if (pointer == NULL)
		ff_fail(FF_E_ARG, "%s: %s is NULL", call, argument);
	return pointer != NULL;
}

bool ff_within(const char *call, const char *argument, double value, double least, double most)
{
	if (value >= least && value <= most)
		return true;
	if (most < (double)INFINITY)
		ff_fail(FF_E_ARG, "%s: %s is %.15g; expected %.15g to %.15g", call, argument, value,
			least, most);
	else
		ff_fail(FF_E_ARG, "%s: %s is %.15g; expected %.15g or more", call, argument, value,
			least);
	return false;
}

bool ff_status_is_plain(const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789._/+-,:=@%";

	return *word != '\0' && word[strspn(word, plain)] == '\0';
}

int ff_status_exit(enum ff_status status)
{
	switch ((int)status) {
	case FF_OK:
		return 0;
	case FF_E_ANSWER:
		return 1;
	case FF_E_USAGE:
		return 2;
	case FF_E_INPUT:
		return 3;
	case FF_E_OUTPUT:
	case FF_E_SIGNAL: /* a pending signal has ended the program before this */
		return 4;
	default:
		return 5;
	}
}
