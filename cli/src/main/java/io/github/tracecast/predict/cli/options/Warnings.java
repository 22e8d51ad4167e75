package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.model.WarningOrder;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.FittingText;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Printable;
import io.github.tracecast.trace.text.Shell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The warnings of a command, printed once, after its answer. At most three lines are printed if
 * another output has all warnings. Warnings that may change a decision come first, then other
 * warnings about the prediction. Notes on the trace that do not fit become one line that names the
 * command that prints all notes.
 */
public final class Warnings {
  private static final int MOST_LINES = 3;

  private final Set<String> all = new LinkedHashSet<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private String trace = "";

  /** The user object of a picocli command that holds its warnings. */
  public interface Holder {
    Warnings warnings();
  }

  void add(Collection<String> warnings) {
    all.addAll(Arguments.asOptions(warnings));
  }

  /** Stores the notes on a trace. They are shown only if a command adds them. */
  void notes(String file, Collection<String> lines) {
    trace = file;
    notes.addAll(Arguments.asOptions(lines));
  }

  /**
   * Prints and removes the warnings.
   *
   * @param elsewhere the end of the line about warnings that do not fit, such as {@code  in
   *     --json}; empty if no output has them, so that all are printed
   */
  void print(TerminalWriter err, String elsewhere) {
    List<List<String>> own = new ArrayList<>();
    List<List<String>> ofTrace = new ArrayList<>();
    List<String> owned = new ArrayList<>();
    for (String warning : WarningOrder.of(all)) {
      boolean isOwn = !notes.contains(warning) || WarningOrder.isDecisive(warning);
      if (isOwn) {
        owned.add(warning);
      }
      (isOwn ? own : ofTrace)
          .add(FittingText.folded(
              ErrorLines.WARNING + " " + FittingText.message(Printable.line(warning)),
              err.width(),
              ErrorLines.INDENT));
    }
    all.clear();
    boolean fits = lines(own) + lines(ofTrace) <= MOST_LINES;
    int most = elsewhere.isEmpty() ? Integer.MAX_VALUE : fits ? MOST_LINES : MOST_LINES - 1;
    int shown = 0;
    int used = 0;
    while (shown < own.size() && (shown == 0 || used + own.get(shown).size() <= most)) {
      used += own.get(shown).size();
      own.get(shown++).forEach(line -> ErrorLines.print(line, err));
    }
    if (fits) {
      ofTrace.forEach(warning -> warning.forEach(line -> ErrorLines.print(line, err)));
    } else if (!ofTrace.isEmpty()) {
      err.println(Numbers.counted(ofTrace.size(), "note") + " on this trace" + shownByInfo(trace));
    }
    if (shown < own.size()) {
      boolean onTrace = notes.containsAll(owned.subList(shown, owned.size()));
      err.println(Numbers.counted(own.size() - shown, "more warning")
          + (onTrace ? shownByInfo(trace) : elsewhere));
    }
    err.flush();
  }

  /** Returns the end of a line about notes that {@code tracecast info} prints. */
  static String shownByInfo(String trace) {
    return " (shown by " + Shell.tracecast() + " info " + Shell.quoted(trace) + ")";
  }

  private static int lines(List<List<String>> warnings) {
    return warnings.stream().mapToInt(List::size).sum();
  }
}
