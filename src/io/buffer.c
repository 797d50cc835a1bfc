#include "io/buffer.h"

enum ff_status ff_buffer_flush(struct ff_buffer *buffer)
{
	if (buffer->st == FF_OK)
		buffer->st = ff_output_write(buffer->out, buffer->bytes, buffer->used, buffer->err);
	buffer->used = 0;
	return buffer->st;
}
