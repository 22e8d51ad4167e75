package io.github.tracecast.predict.sweep;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Merges the notes on extrapolated traces, which differ only in the number of ranks and in the
 * interval of the computation. Without this class, a sweep over twenty numbers of ranks would have
 * forty notes.
 */
final class ExtrapolationNotes {
  /** A note with a number of ranks and the recordings. */
  private static final Pattern RANKS =
      Pattern.compile("extrapolated to (?<number>[0-9]+) ranks \\([^)]*\\)(?<rest> from .*)");

  private static final Pattern INTERVAL = Pattern.compile(
      "95% interval of extrapolated computation: \\+- (?<number>[0-9.]+)%(?<rest>)");

  private ExtrapolationNotes() {}

  /**
   * Returns the notes, with one note for all numbers of ranks and one note for all intervals.
   *
   * @param notes each note with the number of points that it concerns
   */
  static Map<String, Integer> merged(Map<String, Integer> notes) {
    Map<String, Integer> others = new LinkedHashMap<>(notes);
    Map<String, Integer> merged = new LinkedHashMap<>();
    taken(RANKS, others).forEach((rest, alike) -> {
      String ranks = String.join(", ", alike.texts.values());
      int last = ranks.lastIndexOf(", ");
      merged.put(
          last < 0
              ? alike.first
              : "extrapolated to " + ranks.substring(0, last) + " and " + ranks.substring(last + 2)
                  + " ranks" + rest,
          alike.points);
    });
    taken(INTERVAL, others)
        .forEach((rest, alike) -> merged.put(
            alike.texts.size() == 1
                ? alike.first
                : alike.first.substring(0, alike.first.lastIndexOf(' ') + 1)
                    + alike.texts.firstEntry().getValue() + "% to "
                    + alike.texts.lastEntry().getValue() + "%",
            alike.points));
    merged.putAll(others);
    return merged;
  }

  /** Notes that differ only in a number, as the first note, the numbers in all notes, and the number of points. */
  private static final class Alike {
    private final String first;
    private final NavigableMap<Double, String> texts = new TreeMap<>();
    private int points;

    Alike(String first) {
      this.first = first;
    }
  }

  /** Removes the notes that match a pattern, and groups them by the text after their number. */
  private static Map<String, Alike> taken(Pattern pattern, Map<String, Integer> notes) {
    Map<String, Alike> taken = new LinkedHashMap<>();
    notes.entrySet().removeIf(note -> {
      Matcher matcher = pattern.matcher(note.getKey());
      if (!matcher.matches()) {
        return false;
      }
      Alike alike = taken.computeIfAbsent(matcher.group("rest"), rest -> new Alike(note.getKey()));
      String number = matcher.group("number");
      alike.texts.put(Double.parseDouble(number), number);
      alike.points += note.getValue();
      return true;
    });
    return taken;
  }
}
