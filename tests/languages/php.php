<?php
// SQLite3 of PHP, which loads from one folder only:
// php -d sqlite3.extension_dir=FOLDER php.php EXTENSION, the file's name within it
$db = new SQLite3(':memory:');
$db->enableExceptions(true);
$db->loadExtension($argv[1]);

function ask(string $sql): string {
    global $db;
    return implode(' ', $db->querySingle($sql, true));
}

echo 'sqlite ', ask('SELECT sqlite_version()'), "\n";
echo 'version ', ask('SELECT gamemap_version()'), "\n";
echo 'glob ', ask("SELECT count(*), sum(width) FROM gnd_maps('samples/*.gnd')"), "\n";
echo 'join ', ask("SELECT t.path, count(*) FROM gnd_surfaces('samples/*.gnd') s
    JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 1 ORDER BY 1 DESC LIMIT 1"), "\n";
$question = $db->prepare('SELECT count(*) FROM gnd_cubes(?)');
$question->bindValue(1, file_get_contents('samples/town.gnd'), SQLITE3_BLOB);
echo 'blob ', $question->execute()->fetchArray()[0], "\n";
try {
    ask("SELECT * FROM gnd_maps('samples/missing.gnd')");
} catch (Exception $error) {
    echo 'error ', $error->getMessage(), "\n";
}
