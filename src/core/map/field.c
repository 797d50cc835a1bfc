#include "core/map/field.h"

#include <string.h>

bool ff_field_set(struct ff_field *field, size_t i, double raw)
{
	switch (field->type) {
	case FF_FIELD_U32:
		if (raw >= FF_FIELD_NONE32)
			return false;
		field->u32[i] = (uint32_t)raw;
		return true;
	case FF_FIELD_U64:
		field->u64[i] = (uint64_t)raw;
		return true;
	default:
		field->f64[i] = raw;
		return true;
	}
}

void ff_field_forget(struct ff_field *field, size_t first, size_t count)
{
	size_t size = ff_field_size(field->type);

	/* Of whole numbers none is all ones. */
	if (field->type != FF_FIELD_F64)
		memset((uint8_t *)field->cells + first * size, 0xff, count * size);
	else
		for (size_t i = first; i < first + count; i++)
			field->f64[i] = FF_FIELD_NONEF;
}
