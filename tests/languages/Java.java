import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;

/** sqlite-jdbc of Java: java -cp sqlite-jdbc.jar Java.java EXTENSION */
public class Java {
    private static Connection db;

    private static String ask(String sql, byte[]... parameters) throws SQLException {
        try (PreparedStatement question = db.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) question.setBytes(i + 1, parameters[i]);
            ResultSet row = question.executeQuery();
            StringBuilder answer = new StringBuilder();
            for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                answer.append(' ').append(row.getString(i));
            }
            return answer.toString();
        }
    }

    public static void main(String[] arguments) throws Exception {
        SQLiteConfig config = new SQLiteConfig();
        config.enableLoadExtension(true);
        db = config.createConnection("jdbc:sqlite::memory:");
        db.createStatement().execute("SELECT load_extension('" + arguments[0] + "')");

        System.out.println("sqlite" + ask("SELECT sqlite_version()"));
        System.out.println("version" + ask("SELECT gamemap_version()"));
        System.out.println("glob" + ask("SELECT count(*), sum(width) FROM gnd_maps('samples/*.gnd')"));
        System.out.println("join" + ask("SELECT t.path, count(*) FROM gnd_surfaces('samples/*.gnd') s"
            + " JOIN gnd_textures(s.source) t ON t.id = s.texture_id GROUP BY 1 ORDER BY 1 DESC LIMIT 1"));
        byte[] town = Files.readAllBytes(Path.of("samples/town.gnd"));
        System.out.println("blob" + ask("SELECT count(*) FROM gnd_cubes(?)", town));
        try {
            ask("SELECT * FROM gnd_maps('samples/missing.gnd')");
        } catch (SQLException error) {
            System.out.println("error " + error.getMessage());
        }
    }
}
