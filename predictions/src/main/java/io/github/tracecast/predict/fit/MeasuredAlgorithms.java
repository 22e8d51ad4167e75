package io.github.tracecast.predict.fit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The names that measurements give to algorithms, and what they are here. The table is a resource:
 * a collective, the measured name, and our rule or, after an exclamation mark, why there is none.
 */
final class MeasuredAlgorithms {
  private static final String TABLE = "measured-algorithms.csv";
  private static final List<String[]> ROWS = rows();

  private MeasuredAlgorithms() {}

  /**
   * What a measured name stands for.
   *
   * @param rule the rule for the collective; empty if the machine's own rules apply
   * @param reason why it cannot be predicted
   */
  record Choice(Optional<String> rule, Optional<String> reason) {}

  /**
   * The algorithm of a measurement. Our own names are known too. Empty if the name is unknown, or if
   * there is none.
   */
  static Optional<Choice> of(MeasuredTime measurement) {
    for (String[] row : ROWS) {
      if (row[0].equals(measurement.collective()) && row[1].equals(measurement.algorithm())) {
        return Optional.of(
            row[2].startsWith("!")
                ? new Choice(Optional.empty(), Optional.of(row[2].substring(1).strip()))
                : new Choice(
                    Optional.of(row[2]).filter(rule -> !rule.equals("default")), Optional.empty()));
      }
    }
    return Optional.empty();
  }

  private static List<String[]> rows() {
    List<String[]> rows = new ArrayList<>();
    try (InputStream in = MeasuredAlgorithms.class.getResourceAsStream(TABLE);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line; (line = reader.readLine()) != null; ) {
        if (!line.startsWith("#") && !line.isBlank()) {
          rows.add(line.split(",", 3));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }
}
