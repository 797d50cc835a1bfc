#include "core/base/status.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/utf8.h"

enum ff_status ff_status_fail(struct ff_error *err, enum ff_status status, const char *format, ...)
{
	va_list args;
	int n;

	if (err == NULL)
		return status;
	va_start(args, format);
	n = vsnprintf(err->text, sizeof err->text, format, args);
	va_end(args);
	if (n < 0)
		err->text[0] = '\0';
	else if ((size_t)n >= sizeof err->text)
		memcpy(err->text + sizeof err->text - 4, "...", 4);
	ff_status_clean(err->text);
	return status;
}

void ff_status_clean(char *text)
{
	while (*text != '\0') {
		size_t n = ff_utf8_character(text, SIZE_MAX);

		if (n == 0)
			*text = '?';
		text += n == 0 ? 1 : n;
	}
}

enum ff_status ff_status_nomem(struct ff_error *err, const char *what)
{
	return ff_status_fail(err, FF_E_NOMEM, "out of memory for %s", what);
}

int ff_status_exit(enum ff_status status)
{
	switch (status) {
	case FF_OK:
		return 0;
	case FF_E_ANSWER:
		return 1;
	case FF_E_USAGE:
		return 2;
	case FF_E_INPUT:
		return 3;
	case FF_E_OUTPUT:
	case FF_E_SIGNAL: /* one that was waiting has ended the program before this */
		return 4;
	default:
		return 5;
	}
}
