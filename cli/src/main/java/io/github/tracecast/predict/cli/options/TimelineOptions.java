package io.github.tracecast.predict.cli.options;

import io.github.tracecast.exports.TimelineFormat;
import io.github.tracecast.exports.timeline.PredictedRun;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --timeline}: writes the activities of ranks over time. */
public final class TimelineOptions {
  @Option(
      names = "--timeline",
      paramLabel = "FILE[:PART=VALUE]...",
      converter = Parts.class,
      description = {
        "Also writes a timeline of the ranks: ${bundle:timeline-files}. With a timeline, every call is"
            + " replayed, without fast-forward.",
        "PART selects ranks, such as ranks=0-15,32, and a window of simulated time, such as from=50ms:to=60ms"
            + " (default: all ranks and the whole time)."
      })
  private @Nullable DetailedValue fileWithDetails;

  private String file = "";
  private @Nullable String ranks;
  private @Nullable Double from;
  private @Nullable Double to;

  /** The details that may follow the name of the file in {@code --timeline}. */
  static final class Parts extends DetailedValue.Converter {
    Parts() {
      super("ranks", "from", "to");
    }
  }

  /** Refuses invalid options before any long work. */
  public void check() {
    if (fileWithDetails == null) {
      return;
    }
    file = fileWithDetails.name();
    ranks = fileWithDetails.details().get("ranks");
    format().check("--timeline", Path.of(file));
    from = time("from", fileWithDetails);
    to = time("to", fileWithDetails);
    if (from != null && to != null && from > to) {
      throw new UsageException("--timeline from: found "
          + fileWithDetails.details().get("from") + ", which is later than to="
          + fileWithDetails.details().get("to") + "; expected a window that begins before it ends");
    }
  }

  private TimelineFormat format() {
    return TimelineFormat.of(file)
        .orElseThrow(() -> new UsageException("--timeline: found " + file
            + "; expected a file that ends in " + TimelineFormat.legalEndings()));
  }

  private static @Nullable Double time(String end, DetailedValue fileWithDetails) {
    String text = fileWithDetails.details().get(end);
    String option = "--timeline " + end;
    if (text == null) {
      return null;
    }
    double seconds = OptionValues.seconds(option, text);
    if (seconds >= Picos.MAX / Picos.PER_SECOND) {
      throw new UsageException(option + ": found " + text + "; expected at most "
          + Numbers.time(Picos.MAX / Picos.PER_SECOND));
    }
    return seconds;
  }

  /**
   * Returns the request for a timeline, without fast-forward, because skipped loops would be
   * missing from it.
   */
  public PredictionRequest request(PredictionRequest request) {
    return fileWithDetails == null
        ? request
        : request.with(draft -> draft.fastForward = FastForward.off());
  }

  /** Returns the timeline to fill; null if none is requested. */
  public @Nullable Timeline timeline(int all) {
    if (fileWithDetails == null) {
      return null;
    }
    return new Timeline(
        ranks(all),
        from == null || format().hasArguments() ? 0 : Picos.ofSeconds(from),
        to == null ? Picos.MAX : Picos.ofSeconds(to));
  }

  private BitSet ranks(int all) {
    BitSet chosen = new BitSet(all);
    if (ranks == null) {
      chosen.set(0, all);
      return chosen;
    }
    for (String part : List.of(ranks.split(",", -1))) {
      if (!part.matches("[0-9]{1,9}(-[0-9]{1,9})?")) {
        throw refused(part, "expected ranks such as 0-15,32");
      }
      String[] ends = part.split("-");
      int first = Integer.parseInt(ends[0]);
      int last = Integer.parseInt(ends[ends.length - 1]);
      if (first > last || last >= all) {
        throw refused(
            part, "expected ranks from 0 to " + (all - 1) + ", with the lower rank first");
      }
      chosen.set(first, last + 1);
    }
    return chosen;
  }

  private static UsageException refused(String found, String expected) {
    return new UsageException("--timeline ranks: found " + found + "; " + expected);
  }

  /** Writes the filled timeline, or nothing if it is null. */
  public void write(@Nullable Timeline timeline, Trace trace, String name) throws IOException {
    if (timeline != null) {
      long fromPicos = from == null ? 0 : Picos.ofSeconds(from);
      boolean whole = from == null && to == null && ranks == null;
      format()
          .write(
              "--timeline",
              Path.of(file),
              new PredictedRun(timeline, trace, name, fromPicos, whole));
    }
  }
}
