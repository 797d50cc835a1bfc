# flowfield.  "make help" lists the targets.

VERSION := 0.25.0
# The release before 1.0 that last removed or changed a function of src/flowfield.h.  The library's
# name has it, and that of its package in debian/.
ABI     := 0.24
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
DESTDIR ?=

# A variant of the build has a folder of its own: build/release, build/debug, ...
VARIANT ?= release
CC      ?= cc
B       := build/$(VARIANT)

# Hardening: flags by which a bug that is left ends the program before it can be exploited:
# checked copies (which need -O), canaries on the stack, no page of it jumped over,
# addresses that differ from run to run, tables that are read-only once the program is
# linked, no code on the stack.  Together they cost -2 to 1.4 % of a large map's time, which
# is noise.  A flag that the compiler does not know for this machine is left out.
knows     = $(shell $(CC) -Werror $(1) -x c -c -o /dev/null /dev/null >/dev/null 2>&1 && echo '$(1)')
HARDENED  = -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE \
	$(call knows,-fstack-clash-protection)

CFLAGS_release  = -O3 $(HARDENED)
LDFLAGS_release = -pie -Wl,-z,relro,-z,now,-z,noexecstack
CFLAGS_debug   := -O0
CFLAGS_asan    := -O1 -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer \
	-DFF_SANDBOX_OPEN='"/proc"'
CFLAGS_mpi      = $(CFLAGS_release) -DFF_MPI
CFLAGS_mpi-asan  = $(CFLAGS_asan) -DFF_MPI
CFLAGS_tsan    := -O1 -fsanitize=thread -fno-omit-frame-pointer
# The counts of coverage are written at exit, so the sandbox must leave files open.
CFLAGS_coverage := -O1 --coverage -DFF_SANDBOX_OPEN='"$(CURDIR)/build"'
CFLAGS_fuzz    := -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
	-Wformat=2
CFLAGS   ?=
# A build has the same bytes in every folder; gcov needs the real one.
ANYWHERE := $(if $(filter coverage,$(VARIANT)),,-ffile-prefix-map="$$PWD"=.)
ALL_CFLAGS := -std=c11 -D_GNU_SOURCE -DFF_VERSION='"$(VERSION)"' -g $(ANYWHERE) $(CFLAGS_$(VARIANT)) \
	-ffp-contract=off -pthread $(WARNINGS) -Isrc -isystem /usr/include/stb -MMD -MP $(CFLAGS)
LINKING   = $(LDFLAGS_$(VARIANT)) $(LDFLAGS)
# libseccomp is optional; src/cli/sandbox.c looks for its header in the same way.
has       = $(CC) -isystem /usr/include/stb $(CFLAGS) -E -include $(1) -x c /dev/null >/dev/null 2>&1
SECCOMP  := $(shell $(call has,seccomp.h) && echo -lseccomp)
NEEDED   := libdeflate.h jansson.h xxhash.h stb_image.h stb_image_write.h
LDLIBS   := -ldeflate -ljansson -lm $(SECCOMP)

# src/view/view.c is for WebAssembly only.
SOURCES  := $(filter-out src/view/view.c,$(wildcard src/*/*.c src/*/*/*.c))
OBJECTS  := $(SOURCES:src/%.c=$(B)/%.o)
CORE     := $(filter $(B)/core/%,$(OBJECTS))
STATIC   := $(B)/libflowfield.a
SHARED   := $(B)/libflowfield.so.$(ABI)
PROGRAM  := $(B)/flowfield
# All objects except main(), for the tests that look inside.
INSIDE   := $(B)/inside.a

UNIT     := $(patsubst tests/unit/%.c,$(B)/unit/%,$(wildcard tests/unit/test_*.c))
API      := $(patsubst tests/api/%.c,$(B)/api/%,$(wildcard tests/api/test_*.c))
FUZZ     := $(patsubst tests/fuzz/fuzz_%.c,$(B)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
TOOLS    := $(patsubst %,$(B)/tools/%,cluster edited_crowd make_map show_png split_apng sectors stream update walkers yardstick)

# A short line for each file that is made; V=1 shows the commands.
short     = $(if $(V)$(findstring s,$(filter-out -%,$(firstword $(MAKEFLAGS)))),,@printf '  %-4s  %s\n' $(1) $@; )

.PHONY: all debug asan tsan mpi tools unit check check-all view-check npm coverage fuzz lint bench install uninstall clean help FORCE
.DELETE_ON_ERROR:
.SECONDARY:

all: build/flowfield $(PROGRAM) $(STATIC) $(SHARED) ## build program and library (the default); V=1 shows the commands

build/flowfield: build/release/flowfield
	$(call short,LINK)ln -f $< $@

ifneq ($(VARIANT),release)
build/release/flowfield:
	$(MAKE) VARIANT=release $@
endif

mpi: ## build the program for several processes, build/mpi/flowfield (scripts/install_packages mpi)
	$(MAKE) VARIANT=mpi CC=mpicc build/mpi/flowfield

debug asan tsan: ## build that variant: build/debug/flowfield, build/asan/..., build/tsan/...
	$(MAKE) VARIANT=$@ build/$@/flowfield

# src/cli/allocator.c counts what the program allocates.
COUNTED  := malloc calloc realloc aligned_alloc free strdup strndup realpath asprintf __asprintf_chk \
	vasprintf __vasprintf_chk open_memstream madvise pthread_create
COUNTING := $(COUNTED:%=-Wl,--wrap=%)

$(PROGRAM): $(B)/cli/main.o $(B)/cli/allocator.o $(INSIDE)
	$(call short,LINK)$(CC) $(ALL_CFLAGS) $(LINKING) $(COUNTING) -o $@ $^ $(LDLIBS)

$(INSIDE): $(filter-out $(B)/cli/main.o $(B)/cli/allocator.o,$(OBJECTS)) $(B)/view/page.o
	$(call short,AR)rm -f $@ && $(AR) rcs $@ $^

# The library exports only what flowfield.h declares.
$(CORE): private ALL_CFLAGS += -fPIC -fvisibility=hidden

binutil = $(shell $(CC) -print-prog-name=$(1))
$(STATIC): $(CORE)
	$(call short,AR)$(call binutil,ld) -r -o $(@:.a=.o) $^ && $(call binutil,objcopy) --localize-hidden $(@:.a=.o) && \
		rm -f $@ && $(AR) rcs $@ $(@:.a=.o)

$(SHARED): $(CORE)
	$(call short,LINK)$(CC) $(ALL_CFLAGS) $(filter-out -pie,$(LINKING)) -shared -Wl,-z,defs,-soname,$(@F) -o $@ $^ -lm

# Changes with the compiler or its flags; then everything is built again.
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CFLAGS) $(LINKING)' | cmp -s - $@ || echo '$(CC) $(ALL_CFLAGS) $(LINKING)' >$@

# One line instead of a compiler's pages where a library is missing; core needs none.
$(B)/libraries: $(B)/flags
	@missing=$$(for header in $(NEEDED); do $(call has,$$header) || echo $$header; done); \
		test -z "$$missing" || \
		{ echo "no" $$missing": install what is missing, on Debian with scripts/install_packages build" >&2; exit 1; }
	@touch $@
$(filter-out $(CORE),$(OBJECTS)): | $(B)/libraries

# The library for JavaScript, one module for all variants: it exports what src/view calls.
WASM       := clang --target=wasm32-wasi
WASM_FLAGS := -std=c11 -Os -msimd128 -DNDEBUG -DFF_THREADS=0 -DFF_API= -fvisibility=hidden -ffp-contract=off \
	-ffile-prefix-map="$$PWD"=. -Wall -Wextra -Isrc -idirafter /usr/include -MMD -MP
WASM_CALLS := malloc free ff_error $(addprefix ff_world_,new free add_goal add_goal_area clear_goals edit \
	solve changed value direction class copy size follow walk path) \
	$(addprefix ff_router_,new free add_goal find copy portals)
MODULE     := $(if $(shell echo 'int main(void) { return 0; }' | $(WASM) -x c -o /dev/null - 2>/dev/null && echo yes),build/view/flowfield.wasm)
MODULED    := $(patsubst src/%.c,build/view/%.o,$(wildcard src/core/*.c src/core/*/*.c) src/view/view.c \
	src/draw/palette.c src/draw/palette_maps.c src/draw/scale.c src/io/digest.c)
build/view/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(call short,WASM)$(WASM) $(WASM_FLAGS) -c -o $@ $<
build/view/view/view.o: WASM_FLAGS += -O3
build/view/flowfield.wasm: $(MODULED)
	$(call short,LINK)$(WASM) -mexec-model=reactor -Wl,-s,-z,stack-size=1048576 $(WASM_CALLS:%=-Wl,--export=%) -o $@ $^

# The page of --html, as C.  Without clang for WebAssembly it is empty, and --html is refused.
build/view/page.c: scripts/make_page $(MODULE) $(wildcard src/view/*.js src/view/*.html src/view/*.css)
	@mkdir -p $(@D)
	$(call short,PAGE)scripts/make_page $(MODULE) >$@
$(B)/view/page.o: build/view/page.c
	@mkdir -p $(@D)
	$(call short,CC)$(CC) $(ALL_CFLAGS) -Wno-overlength-strings -c -o $@ $<

NPM := flowfield.js flowfield.d.ts package.json
npm: build/view/flowfield.wasm ## make an npm package of the library, build/npm, from clang's WebAssembly (scripts/install_packages web)
	@mkdir -p build/npm
	cp LICENSE $< $(NPM:%=src/view/%) build/npm
	cp src/view/npm.md build/npm/README.md
	sed -i 's/VERSION/$(VERSION)/' build/npm/package.json

# A file of kernels for one set of vector instructions is named after it.  The program chooses
# at run time, so no other file may be compiled with these flags.
ARCH     := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))
ifeq ($(ARCH),x86_64)
$(B)/%_avx2.o: KERNEL := -mavx2
$(B)/%_avx512.o: KERNEL := -mavx512f -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512
endif

# Loops with square roots or conditional arithmetic become vector code only if errno and the
# floating-point flags need not be kept; nothing here reads them.
$(B)/core/solve/descend_rows_%.o $(B)/core/solve/tile_euclid_%.o $(B)/core/solve/strips.o: VECTORS := -fno-math-errno -fno-trapping-math

$(B)/%.o: src/%.c Makefile $(B)/flags
	@mkdir -p $(@D)
	$(call short,CC)$(CC) $(ALL_CFLAGS) $(KERNEL) $(VECTORS) -c -o $@ $<

$(B)/tests/%.o: tests/%.c Makefile $(B)/flags
	@mkdir -p $(@D)
	$(call short,CC)$(CC) $(ALL_CFLAGS) -Itests -c -o $@ $<

# The image libraries state their versions only in the first lines of their headers.
stb = $(shell sed -n '1s/.*\($(1)\) - v\([0-9.]*\).*/\1 \2/p' /usr/include/stb/$(1).h)
$(B)/cli/verb.o: private ALL_CFLAGS += -DFF_STB='"$(call stb,stb_image)"' -DFF_STB_WRITE='"$(call stb,stb_image_write)"'

tools: $(TOOLS) ## build what the tests, the samples and the bench use
$(B)/tools/%:
	@mkdir -p $(@D)
	$(call short,LINK)$(CC) $(ALL_CFLAGS) $(LINKING) -o $@ $^ $(LDLIBS)
$(B)/tools/make_map: $(addprefix $(B)/tests/support/,make_map.o mapgen.o) $(INSIDE)
$(B)/tools/show_png: LDLIBS = -lpng
$(B)/tools/show_png: $(B)/tests/support/show_png.o
$(B)/tools/split_apng: LDLIBS = -lpng -lz -lm
$(B)/tools/split_apng: $(B)/tests/support/split_apng.o
# With the library that is installed, and nothing else of src.
$(B)/tools/edited_crowd: $(B)/tests/support/edited_crowd.o $(STATIC)
$(B)/tools/stream: $(B)/tests/bench/stream.o $(INSIDE)
$(addprefix $(B)/tools/,cluster yardstick quality sectors update walkers): $(B)/tools/%: \
		$(B)/tests/bench/%.o $(B)/tests/support/mapgen.o $(INSIDE)
$(B)/tools/quality: $(B)/tests/bench/anyangle.o

unit: $(UNIT) $(API) ## build the unit tests, and those of the library
$(B)/unit/test_anyangle $(B)/unit/test_strips: $(B)/tests/bench/anyangle.o
$(B)/unit/test_png: LDLIBS += -lpng
$(B)/unit/test_out_of_memory $(B)/unit/test_streamlines: $(B)/tests/unit/heap.o
$(B)/unit/test_out_of_memory $(B)/unit/test_streamlines: LDLIBS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free
# The whole program with its allocator.  No block may be optimized away.
$(B)/tests/unit/test_budget.o: private ALL_CFLAGS += -fno-builtin
$(B)/unit/test_budget: $(B)/tests/unit/program.o $(B)/cli/allocator.o
$(B)/unit/test_budget: LDLIBS := $(INSIDE) $(LDLIBS) $(COUNTING)
$(B)/tests/unit/program.o: $(B)/cli/main.o
	@mkdir -p $(@D)
	$(call short,LINK)$(call binutil,objcopy) --redefine-sym main=program $< $@
$(B)/unit/%: $(B)/tests/unit/%.o $(B)/tests/unit/oracle.o $(B)/tests/support/mapgen.o $(INSIDE)
	@mkdir -p $(@D)
	$(call short,LINK)$(CC) $(ALL_CFLAGS) $(LINKING) -o $@ $^ $(LDLIBS)

# Tests of the public header, in which any allocation can be made to fail.
HEAP     := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free
$(B)/api/%: $(B)/tests/api/%.o $(B)/tests/unit/heap.o $(B)/tests/unit/oracle.o $(B)/tests/support/mapgen.o $(INSIDE)
	@mkdir -p $(@D)
	$(call short,LINK)$(CC) $(ALL_CFLAGS) $(LINKING) -o $@ $^ $(LDLIBS) $(HEAP)

# A fuzz target is fed by libFuzzer, or by a driver that replays inputs with any compiler.
FEEDER   := $(B)/tests/fuzz/$(if $(filter fuzz,$(VARIANT)),mutate_png,driver).o
$(B)/fuzz/solve $(B)/fuzz/layers: $(B)/tests/unit/oracle.o
$(B)/fuzz/read_png: LDLIBS += -lpng
ifeq ($(VARIANT),fuzz)
# The oracle's own coverage does not guide the fuzzer, and would make it half as fast.
$(B)/tests/unit/oracle.o: private ALL_CFLAGS += -fno-sanitize=fuzzer-no-link
endif
$(B)/fuzz/%: $(B)/tests/fuzz/fuzz_%.o $(FEEDER) $(INSIDE)
	@mkdir -p $(@D)
	$(call short,LINK)$(CC) $(ALL_CFLAGS) $(LINKING) -o $@ $^ $(LDLIBS)

# Calls that the test can make fail.
ALLOCATORS := malloc calloc realloc free aligned_alloc strdup strndup realpath asprintf __asprintf_chk \
	fopen fclose open_memstream pthread_create ff_sandbox_enter
$(B)/faults/test_memory: $(B)/tests/faults/test_memory.o $(B)/tests/unit/oracle.o $(B)/tests/support/mapgen.o $(INSIDE)
	@mkdir -p $(@D)
	$(call short,LINK)$(CC) $(ALL_CFLAGS) $(LINKING) $(ALLOCATORS:%=-Wl,--wrap=%) -o $@ $^ $(LDLIBS)

# Preloaded libraries that make calls fail, or try what the sandbox forbids.
$(B)/%.so: tests/%.c Makefile
	@mkdir -p $(@D)
	$(call short,CC)$(CC) $(ALL_CFLAGS) -fPIC -shared -o $@ $< -ldl

# Slow tests come first, so that prove's jobs end together.
TESTS    := $(wildcard tests/faults/*.t) $(wildcard tests/house/*.t tests/fuzz/*.t) $(B)/faults/test_memory $(UNIT) $(API) \
	$(wildcard tests/cli/*/*.t tests/docs/*.t tests/api/*.t)

# The tests write thousands of small files: where memory can hold and run them, no disk has to.
scratch   = $(shell d=$$(mktemp -d -p /dev/shm 2>/dev/null) && cp /bin/true $$d && $$d/true && echo /dev/shm; rm -rf "$$d")

check: all tools unit $(FUZZ) $(B)/faults/test_memory ## build everything and run the tests
	LC_ALL=C TMPDIR=$${TMPDIR:-$(scratch)} prove --jobs $$(nproc) --exec '' $(TESTS)

# With FULL, tests run their long forms.
check-all: export FULL := 1
check-all: check ## the same at full length, then the long tests of tests/all
	LC_ALL=C prove --exec '' $(wildcard tests/all/*.t tests/view/*.t)

view-check: all tools ## run the tests of the page and of the npm package, in Chromium and node
	LC_ALL=C prove --exec '' $(wildcard tests/view/*.t)

coverage: all tools ## measure which lines of src the tests run: at least 95 %
	$(MAKE) VARIANT=coverage CC=gcc build/coverage/flowfield unit \
		$(FUZZ:$(B)/%=build/coverage/%) build/coverage/faults/test_memory
	scripts/coverage

SECONDS  ?= 60
fuzz: ## fuzz readers, solvers and options: SECONDS=60 each
	tests/fuzz/run $(SECONDS)

lint: ## check sources, scripts and manual; what passed before is skipped until it changes
	scripts/lint

# A stamp for each source that a checker passed.  scripts/lint asks for them.
define remember
build/lint/$(1)/%.c.ok: %.c scripts/lint $(wildcard .clang-tidy */.clang-tidy)
	@mkdir -p $$(@D)
	scripts/lint $(1) $$<
	@$$(CC) -std=c11 -D_GNU_SOURCE -Isrc -Itests -isystem /usr/include/stb -MM -MP -MT $$@ -MF $$(@:.ok=.d) $$<
	@touch $$@
endef
$(foreach checker,tidy cppcheck analyzer scan,$(eval $(call remember,$(checker))))

bench: all tools $(B)/tools/quality ## measure speed and the length of paths; PARTS, SIZE and more: tests/bench/README.md
	tests/bench/bench $(PARTS)
	$(B)/tools/quality

# The folders in which shells look for completions.  zsh looks below its own prefix and below
# /usr/local; Debian's zsh has a folder of another name below /usr.
ZSH_FOLDER  ?= $(if $(and $(filter /usr,$(PREFIX)),$(wildcard /etc/debian_version)),vendor-completions,site-functions)
COMPLETIONS  = bash-completion/completions/flowfield zsh/$(ZSH_FOLDER)/_flowfield \
	fish/vendor_completions.d/flowfield.fish

# Set it for a cross build; if it is empty, the installed program keeps its symbols.
STRIP       ?= strip

PAGES       := $(wildcard man/*.1)
DOCUMENTS   := LICENSE NEWS README.md $(wildcard samples/*.* samples/ci/* samples/pictures/*)

define DESCRIPTION
prefix=$(PREFIX)
libdir=$(LIBDIR)
includedir=$${prefix}/include

Name: flowfield
Description: cost maps, the way to a goal from every cell, and crowds that walk it
Version: $(VERSION)
Cflags: -I$${includedir}
Libs: -L$${libdir} -lflowfield
Libs.private: -lm -pthread
endef

install: export FLOWFIELD_PC = $(DESCRIPTION)
install: all ## put program, library, manual, completions and samples below PREFIX (/usr/local), in DESTDIR; LIBDIR, STRIP=
	install -D -m 755 $(if $(STRIP),-s --strip-program='$(STRIP)') build/flowfield "$(DESTDIR)$(PREFIX)/bin/flowfield"
	install -D -m 644 $(if $(STRIP),-s --strip-program='$(STRIP)') $(SHARED) "$(DESTDIR)$(LIBDIR)/$(notdir $(SHARED))"
	ln -sf $(notdir $(SHARED)) "$(DESTDIR)$(LIBDIR)/libflowfield.so"
	install -D -m 644 $(STATIC) "$(DESTDIR)$(LIBDIR)/libflowfield.a"
	$(if $(STRIP),$(STRIP) -g "$(DESTDIR)$(LIBDIR)/libflowfield.a")
	install -D -m 644 src/flowfield.h "$(DESTDIR)$(PREFIX)/include/flowfield.h"
	printf '%s\n' "$$FLOWFIELD_PC" >build/flowfield.pc
	install -D -m 644 build/flowfield.pc "$(DESTDIR)$(LIBDIR)/pkgconfig/flowfield.pc"
	install -d -m 755 "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m 644 $(PAGES) "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -D -m 644 man/libflowfield.3 "$(DESTDIR)$(PREFIX)/share/man/man3/libflowfield.3"
	for file in $(DOCUMENTS); do \
		install -D -m $$(test -x $$file && echo 755 || echo 644) $$file \
			"$(DESTDIR)$(PREFIX)/share/doc/flowfield/$$file" || exit; \
	done
	for file in $(COMPLETIONS); do \
		build/flowfield completion $${file%%[-/]*} >build/completion && \
		install -D -m 644 build/completion "$(DESTDIR)$(PREFIX)/share/$$file" || exit; \
	done

uninstall: ## remove what install put there
	rm -f "$(DESTDIR)$(PREFIX)/bin/flowfield" "$(DESTDIR)$(PREFIX)/include/flowfield.h"
	for file in $(notdir $(SHARED)) libflowfield.so libflowfield.a pkgconfig/flowfield.pc; do \
		rm -f "$(DESTDIR)$(LIBDIR)/$$file"; \
	done
	for file in $(PAGES:man/%=man/man1/%) man/man3/libflowfield.3 $(COMPLETIONS); do rm -f "$(DESTDIR)$(PREFIX)/share/$$file"; done
	rm -rf "$(DESTDIR)$(PREFIX)/share/doc/flowfield"

clean: ## remove everything that was built
	rm -rf build

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z -]+:.*## / {printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

-include $(shell find $(B) build/view build/lint -name '*.d' 2>/dev/null)
