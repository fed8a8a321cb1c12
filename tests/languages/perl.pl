# DBD::SQLite of Perl: perl.pl EXTENSION
use strict;
use warnings;
use DBI qw(:sql_types);

my $db = DBI->connect('dbi:SQLite:dbname=:memory:', '', '', {RaiseError => 1, PrintError => 0});
$db->sqlite_enable_load_extension(1);
$db->sqlite_load_extension($ARGV[0]);

print "sqlite @{$db->selectrow_arrayref('SELECT sqlite_version()')}\n";
print "version @{$db->selectrow_arrayref('SELECT gamemap_version()')}\n";
print "glob @{$db->selectrow_arrayref(q{SELECT count(*), sum(width) FROM gnd_maps('samples/*.gnd')})}\n";
print "join @{$db->selectrow_arrayref(q{SELECT t.path, count(*) FROM gnd_surfaces('samples/*.gnd') s
    JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 1 ORDER BY 1 DESC LIMIT 1})}\n";
open my $file, '<:raw', 'samples/town.gnd' or die;
my $town = do { local $/; <$file> };
my $question = $db->prepare('SELECT count(*) FROM gnd_cubes(?)');
$question->bind_param(1, $town, SQL_BLOB);
$question->execute;
print "blob @{$question->fetchrow_arrayref}\n";
eval { $db->selectrow_arrayref(q{SELECT * FROM gnd_maps('samples/missing.gnd')}) };
print "error $@";
