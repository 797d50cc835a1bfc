#!/bin/bash
# samples/make_articles redoes the figures of articles: each command draws what its page shows.
. "$(dirname "$0")/../support/tap.sh"

passes "it runs" samples/make_articles "$work/articles"
cd "$work/articles"
figures() {
	sed -n 's/^!\[\](\(.*\))$/\1/p' README.md
}
passes "the page has figures of seven sources" test "$(grep -c '^## ' README.md)" = 7
passes "and more than forty of them" test "$(figures | wc -l)" -ge 41
silent "each picture that it shows is there, and there are no others" \
	diff <(figures | sort) <(printf '%s\n' ./*.png | sed 's|^\./||' | sort)
passes "no two are alike" test "$(sha1sum -- *.png | cut -c 1-40 | sort -u | wc -l)" = "$(figures | wc -l)"
# The front has a frame for each three cells, and the last ones.
passes "the front takes three cells a frame" test "$(grep -o -a fcTL front.png | wc -l)" = 431
done_testing
