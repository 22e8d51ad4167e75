package io.github.tracecast.record;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.recorder.RecorderConstants;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which part of the payload {@code record} keeps. The payload is the data that ranks receive.
 *
 * @param folder the folder of the payload; null if no payload is kept
 * @param ranks a list of ranks for the library, or {@link #CLASSES}
 */
public record KeptPayload(@Nullable Path folder, String ranks, long limit) {
  private static final String CLASSES = "classes";
  private static final Pattern RANKS = Pattern.compile("\\d+(-\\d+)?");

  /** Returns the setting that keeps no payload. */
  public static KeptPayload none() {
    return new KeptPayload(null, CLASSES, 0);
  }

  /**
   * Checks the options for the payload, and returns the payload to keep.
   *
   * @param ranks a list of ranks; empty for one rank of each group with the same calls
   * @param limit the largest size of the payload in bytes
   * @param linked whether the program is linked with the recorder
   */
  public static KeptPayload of(String ranks, long limit, Path trace, boolean linked) {
    if (linked) {
      throw new UsageException(
          "`payload`: found together with `linked`; expected a program without the linked recorder, because the"
              + " payload library is preloaded");
    }
    if (!ranks.isEmpty() && !Stream.of(ranks.split(",", -1)).allMatch(RANKS.asMatchPredicate())) {
      throw new UsageException(
          "`payload`: found " + ranks + "; expected ranks such as 0,4-7, or no value");
    }
    return new KeptPayload(
        Payload.beside(trace.toAbsolutePath()), ranks.isEmpty() ? CLASSES : ranks, limit);
  }

  boolean isKept() {
    return folder != null;
  }

  /** Creates the folder, and removes the payload of an earlier run. */
  void create() throws IOException {
    if (folder != null) {
      Files.createDirectories(folder);
      new Payload(folder).keep(List.of());
    }
  }

  /** Returns the environment variables that select the ranks and the limit for the library. */
  Map<String, String> environment() {
    return folder == null
        ? Map.of()
        : Map.of(
            RecorderConstants.text("TC_ENV_PAYLOAD"),
            folder.toString(),
            RecorderConstants.text("TC_ENV_PAYLOAD_RANKS"),
            ranks.equals(CLASSES) ? "" : ranks,
            RecorderConstants.text("TC_ENV_PAYLOAD_LIMIT"),
            Long.toString(limit));
  }

  /**
   * Removes the files of ranks whose payload is not needed. Returns the remaining payload; empty if
   * none is kept.
   */
  Optional<Payload> finish(Trace trace) throws IOException {
    if (folder == null) {
      return Optional.empty();
    }
    Payload payload = new Payload(folder);
    if (ranks.equals(CLASSES)) {
      Programs programs = Programs.of(trace);
      payload.keep(IntStream.range(0, programs.classCount())
          .mapToObj(programs::lowestRank)
          .toList());
    }
    return Optional.of(payload);
  }
}
