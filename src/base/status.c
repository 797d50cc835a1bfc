#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || *text == 127)
			*text = '?';
}

enum ff_status ff_status_nomem(struct ff_error *err, const char *what)
{
	return ff_status_fail(err, FF_E_NOMEM, "out of memory for %s", what);
}
