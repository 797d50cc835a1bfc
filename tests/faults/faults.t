#!/usr/bin/perl
# Every call on a file fails in turn, in standard runs.  Whatever happens: an exit
# status of the manual, one line that says why, no temporary file, and outputs that
# are the old ones, or, at status 0, the new ones.  If a rename fails, each is one of
# the two; if printing their names does, all are new.
#
#	FULL=1    every fault in every run
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Basename qw(dirname);
use File::Path qw(remove_tree);
use File::Temp qw(tempdir);
use Test::More;

chdir dirname(__FILE__) . '/../..' or die;
my $root = getcwd;
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES VARIANT CFLAGS LDFLAGS)};
system('make -s build/release/faults/fault.so >&2') == 0 or die;
my $library = "$root/build/release/faults/fault.so";
$ENV{PATH} = "$root/build:$root/build/release/tools:$ENV{PATH}";
my $work = tempdir(CLEANUP => 1);
chdir $work or die;
system('make_map island 24 16 >map.png && make_map --pgm caves 24 16 >map.pgm &&
	make_map --movingai rooms 24 16 >map.map && echo 12,8 >goals.csv && printf "x,y\\n5,5\\n" >agents.csv &&
	printf "1,5,5,3,3,wall\\n2,5,5,3,3,open\\n" >edits.csv &&
	flowfield map.png -g 12,8 -q --csv field.csv --integration field.npy &&
	make_map --pgm maze 24 16 >other.pgm') == 0 or die;

sub slurp {
	open my $file, '<:raw', $_[0] or return;
	local $/;
	return scalar <$file> // '';
}

sub put {
	open my $file, '>:raw', $_[0] or die "$_[0]: $!";
	print $file $_[1];
	close $file or die;
}

# Returns the files of a folder by name; reports without what differs from run to run.
sub files_in {
	my ($folder, $below) = (@_, '');
	my %found;
	opendir my $handle, $folder or die "$folder: $!";
	for my $name (grep { !/^\.\.?$/ } readdir $handle) {
		if (-d "$folder/$name") {
			%found = (%found, "$below$name/" => 1, files_in("$folder/$name", "$below$name/"));
			next;
		}
		my $data = slurp("$folder/$name");
		$data =~ s/"ms": \{[^}]*\}|"ms": [\d.e-]+|"peak_bytes": \d+//g if $name =~ /\.json$/;
		$found{"$below$name"} = $data;
	}
	return %found;
}

# Returns the names of the files that differ.
sub difference {
	my ($now, $then) = @_;
	my %all = (%$now, %$then);
	return grep { ($now->{$_} // '-') ne ($then->{$_} // '-') } sort keys %all;
}

# The folder "here" with the old files, and what it is to be compared with.
sub lay_out {
	my @old = @_;
	remove_tree('here');
	mkdir 'here' or die;
	my %folders = map { m{^(.*/)} ? ($1 => 1) : () } @old;
	mkdir "here/$_" for keys %folders;
	for my $name (@old) {
		put("here/$name", 'old');
		chmod 0444, "here/$name" if $name =~ /^protected/;
	}
	return {%folders, map { ($_ => 'old') } @old};
}

# Runs flowfield in "here": its status, 128 and more for signals.
sub run {
	my ($words, %environment) = @_;
	my $pid = fork // die;
	if ($pid == 0) {
		open STDOUT, '>', 'said' or die;
		open STDERR, '>', 'complained' or die;
		chdir 'here' or die;
		@ENV{keys %environment} = values %environment;
		exec 'flowfield', @$words or die;
	}
	waitpid $pid, 0;
	return $? & 127 ? 128 + ($? & 127) : $? >> 8;
}

# Returns the faults of a run that ended with this status after the call failed.
sub faults {
	my ($status, $fault, $call, $old, $new, $said, @allowed) = @_;
	my %now = files_in('here');
	my @hidden = grep { /\.flowfield-/ } keys %now;
	my $complaint = slurp('complained');
	my @wrong;
	push @wrong, "status $status" if !grep { $status == $_ } @allowed;
	# These do what the run is there for; others may be done without, or be another library's.
	push @wrong, 'nobody minds' if $status == 0 && $fault =~ /error|memory|full/ &&
		$call =~ /^(write|rename|renameat2|link|mkdir)$/;
	push @wrong, "it says $complaint" if $status != 0 && $complaint !~ /^flowfield: [^\n]+\n\z/;
	# The file that could not be removed is still there.
	push @wrong, "@hidden is left" if @hidden > ($call eq 'unlink' ? 1 : 0);
	delete @now{@hidden};
	my @other = difference(\%now, $status == 0 ? $new : $old);
	my @neither = grep { ($now{$_} // '-') ne ($new->{$_} // '-') } @other;
	@other = @neither if $call =~ /^(rename|renameat2|link)$/ ||
		$call =~ /^(write|dup|close)$/ && !difference(\%now, $new);
	# --no-clobber took this file for missing until it was to be made.
	@other = grep { exists $old->{$_} } @other if $complaint =~ /: File exists$/;
	push @wrong, "@other: " . ($status == 0 ? 'not new' : 'not old') if @other;
	push @wrong, 'it tells other names' if $status == 0 && slurp('said') ne $said;
	return @wrong;
}

# tally NAME, FAULT, WORDS, OLD, STATUS...: fails each call in turn.
sub tally {
	my ($name, $fault, $line, $names, @allowed) = @_;
	my @words = split ' ', $line;
	my $weak = $fault =~ s/^weak //;
	my @environment = (LD_PRELOAD => $library, $weak ? (FAULT_OLD => 1) : ());
	my $old = lay_out(@$names);
	my $expected = run(\@words, @environment);
	my $new = {files_in('here')};
	my $said = slurp('said');
	my @wrong;
	my $at = 1;
	my %met;
	ok($expected == $allowed[0], "$name, $fault: status $expected without it") or diag slurp('complained');
	lay_out(@$names);
	for (; $at < 1000; $at++) {
		put('note', '');
		my $status = run(\@words, @environment, FAULT => $fault, FAULT_AT => $at,
			FAULT_NOTE => "$work/note");
		my $call = slurp('note');
		last if $call eq '';
		$met{$call}++;
		push @wrong, map { "$fault $at ($call): $_" } faults($status, $fault, $call, $old, $new, $said, @allowed);
		lay_out(@$names) if $status == 0 || @wrong;
	}
	ok(!@wrong && $at > 1 && $at < 1000, "$name: $fault at every one of @{[$at - 1]} calls")
		or diag join "\n", @wrong;
	return %met;
}

# The runs: words, files that are there before, and statuses, the first without a fault.
my %runs = (
	pictures => ['../map.png -g 12,8 -q --heatmap a.png --arrows b.png --reach new.png --scale 4',
		['a.png', 'b.png'], 0, 3, 4],
	data => ['../map.pgm --goals ../goals.csv --csv a.csv --vectors new.csv --json b.json',
		['a.csv', 'b.json'], 0, 3, 4],
	layers => ['../map.pgm --goals ../goals.csv --integration a.npy --cost new.pgm --regions b.asc' .
		' --directions png:new.png --vectors new.pfm', ['a.npy', 'b.asc'], 0, 3, 4],
	sectors => ['sectors ../map.png -g 12,8 --from 3,12 --snap --sectors 8 -q --portals a.png --csv b.csv' .
		' --graph new.csv', ['a.png', 'b.csv'], 0, 3, 4],
	update => ['update ../map.png -g 12,8 --snap --edits ../edits.csv -q --csv a.csv --json new.json' .
		' --animate b.png --scale 2', ['a.csv', 'b.png'], 0, 3, 4],
	walk => ['walk ../map.png -g 12,8 --from 3,12 --snap --agents ../agents.csv --simulate 3 -q --paths a.png' .
		' --trajectories b.csv --arrivals new.csv --traffic new.npy', ['a.png', 'b.csv'], 0, 3, 4],
	film => ['../map.map -g 12,8 -q --animate a.png --batch 100 --scale 1', ['a.png'], 0, 3, 4],
	folder => ['../map.map -g 12,8 --out-dir made/of/them --scale 4', [], 0, 3, 4],
	stdout => ['../map.map -g 12,8 --csv - --json a.json', ['a.json'], 0, 3, 4],
	at => ['at ../map.png -g 12,8 3,12 12,8 --json a.json', ['a.json'], 0, 3, 4],
	verify => ['verify ../map.png ../field.csv -g 12,8', [], 0, 3],
	textconv => ['textconv ../field.npy', [], 0, 3, 4],
	diff => ['diff ../map.pgm ../other.pgm --max-changed 400 --json b.json', ['b.json'], 0, 3, 4],
	protected => ['../map.map -g 12,8 --csv a.csv --json protected.json',
		['a.csv', 'protected.json'], 4, 3],
	fresh => ['../map.map -g 12,8 --csv new.csv --json b.json --no-clobber', [], 0, 3, 4],
	'no-clobber' => ['../map.map -g 12,8 --csv new.csv --json a.json --no-clobber', ['a.json'], 4, 3],
);
my @refused = ('protected', 'no-clobber');
my @done = grep { !/no-clobber|protected/ } sort keys %runs;
my @sample = (
	[error => 'pictures', 'data', 'folder', 'film', 'fresh', @refused], ['weak error' => 'fresh'],
	[full => 'data'], [short => 'data'], [interrupt => 'data'],
);
my @whole = (
	[error => @done, @refused], [memory => @done, @refused], ['weak error' => @done],
	[full => grep { $_ ne 'verify' } @done], [short => @done], [interrupt => @done],
);

for my $part ($ENV{FULL} ? @whole : @sample) {
	my ($fault, @names) = @$part;
	for my $name (@names) {
		my ($line, $old, $normal, @others) = @{$runs{$name}};
		@others = () if $fault eq 'short' || $fault eq 'interrupt';
		push @others, 5 if $fault eq 'memory';
		my %met = tally($name, $fault, $line, $old, $normal, @others);
		next if $fault ne 'error' || $name ne 'pictures';
		ok(($met{rename} // 0) > 0, 'a file gets its name by rename()');
	}
}
done_testing();
