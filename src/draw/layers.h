/*
 * Layers that any picture of a map may have: what --with asks for, and the markers of goals.
 *
 * Names: ff_layers.
 */
#ifndef FF_DRAW_LAYERS_H
#define FF_DRAW_LAYERS_H

#include "draw/picture.h"

/* Adds the layers that the style asks for, and those of every picture, unless the picture has
 * layers of its own there; and their items to the legend. */
void ff_layers_add(struct ff_picture *picture);

/* Paint one layer each, as ff_layer_paint() says; for pictures that have them unasked. */
ff_layer_paint ff_layers_paint_contours;
ff_layer_paint ff_layers_paint_flow;

#endif
