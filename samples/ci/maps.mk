# Make rules (make -f maps.mk): a heatmap for each map, drawn again when its map, these rules or the
# program change, so that a run that was stopped goes on where it was; "check" compares the outputs
# of maps.txt with golden/, "accept" accepts them.
MAPS     := $(wildcard maps/*.png)
HEATMAPS := $(MAPS:maps/%.png=pictures/%.heatmap.png)
GOAL     ?= 48,32
RULES    := $(lastword $(MAKEFILE_LIST))
PROGRAM  := $(shell command -v flowfield)

all: $(HEATMAPS)

pictures/%.heatmap.png: maps/%.png $(RULES) $(PROGRAM) | pictures
	flowfield $< --goal $(GOAL) --snap --quiet --heatmap $@

pictures:
	mkdir -p $@

check:
	flowfield batch maps.txt --golden golden --quiet --out actual

accept:
	flowfield batch maps.txt --golden golden --accept --prune

.PHONY: all check accept
