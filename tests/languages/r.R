# RSQLite of R: Rscript r.R EXTENSION
library(DBI)
db <- dbConnect(RSQLite::SQLite(), ":memory:", loadable.extensions = TRUE)
extension <- commandArgs(trailingOnly = TRUE)
invisible(dbGetQuery(db, "SELECT load_extension(?)", params = list(extension)))

ask <- function(name, sql, ...) {
  answer <- tryCatch(unlist(dbGetQuery(db, sql, ...)), error = conditionMessage)
  cat(name, answer)
  cat("\n")
}

ask("sqlite", "SELECT sqlite_version()")
ask("version", "SELECT gamemap_version()")
ask("glob", "SELECT count(*), sum(width) FROM gnd_maps('samples/*.gnd')")
ask("join", "SELECT t.path, count(*) FROM gnd_surfaces('samples/*.gnd') s
     JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 1 ORDER BY 1 DESC LIMIT 1")
town <- readBin("samples/town.gnd", "raw", file.size("samples/town.gnd"))
ask("blob", "SELECT count(*) FROM gnd_cubes(?)", params = list(list(town)))
ask("error", "SELECT * FROM gnd_maps('samples/missing.gnd')")
invisible(dbDisconnect(db))
