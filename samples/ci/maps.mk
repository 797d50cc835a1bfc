# Make rules (make -f maps.mk): a heatmap for each map, drawn again when its map changes; "check"
# compares the outputs of maps.txt with golden/, "accept" accepts them.
MAPS     := $(wildcard maps/*.png)
HEATMAPS := $(MAPS:maps/%.png=pictures/%.heatmap.png)
GOAL     ?= 48,32

all: $(HEATMAPS)

pictures/%.heatmap.png: maps/%.png | pictures
	flowfield $< --goal $(GOAL) --snap --quiet --heatmap $@

pictures:
	mkdir -p $@

check:
	flowfield batch maps.txt --golden golden --quiet --actual actual --diff-out differences

accept:
	flowfield batch maps.txt --golden golden --accept --prune

.PHONY: all check accept
