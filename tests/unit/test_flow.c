#include "grid/flow.h"

#include "tap.h"

static void directions_go_clockwise_from_north_with_y_down(void)
{
	CHECK(ff_flow_steps[FF_N].dx == 0 && ff_flow_steps[FF_N].dy == -1, "N");
	CHECK(ff_flow_steps[FF_E].dx == 1 && ff_flow_steps[FF_E].dy == 0, "E");
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		struct ff_flow_step here = ff_flow_steps[d], turned = ff_flow_steps[(d + 2) % 8];

		/* A quarter to the right takes x,y to -y,x. */
		CHECK(turned.dx == -here.dy && turned.dy == here.dx, "direction %d", d);
	}
	for (int d = FF_NE; d < FF_DIRECTIONS; d += 2) {
		struct ff_flow_step before = ff_flow_steps[d - 1],
				    after = ff_flow_steps[(d + 1) % 8];

		CHECK(ff_flow_steps[d].dx == before.dx + after.dx &&
			      ff_flow_steps[d].dy == before.dy + after.dy,
		      "direction %d is not between its neighbours", d);
	}
}

static void no_direction_leads_nowhere(void)
{
	CHECK(FF_NONE == 8, "%d", FF_NONE);
	CHECK(ff_flow_steps[FF_NONE].dx == 0 && ff_flow_steps[FF_NONE].dy == 0, "somewhere");
}

int main(void)
{
	RUN(directions_go_clockwise_from_north_with_y_down);
	RUN(no_direction_leads_nowhere);
	return tap_done();
}
