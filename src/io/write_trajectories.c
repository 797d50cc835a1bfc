#include "io/write_trajectories.h"

#include "core/base/number.h"
#include "io/buffer.h"

enum {
	LINE = 32 + 21 + 4 * 22, /* longer than any */
	PARTS = 10000,           /* of 4 decimals */
};

/* A number with 4 decimals, and what follows it. */
static char *put_fixed(char *to, double value, char end)
{
	uint64_t parts = (uint64_t)((value < 0 ? -value : value) * PARTS + 0.5);
	uint32_t decimals = (uint32_t)(parts % PARTS);

	if (value < 0 && parts > 0)
		*to++ = '-';
	to += ff_number_print(to, parts / PARTS);
	to[0] = '.';
	for (int i = 4; i > 0; i--, decimals /= 10)
		to[i] = (char)('0' + decimals % 10);
	to[5] = end;
	return to + 6;
}

/* Where a walker was in the moment before; NULL: he was not.  'next' moves on through that one:
 * walkers are asked for in ascending order. */
static const struct ff_trajectories_place *place_before(const struct ff_trajectories_moment *before,
							size_t *next, uint32_t who)
{
	if (before == NULL)
		return NULL;
	while (*next < before->count && before->who[*next] < who)
		++*next;
	return *next < before->count && before->who[*next] == who ? &before->places[*next] : NULL;
}

/* The lines of a moment; false if they could not be written. */
static bool put_moment(struct ff_buffer *buffer, const struct ff_walkers *walkers,
		       const struct ff_trajectories_moment *before,
		       const struct ff_trajectories_moment *now)
{
	double span = before == NULL ? 1 : now->time - before->time;
	char time[33], *to;
	size_t next = 0, n = ff_number_fixed(time, now->time);

	time[n++] = ',';
	for (size_t i = 0; i < now->count; i++) {
		const struct ff_trajectories_place *place = &now->places[i];
		const struct ff_trajectories_place *from = place_before(before, &next, now->who[i]);

		if (from == NULL)
			from = place;
		if ((to = ff_buffer_room(buffer, LINE)) == NULL)
			return false;
		memcpy(to, time, n);
		to = ff_buffer_number(to + n, walkers->items[now->who[i]].id);
		to = put_fixed(to, place->x, ',');
		to = put_fixed(to, place->y, ',');
		to = put_fixed(to, (place->x - from->x) / span, ',');
		to = put_fixed(to, (place->y - from->y) / span, '\n');
		buffer->used = (size_t)(to - buffer->bytes);
	}
	return true;
}

enum ff_status ff_write_trajectories(struct ff_output *out, const struct ff_walkers *walkers,
				     const struct ff_trajectories *all, struct ff_error *err)
{
	struct ff_buffer buffer = {.out = out, .err = err};
	char *to = ff_buffer_text(buffer.bytes, "t,id,x,y,vx,vy\n");

	buffer.used = (size_t)(to - buffer.bytes);
	for (size_t m = 0; m < all->count; m++)
		if (!put_moment(&buffer, walkers, m == 0 ? NULL : &all->moments[m - 1],
				&all->moments[m]))
			return buffer.st;
	return ff_buffer_flush(&buffer);
}
