#include "core/map/routes.h"

#include <stdlib.h>

void ff_routes_free(struct ff_routes *routes)
{
	for (size_t i = 0; i < routes->count; i++)
		free(routes->items[i].nodes);
	free(routes->items);
	free(routes->computed);
	*routes = (struct ff_routes){0};
}
