/*
 * A loop for each type of field, so that none has a branch.
 */
#include "draw/values.h"

void ff_values_read(const struct ff_field *field, size_t start, int32_t n, double *value)
{
	switch (field->type) {
	case FF_FIELD_U32:
		for (int32_t i = 0; i < n; i++) {
			uint32_t raw = field->u32[start + (size_t)i];

			value[i] = raw == FF_FIELD_NONE32 ? FF_FIELD_NONEF : raw;
		}
		break;
	case FF_FIELD_U64:
		for (int32_t i = 0; i < n; i++) {
			uint64_t raw = field->u64[start + (size_t)i];

			value[i] = raw == FF_FIELD_NONE64 ? FF_FIELD_NONEF : (double)raw;
		}
		break;
	default:
		for (int32_t i = 0; i < n; i++)
			value[i] = field->f64[start + (size_t)i];
	}
	if (field->unit == 1 && field->zero == 0)
		return;
	for (int32_t i = 0; i < n; i++)
		value[i] = ff_field_cost(field, value[i]);
}
