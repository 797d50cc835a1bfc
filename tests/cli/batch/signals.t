#!/usr/bin/perl
# A signal at any moment of a batch: it ends at once, whatever its jobs are at; each output
# is the old file or the whole new one, and no other file is there.
#
#	FULL=1    three hundred signals
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Test::More;
use Time::HiRes qw(time usleep);

chdir dirname(__FILE__) . '/../../..' or die;
$ENV{PATH} = join ':', abs_path($ENV{FLOWFIELD_DIR} // 'build'), abs_path('build/release/tools'), $ENV{PATH};
$ENV{TMPDIR} = '/dev/shm' if !defined $ENV{TMPDIR} && -w '/dev/shm'; # no disk is needed
chdir tempdir(CLEANUP => 1) or die;
system('make_map terrain 64 64 >map.png; make_map terrain 8 8 >small.png; make_map terrain 2048 2048 >large.png; mkdir out') == 0 or die;

sub manifest { # GOAL
	open my $file, '>', 'jobs' or die;
	print $file "map.png --snap -g $_[0] --heatmap out/$_.png --csv out/$_.csv\n" for 1 .. 24;
	print $file "map.png --snap -g $_[0] --out-dir new --csv $_.csv\n" for 1 .. 3;
}

sub begin { # ARGUMENT...
	my $pid = fork // die;
	return $pid if $pid > 0;
	open STDERR, '>', 'err' or die;
	open STDOUT, '>', '/dev/null' or die;
	$SIG{$_} = 'DEFAULT' for qw(HUP INT TERM);
	exec 'flowfield', 'batch', @_ or die;
}

sub content {
	return map {
		open my $file, '<:raw', $_ or die "$_: $!";
		local $/;
		($_ => scalar <$file>);
	} glob $_[0] // 'out/* new/*';
}

my %made;
for my $goal ('1,1', '40,40') {
	manifest($goal);
	system('flowfield', 'batch', 'jobs', '-q') == 0 or die;
	$made{$goal} = {content()};
}
my $started = time;
waitpid begin('jobs', '-q'), 0;
my $long = time - $started;

my ($signalled, $other, $left, $told) = (0, 0, 0, 0);
for my $n (1 .. ($ENV{FULL} ? 300 : 6)) {
	manifest((sort keys %made)[$n % 2]);
	my $signal = (qw(INT TERM HUP))[$n % 3];
	my $pid = begin('jobs', '-j', 1 + $n % 3);
	usleep(1e6 * rand $long);
	kill $signal, $pid;
	waitpid $pid, 0;
	$signalled++ if ($? & 127) == {INT => 2, TERM => 15, HUP => 1}->{$signal};
	my %now = content();
	for my $file (keys %now) {
		$other++ unless grep { $now{$file} eq $made{$_}{$file} } keys %made;
	}
	$left += () = glob '.flowfield-* out/.flowfield-* new/.flowfield-*';
	$told += () = `cat err` =~ /interrupted/g;
}
cmp_ok $signalled, '>', 0, 'signals end it';
is $other, 0, 'every output is an old file or a whole new one';
is $left, 0, 'no temporary file is left';
is $told, 0, 'nothing is said of jobs that the signal has stopped';

# It does not wait for what takes long.
open my $file, '>', 'slow' or die;
print $file "large.png --snap -g 1,1 --metric euclid --heatmap out/$_.png --scale 4\n" for 1 .. 8;
close $file;
my $pid = begin('slow', '-j', '2');
usleep(300_000);
my $sent = time;
kill 'TERM', $pid;
waitpid $pid, 0;
is $? & 127, 15, 'it ends in the midst of large jobs';
cmp_ok time - $sent, '<', 10, 'and does not finish all of them first';
is scalar(() = glob 'out/.flowfield-*'), 0, 'and leaves nothing';

# A reader that does not read holds up no signal: its pipe is full after some hundred lines.
use POSIX ();
open $file, '>', 'many' or die;
print $file "small.png --snap -g 1,1 --csv out/unread-$_.csv\nnone-$_.png -g 1,1 --csv out/none-$_.csv\n" for 1 .. 400;
close $file;
for my $workers (1, 4) {
	for my $stream (1, 2) {
		pipe my $from, my $to or die;
		fcntl $to, 1031, 4096 or die; # F_SETPIPE_SZ
		system 'rm -f out/*';
		$pid = fork // die;
		if ($pid == 0) {
			open STDERR, '>', '/dev/null';
			open STDOUT, '>', '/dev/null';
			POSIX::dup2(fileno $to, $stream) or die;
			$SIG{$_} = 'DEFAULT' for qw(HUP INT TERM);
			exec 'flowfield', 'batch', 'many', '-j', $workers or die;
		}
		close $to;
		# Waits until the batch does, or goes on without its lines.
		my ($count, $still) = (0, 0);
		while ($still < 8 && $count < 500) {
			usleep(50_000);
			my $now = () = glob 'out/unread-*';
			$still = $now == $count && $now > 0 ? $still + 1 : 0;
			$count = $now;
		}
		$sent = time;
		kill 'TERM', $pid;
		my $gone = 0;
		for (1 .. 100) {
			last if $gone = waitpid $pid, POSIX::WNOHANG();
			usleep(50_000);
		}
		my $by = $? & 127;
		if (!$gone) {
			kill 'KILL', $pid;
			waitpid $pid, 0;
		}
		my $which = ('', 'output', 'error')[$stream];
		is $gone ? $by : 'not', 15, "-j $workers: a signal ends it while nobody reads standard $which";
		is scalar(() = glob 'out/.flowfield-*'), 0, 'and it leaves nothing';
		close $from;
	}
}
system 'rm -f out/*';

# A finished output has its name while a large job is under way.
open $file, '>', 'later' or die;
print $file "map.png --snap -g 1,1 --csv out/small.csv\n";
print $file "large.png --snap -g 1,1 --metric euclid --subdivide --heatmap out/$_.png --scale 4\n" for 1 .. 4;
close $file;
$pid = begin('later', '-j', '1');
for (1 .. 100) {
	last if -e 'out/small.csv';
	usleep(20_000);
}
ok -e 'out/small.csv' && !-e 'out/1.png', 'a small job does not wait for a large one';
kill 'TERM', $pid;
waitpid $pid, 0;

# Folders that it has made go with it.
system 'rm -rf new';
$pid = begin('jobs', '-j', '1');
usleep(1e6 * $long / 10);
kill 'TERM', $pid;
waitpid $pid, 0;
ok !-e 'new' || glob('new/*'), 'a folder that it made is not left empty';

# Goldens are old or new, too, whoever is killed and however many renew them.
sub goldens { # FILE GOAL
	open my $file, '>', $_[0] or die;
	print $file "map.png --snap -g $_[1] --csv a/$_.csv --heatmap b/$_.png\n" for 1 .. 10;
	close $file;
}

my %golden;
for my $goal ('1,1', '40,40') {
	goldens($goal, $goal);
	system('flowfield', 'batch', $goal, '--golden', 'golden', '--accept', '-q') == 0 or die;
	$golden{$goal} = {content('golden/*/*')};
}

sub others { # how many goldens are neither, or missing
	my %now = content('golden/*/*');
	return grep {
		my $file = $_;
		!defined $now{$file} || !grep { $now{$file} eq $golden{$_}{$file} } keys %golden
	} keys %{$golden{'1,1'}};
}

my ($half, $temporary, $kept) = (0, 0, 0);
for my $n (1 .. ($ENV{FULL} ? 100 : 4)) {
	my $goal = (sort keys %golden)[$n % 2];
	my $signal = (qw(KILL TERM))[$n / 2 % 2];
	my $pid = begin($goal, '--golden', 'golden', '--accept', '-q');
	usleep(1e6 * rand $long / 3);
	kill $signal, $pid;
	waitpid $pid, 0;
	$half += others();
	$temporary += () = glob 'golden/*/.flowfield-*' if $signal ne 'KILL';
	unlink glob 'golden/*/.flowfield-*';
	$pid = begin($goal, '--golden', 'golden', '--out', 'kept', '-q');
	usleep(1e6 * rand $long / 3);
	kill 'TERM', $pid;
	waitpid $pid, 0;
	$kept += () = glob '{golden,kept}/*/.flowfield-*';
}
is $half, 0, 'every golden is the old one or the whole new one';
is $temporary, 0, 'no temporary file is left beside them';
is $kept, 0, 'nor beside what is kept of what differs';

system 'rm -rf golden';
my @pids = map { begin('1,1', '--golden', 'golden', '--accept', '-q', '--shard', $_) } '1/2', '2/2';
my $failed = grep { waitpid $_, 0; $? != 0 } @pids;
is $failed . others(), '00', 'two shards at once add all goldens of a new folder';
@pids = map { begin($_, '--golden', 'golden', '--accept', '--prune', '-q') } ('1,1', '40,40') x ($ENV{FULL} ? 4 : 1);
$failed = grep { waitpid $_, 0; $? != 0 } @pids;
is $failed . others(), '00', 'batches at once leave whole ones, and prune none';
is scalar(() = glob 'golden/*/.flowfield-*'), 0, 'and no temporary file';

# A signal that is ignored stops nothing.
$pid = fork // die;
if ($pid == 0) {
	$SIG{INT} = 'IGNORE';
	open STDERR, '>', '/dev/null';
	exec 'flowfield', 'batch', 'jobs', '-q' or die;
}
usleep(1e6 * $long / 2);
kill 'INT', $pid;
waitpid $pid, 0;
is $?, 0, 'a signal that is ignored stops nothing';

# The reader of the lines has ended.
pipe my $from, my $to or die;
close $from;
$pid = fork // die;
if ($pid == 0) {
	open STDERR, '>', '/dev/null';
	POSIX::dup2(fileno $to, 1) or die;
	$SIG{PIPE} = 'DEFAULT';
	exec 'flowfield', 'batch', 'jobs' or die;
}
close $to;
waitpid $pid, 0;
is $? & 127, 13, 'who writes for a reader that has ended dies as others do';
is scalar(() = glob 'out/.flowfield-*'), 0, 'and leaves nothing';

done_testing;
