package io.github.tracecast.predict.fit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The names of algorithms in measurements, with Tracecast's rules for these algorithms. The table
 * is a resource. A row has a collective, the algorithm's name in measurements, and Tracecast's
 * rule. If there is no rule, the row has an exclamation mark and the reason. A library may be
 * unable to use the named algorithm, for example a ring for fewer elements than ranks. Then it uses
 * another algorithm, for which the row has {@code few: OTHER | RULE}.
 */
final class MeasuredAlgorithms {
  private static final String TABLE = "measured-algorithms.csv";
  private static final List<String[]> ROWS = rows();

  /** Prefix of a rule for an algorithm whose parts the library chooses. */
  private static final String PARTS = "parts: ";

  private MeasuredAlgorithms() {}

  /**
   * The meaning of an algorithm's name: a rule, or the reason why there is no rule.
   *
   * @param rule the rule for the collective; empty if the machine's own rules apply
   * @param reason why the algorithm cannot be predicted
   * @param librarys whether the library chose the algorithm, or the algorithms of its parts
   */
  record Choice(Optional<String> rule, Optional<String> reason, boolean librarys) {}

  /**
   * Returns the meaning of a measurement's algorithm. Tracecast's own names are valid, too. Empty
   * if the name is unknown or missing.
   */
  static Optional<Choice> of(MeasuredTime measurement) {
    return ROWS.stream()
        .filter(row ->
            row[0].equals(measurement.collective()) && row[1].equals(measurement.algorithm()))
        .findFirst()
        .map(row -> choice(rule(row[2], measurement)));
  }

  private static Choice choice(String rule) {
    if (rule.startsWith("!")) {
      return new Choice(Optional.empty(), Optional.of(rule.substring(1).strip()), false);
    }
    if (rule.equals("default")) {
      return new Choice(Optional.empty(), Optional.empty(), true);
    }
    boolean parts = rule.startsWith(PARTS);
    return new Choice(
        Optional.of(parts ? rule.substring(PARTS.length()) : rule), Optional.empty(), parts);
  }

  /** Returns the rule that applies, from a text {@code CONDITION: RULE | RULE}. */
  private static String rule(String text, MeasuredTime measurement) {
    String[] sides = text.split(" \\| ");
    if (sides.length == 1) {
      return text;
    }
    String[] first = sides[0].split(": ", 2);
    long elements = measurement.bytes() / Integer.BYTES;
    int core = Integer.highestOneBit(measurement.ranks());
    boolean holds = switch (first[0]) {
      case "few" -> elements < measurement.ranks();
      case "core" -> elements < core;
      case "odd" -> measurement.ranks() != core;
      default -> throw new IllegalArgumentException(text);
    };
    return holds ? first[1] : sides[1];
  }

  private static List<String[]> rows() {
    try (InputStream in = MeasuredAlgorithms.class.getResourceAsStream(TABLE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .map(line -> line.split(",", 3))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
