#include "io/write_arrivals.h"

#include "core/base/number.h"
#include "io/buffer.h"

enum { LINE = 5 * 32 + FF_WALKERS_NAME + 16 }; /* longer than any */

/* A time and a comma; the comma alone where there is none. */
static char *put_time(char *to, double seconds)
{
	if (seconds < (double)INFINITY)
		to += ff_number_fixed(to, seconds);
	*to++ = ',';
	return to;
}

static const char *state_of(const struct ff_arrival *arrival)
{
	if (ff_arrivals_has(arrival))
		return "arrived\n";
	if (arrival->lost)
		return "lost\n";
	return arrival->came < (double)INFINITY ? "walking\n" : "waiting\n";
}

enum ff_status ff_write_arrivals(struct ff_output *out, const struct ff_walkers *walkers,
				 const struct ff_arrival *arrivals, struct ff_error *err)
{
	struct ff_buffer buffer = {.out = out, .err = err};
	char *to = ff_buffer_text(buffer.bytes, "id,group,start,came,arrived,seconds,state\n");

	buffer.used = (size_t)(to - buffer.bytes);
	for (size_t i = 0; i < walkers->count; i++) {
		const struct ff_walker *walker = &walkers->items[i];
		const struct ff_arrival *arrival = &arrivals[i];

		if ((to = ff_buffer_room(&buffer, LINE)) == NULL)
			return buffer.st;
		to = ff_buffer_number(to, walker->id);
		to = ff_buffer_text(to, walkers->groups[walker->group]);
		*to++ = ',';
		to = put_time(to, walker->start);
		to = put_time(to, arrival->came);
		to = put_time(to, arrival->arrived);
		to = put_time(to, ff_arrivals_has(arrival) ? arrival->arrived - arrival->came
							   : (double)INFINITY);
		to = ff_buffer_text(to, state_of(arrival));
		buffer.used = (size_t)(to - buffer.bytes);
	}
	return ff_buffer_flush(&buffer);
}
