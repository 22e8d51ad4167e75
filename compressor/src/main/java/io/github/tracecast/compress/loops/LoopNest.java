package io.github.tracecast.compress.loops;

import java.util.List;
import java.util.function.IntFunction;

/**
 * A stream written with loops: symbols, and loops nested to any depth. Immutable; parts may be
 * shared.
 */
public final class LoopNest {
  private final List<Part> parts;
  private final long rawLength;
  private final long writtenLength;

  LoopNest(List<Part> parts) {
    this.parts = List.copyOf(parts);
    this.rawLength = parts.stream().mapToLong(Part::rawLength).sum();
    this.writtenLength = parts.stream().mapToLong(Part::writtenLength).sum();
  }

  /** A symbol or a loop. */
  public sealed interface Part permits Symbol, Loop {
    /** Returns the number of symbols of the stream that the part represents. */
    long rawLength();

    /** Returns the number of symbols in the written form of the part. */
    long writtenLength();
  }

  /** One symbol of the stream. */
  public record Symbol(int value) implements Part {
    @Override
    public long rawLength() {
      return 1;
    }

    @Override
    public long writtenLength() {
      return 1;
    }
  }

  /**
   * A loop.
   *
   * @param iterations at least 2
   * @param body the body, which is not empty
   */
  public record Loop(int iterations, LoopNest body) implements Part {
    @Override
    public long rawLength() {
      return iterations * body.rawLength;
    }

    @Override
    public long writtenLength() {
      return body.writtenLength;
    }
  }

  public boolean isEmpty() {
    return parts.isEmpty();
  }

  /** Returns the length of the stream. */
  public long rawLength() {
    return rawLength;
  }

  /**
   * Returns the compressed length, which is the number of written symbols, without the numbers of
   * iterations.
   */
  public long writtenLength() {
    return writtenLength;
  }

  /** Returns how many symbols of the stream are in loops. */
  public long loopedLength() {
    return parts.stream()
        .filter(Loop.class::isInstance)
        .mapToLong(Part::rawLength)
        .sum();
  }

  /**
   * Returns symbols and loops as text, for example {@code 2(B 3(A C))}.
   *
   * @param names returns the name of a symbol
   */
  public String text(IntFunction<String> names) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      text.append(text.isEmpty() ? "" : " ");
      switch (part) {
        case Symbol symbol -> text.append(names.apply(symbol.value));
        case Loop loop ->
          text.append(loop.iterations).append('(').append(loop.body.text(names)).append(')');
      }
    }
    return text.toString();
  }

  /**
   * Returns the loops as text, with the number of neighbouring symbols in place of the symbols:
   * {@code 2(1 3(2))} for {@code 2(B 3(A C))}. Symbols outside all loops become {@code ...},
   * because most irregular parts of a long stream are there.
   */
  public String outline() {
    StringBuilder text = new StringBuilder();
    outline(text, true);
    return text.toString();
  }

  private void outline(StringBuilder text, boolean outermost) {
    int plain = 0;
    String separator = "";
    for (int i = 0; i <= parts.size(); i++) {
      Loop loop = i < parts.size() && parts.get(i) instanceof Loop one ? one : null;
      if (i < parts.size() && loop == null) {
        plain++;
        continue;
      }
      if (plain > 0) {
        text.append(separator).append(outermost ? "..." : plain);
        separator = " ";
        plain = 0;
      }
      if (loop != null) {
        text.append(separator).append(loop.iterations).append('(');
        loop.body.outline(text, false);
        text.append(')');
        separator = " ";
      }
    }
  }
}
