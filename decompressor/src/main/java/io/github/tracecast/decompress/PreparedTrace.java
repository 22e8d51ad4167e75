package io.github.tracecast.decompress;

import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.text.Sha256;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A trace together with data that are derived from it: the programs of its ranks, the table of its
 * events, its counts, and others. Each of these is computed once, on its first use. Thread-safe.
 */
public final class PreparedTrace {
  private final String name;
  private final Trace trace;
  private final List<String> words;
  private final Map<Class<?>, Object> derived = new HashMap<>();
  private @Nullable String digest;

  private PreparedTrace(String name, Trace trace, List<String> words) {
    this.name = name;
    this.trace = trace;
    this.words = words;
  }

  /** Creates a prepared trace that is not in a file. The name appears in results. */
  public static PreparedTrace of(String name, Trace trace) {
    return new PreparedTrace(name, trace, List.of());
  }

  /**
   * Creates a prepared trace that was read from a file.
   *
   * @param words the arguments with which another process can read the same trace
   */
  public static PreparedTrace read(String name, Trace trace, List<String> words) {
    return new PreparedTrace(name, trace, List.copyOf(words));
  }

  /** Returns the name of the trace in results. */
  public String name() {
    return name;
  }

  public Trace trace() {
    return trace;
  }

  /** Returns a digest of the trace's content, independent of its file and format. */
  public synchronized String digest() {
    if (digest == null) {
      try {
        digest = Sha256.of(out -> BinaryCodec.write(trace, out));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return digest;
  }

  public Programs programs() {
    return derived(Programs.class, prepared -> Programs.of(trace));
  }

  public EventTable table() {
    return programs().table();
  }

  public EventCounts counts() {
    return derived(EventCounts.class, prepared -> EventCounts.of(programs(), table()));
  }

  /**
   * Returns an object that {@code from} derives from this trace. One object of each Java class is
   * created.
   */
  public synchronized <T> T derived(Class<T> kind, Function<PreparedTrace, T> from) {
    Object kept = derived.get(kind);
    if (kept == null) {
      kept = from.apply(this);
      derived.put(kind, kept);
    }
    return kind.cast(kept);
  }

  /**
   * Returns the arguments with which another process reads this trace.
   *
   * @throws UsageException if the trace was not read from a file
   */
  public List<String> words() {
    if (words.isEmpty()) {
      throw new UsageException(
          "found a trace in memory (" + name
              + "); expected a trace that was read from a file, because engine simgrid replays in a separate process, which reads the file");
    }
    return words;
  }
}
