#!/usr/bin/perl
# A signal at any moment of a run that replaces its outputs.  SIGKILL: each output is
# whole, the old one or the new one.  Signals that can be held: all of them are old or
# all new, there is no other file, and the program dies of its signal.
#
#	FULL=1    a thousand kills
use strict;
use warnings;
use Cwd qw(abs_path);
use Digest::MD5;
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Test::More;
use Time::HiRes qw(time usleep);

chdir dirname(__FILE__) . '/../../..' or die;
$ENV{PATH} = join ':', abs_path($ENV{FLOWFIELD_DIR} // 'build'), abs_path('build/release/tools'), $ENV{PATH};
chdir tempdir(CLEANUP => 1) or die;
system('make_map terrain 128 128 >map.png') == 0 or die;
my @outputs = qw(a.png b.png c.csv);

sub begin { # GOAL
	my $pid = fork // die;
	return $pid if $pid > 0;
	open STDERR, '>', '/dev/null' or die;
	$SIG{$_} = 'DEFAULT' for qw(HUP INT TERM);
	exec 'flowfield', 'map.png', '-g', $_[0], '-q', '--heatmap', $outputs[0], '--reach', $outputs[1],
		'--csv', $outputs[2], '--scale', '3' or die;
}

sub digests {
	return map {
		open my $file, '<:raw', $_ or die "$_: $!";
		Digest::MD5->new->addfile($file)->hexdigest;
	} @outputs;
}

sub temporary {
	my @found = glob '.flowfield-*';
	return @found;
}

# When the first temporary file is there, or is not going to be.
sub await_writing {
	my $end = time + 2;
	usleep(100) until temporary() || time > $end;
	return time;
}

# Two sets of outputs, of which each run makes the other one; how long that takes, and
# the writing in the end.
my @goals = ('64,64', '40,90');
my (@made, $whole, $writing);
for my $goal (@goals) {
	my $start = time;
	my $pid = begin($goal);
	my $from = await_writing();
	waitpid $pid, 0;
	die if $? != 0;
	($whole, $writing) = (time - $start, time - $from);
	push @made, [digests()];
}

# What is wrong after a run to that goal; $? is its end.
sub faults {
	my ($goal, $signal, $held) = @_;
	my @now = digests();
	my @new = grep { $now[$_] eq $made[$goal][$_] } 0 .. $#outputs;
	my @old = grep { $now[$_] eq $made[1 - $goal][$_] } 0 .. $#outputs;
	my @wrong;
	push @wrong, 'an output is neither old nor new' if @new + @old != @outputs;
	push @wrong, 'some outputs are old, some new' if $held && @new && @old;
	push @wrong, 'a temporary file is left' if $held && temporary();
	push @wrong, "its end is $?" if $? != 0 && $? != $signal;
	push @wrong, 'it ended well, but the outputs are not new' if $? == 0 && @new != @outputs;
	return @wrong;
}

my %number = (KILL => 9, INT => 2, TERM => 15, HUP => 1);
for my $part ([KILL => 40, 1000], [INT => 12, 100], [TERM => 12, 100], [HUP => 4, 20]) {
	my ($name, @times) = @$part;
	my $times = $times[$ENV{FULL} ? 1 : 0];
	my (@wrong, $is, $killed, $during);
	# On a busy machine it takes more of them until one comes at the right moment.
	for my $n (1 .. 20 * $times) {
		last if $n > $times && $killed && ($during || $name ne 'KILL');
		# What stands there now is old.
		$is = (digests())[0] eq $made[0][0] ? 0 : 1;
		my $goal = 1 - $is;
		my $pid = begin($goals[$goal]);
		if ($n % 2 == 0) {
			usleep(1e6 * rand(1.1 * $whole));
		} else {
			await_writing();
			usleep($n == 1 ? 0 : 1e6 * rand(1.2 * $writing));
		}
		kill $name, $pid;
		waitpid $pid, 0;
		$killed++ if $? != 0;
		$during++ if temporary();
		push @wrong, map { "run $n: $_" } faults($goal, $number{$name}, $name ne 'KILL');
		if ($name eq 'KILL') {
			# Old and new ones in a row would be told from none of both.
			unlink temporary();
			my @now = digests();
			next if grep { "@now" eq "@$_" } @made;
			waitpid begin($goals[$goal]), 0;
		}
	}
	ok(!@wrong, "SIG$name at any of $times moments") or diag join "\n", @wrong;
	ok($killed, "some came before the end") or diag "a run takes $whole s, its writing $writing";
	ok($during, "some while files were written") if $name eq 'KILL';
	note "a run takes $whole s, its writing $writing";
	note(sprintf '%d died, %d while files were written', $killed, $during // 0);
}
done_testing();
