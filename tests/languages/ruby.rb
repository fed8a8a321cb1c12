# The gem sqlite3 of Ruby: ruby.rb EXTENSION
require 'sqlite3'

db = SQLite3::Database.new(':memory:')
db.enable_load_extension(true)
db.load_extension(ARGV[0])

ask = ->(sql, *parameters) { db.get_first_row(sql, parameters).join(' ') }

puts "sqlite #{ask['SELECT sqlite_version()']}"
puts "version #{ask['SELECT gamemap_version()']}"
puts "glob #{ask["SELECT count(*), sum(width) FROM gnd_maps('samples/*.gnd')"]}"
puts "join #{ask["SELECT t.path, count(*) FROM gnd_surfaces('samples/*.gnd') s
    JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 1 ORDER BY 1 DESC LIMIT 1"]}"
town = SQLite3::Blob.new(File.binread('samples/town.gnd'))
puts "blob #{ask['SELECT count(*) FROM gnd_cubes(?)', town]}"
begin
  ask["SELECT * FROM gnd_maps('samples/missing.gnd')"]
rescue SQLite3::Exception => e
  puts "error #{e.message}"
end
