// mattn/go-sqlite3 of Go: go run go.go EXTENSION
package main

import (
	"database/sql"
	"fmt"
	"os"
	"strings"

	"github.com/mattn/go-sqlite3"
)

var db *sql.DB

func ask(question string, parameters ...any) (string, error) {
	rows, err := db.Query(question, parameters...)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	columns, _ := rows.Columns()
	values := make([]string, len(columns))
	places := make([]any, len(columns))
	for i := range values {
		places[i] = &values[i]
	}
	if rows.Next() {
		err = rows.Scan(places...)
	} else {
		err = rows.Err()
	}
	return strings.Join(values, " "), err
}

func show(name, question string, parameters ...any) {
	answer, err := ask(question, parameters...)
	if err != nil {
		answer = err.Error()
	}
	fmt.Println(name, answer)
}

func main() {
	sql.Register("gamemap", &sqlite3.SQLiteDriver{Extensions: []string{os.Args[1]}})
	db, _ = sql.Open("gamemap", ":memory:")

	show("sqlite", "SELECT sqlite_version()")
	show("version", "SELECT gamemap_version()")
	show("glob", "SELECT count(*), sum(width) FROM gnd_maps('samples/*.gnd')")
	show("join", `SELECT t.path, count(*) FROM gnd_surfaces('samples/*.gnd') s
		JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 1 ORDER BY 1 DESC LIMIT 1`)
	town, _ := os.ReadFile("samples/town.gnd")
	show("blob", "SELECT count(*) FROM gnd_cubes(?)", town)
	show("error", "SELECT * FROM gnd_maps('samples/missing.gnd')")
}
