# Make rules (make -f maps.mk): a heatmap for each map, made again when its map changes.
MAPS     := $(wildcard maps/*.png)
HEATMAPS := $(MAPS:maps/%.png=pictures/%.heatmap.png)
GOAL     ?= 48,32

all: $(HEATMAPS)

pictures/%.heatmap.png: maps/%.png | pictures
	flowfield $< --goal $(GOAL) --snap --quiet --heatmap $@

pictures:
	mkdir -p $@

.PHONY: all
