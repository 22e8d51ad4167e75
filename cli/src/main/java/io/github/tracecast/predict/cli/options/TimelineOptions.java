package io.github.tracecast.predict.cli.options;

import io.github.tracecast.exports.Otf2Archive;
import io.github.tracecast.exports.timeline.TimelineFormat;
import io.github.tracecast.imports.otf2.Otf2Library;
import io.github.tracecast.predict.settings.OptionValues;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.ReportFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that ask for a timeline. */
public final class TimelineOptions {
  @Option(
      names = "--timeline",
      paramLabel = "FILE",
      description =
          "Also writes a timeline of the ranks: FILE.json for Perfetto and Chrome, FILE.paje or FILE.trace for Paje, FILE.otf2 for Vampir."
              + " Every call is then replayed, without fast-forward.")
  private @Nullable String file;

  @Option(
      names = "--timeline-ranks",
      paramLabel = "RANKS",
      description = "Ranks in the timeline, such as 0-15,32 (default: all).")
  private @Nullable String ranks;

  @Option(
      names = "--timeline-from",
      paramLabel = "TIME",
      description =
          "Start of the time window, such as 50ms of simulated time (default: the start).")
  private @Nullable String fromText;

  @Option(
      names = "--timeline-to",
      paramLabel = "TIME",
      description = "End of the time window, such as 60ms of simulated time (default: the end).")
  private @Nullable String toText;

  private @Nullable Double from;
  private @Nullable Double to;

  /** Refuses invalid options before any long work. */
  public void check() {
    if (file == null) {
      for (String given : new String[] {
        ranks == null ? null : "--timeline-ranks",
        fromText == null ? null : "--timeline-from",
        toText == null ? null : "--timeline-to"
      }) {
        if (given != null) {
          throw new UsageException(given + ": expected together with --timeline");
        }
      }
      return;
    }
    if (TimelineFormat.of(file).isEmpty()) {
      throw new UsageException("--timeline: found " + file + "; expected a file that ends in "
          + TimelineFormat.legalEndings());
    }
    if (isArchive(file)) {
      Otf2Archive.at("--timeline", Path.of(file));
      Otf2Library.load();
    } else {
      ReportFile.check("--timeline", file);
    }
    from = time("--timeline-from", fromText);
    to = time("--timeline-to", toText);
    if (from != null && to != null && from > to) {
      throw new UsageException(
          "--timeline-from: found " + fromText + ", which is after --timeline-to " + toText
              + "; expected a window that begins before it ends");
    }
  }

  private static @Nullable Double time(String option, @Nullable String text) {
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
  public PredictionRequest request(PredictionRequest asked) {
    return file == null ? asked : asked.with(draft -> draft.fastForward = FastForward.off());
  }

  /** Returns the timeline to fill; null if none is requested. */
  public @Nullable Timeline timeline(int all) {
    if (file == null) {
      return null;
    }
    return new Timeline(
        ranks(all),
        from == null || isArchive(file) ? 0 : Picos.ofSeconds(from),
        to == null ? Picos.MAX : Picos.ofSeconds(to));
  }

  /**
   * Whether the output is an archive. Its calls come from the program, so its timeline starts at
   * the first call.
   */
  private static boolean isArchive(String file) {
    return TimelineFormat.of(file).orElseThrow() == TimelineFormat.OTF2;
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
        throw refused(part, "expected ranks from 0 to " + (all - 1) + ", with the lower one first");
      }
      chosen.set(first, last + 1);
    }
    return chosen;
  }

  private static UsageException refused(String found, String expected) {
    return new UsageException("--timeline-ranks: found " + found + "; " + expected);
  }

  /** Writes the filled timeline. Null is allowed. */
  public void write(@Nullable Timeline timeline, Trace trace, String name) throws IOException {
    if (timeline != null && file != null) {
      TimelineFormat format = TimelineFormat.of(file).orElseThrow();
      if (isArchive(file)) {
        Otf2Archive.at("--timeline", Path.of(file))
            .write(
                timeline,
                trace,
                from == null ? 0 : Picos.ofSeconds(from),
                from == null && to == null && ranks == null);
        return;
      }
      ReportFile.write("--timeline", file, writer -> format.write(timeline, trace, name, writer));
    }
  }
}
