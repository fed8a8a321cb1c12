# The package sqlite3 of Tcl: tcl.tcl EXTENSION
package require sqlite3
sqlite3 db :memory:
db enable_load_extension 1
db eval {SELECT load_extension($argv)}

puts "sqlite [db eval {SELECT sqlite_version()}]"
puts "version [db eval {SELECT gamemap_version()}]"
puts "glob [db eval {SELECT count(*), sum(width) FROM gnd_maps('samples/*.gnd')}]"
db eval {SELECT t.path, count(*) AS surfaces FROM gnd_surfaces('samples/*.gnd') s
         JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 1 ORDER BY 1 DESC LIMIT 1} {
    puts "join $path $surfaces"
}
set file [open samples/town.gnd rb]
set town [read $file]
puts "blob [db eval {SELECT count(*) FROM gnd_cubes(@town)}]" ;# @: bound as a BLOB
catch {db eval {SELECT * FROM gnd_maps('samples/missing.gnd')}} message
puts "error $message"
