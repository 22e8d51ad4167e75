package io.github.tracecast.trace;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values that one group of ranks has at successive executions of an event. Execution k uses
 * element k mod {@link #period()}. An element is a tuple of terms; a scalar parameter has tuples of
 * one term. A sequence is always reduced to its smallest period, so two sequences with the same
 * values at all executions are equal objects.
 */
public final class Sequence {
  private static final Term.Kind[] KINDS = Term.Kind.values();

  private final int period;
  private final long[] numbers;

  /** The ordinals of {@link Term.Kind} of all terms; null if all terms are constants. */
  private final byte @Nullable [] kinds;

  /**
   * The start index of each tuple, and the end of the last tuple; null if all tuples have length 1.
   */
  private final int @Nullable [] starts;

  /** Creates a sequence that keeps the given arrays. Use the static methods or {@link Builder}. */
  private Sequence(int period, long[] numbers, byte @Nullable [] kinds, int @Nullable [] starts) {
    this.period = period;
    this.numbers = numbers;
    this.kinds = kinds;
    this.starts = starts;
  }

  /** Returns a sequence of one constant. */
  public static Sequence constant(long number) {
    return new Sequence(1, new long[] {number}, null, null);
  }

  /** Returns a sequence of one term. */
  public static Sequence of(Term term) {
    return scalars(term);
  }

  /** Returns a sequence with one term for each execution. */
  public static Sequence scalars(Term... terms) {
    Builder builder = builder();
    for (Term term : terms) {
      builder.add(term);
    }
    return builder.build();
  }

  /** Returns a sequence with one constant for each execution. */
  public static Sequence scalars(long... numbers) {
    Builder builder = builder();
    for (long number : numbers) {
      builder.add(Term.Kind.CONSTANT, number).endTuple();
    }
    return builder.build();
  }

  /** Returns a sequence with the same tuple of constants at each execution. */
  public static Sequence tuple(long... numbers) {
    return builder().addTuple(numbers).build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Returns the number of elements before the sequence repeats, at least 1. */
  public int period() {
    return period;
  }

  /**
   * Returns the number of terms of an element.
   *
   * @param element 0 to period - 1
   */
  public int length(int element) {
    return starts == null ? 1 : starts[element + 1] - starts[element];
  }

  public Term.Kind kind(int element, int i) {
    return kinds == null ? Term.Kind.CONSTANT : KINDS[kinds[position(element, i)]];
  }

  public long number(int element, int i) {
    return numbers[position(element, i)];
  }

  public Term term(int element, int i) {
    return new Term(kind(element, i), number(element, i));
  }

  /** Returns the number of terms of all elements. */
  public int terms() {
    return numbers.length;
  }

  /**
   * Returns the number of a term.
   *
   * @param index 0 to {@link #terms()} - 1, through the terms of all elements, one element after
   *     the other
   */
  public long numberAt(int index) {
    return numbers[index];
  }

  /** Returns the kind of the term with an index as in {@link #numberAt}. */
  public Term.Kind kindAt(int index) {
    return kinds == null ? Term.Kind.CONSTANT : KINDS[kinds[index]];
  }

  /** Returns the kind of all terms; null if they have several kinds, or if there is no term. */
  public Term.@Nullable Kind onlyKind() {
    if (kinds == null) {
      return numbers.length == 0 ? null : Term.Kind.CONSTANT;
    }
    for (byte kind : kinds) {
      if (kind != kinds[0]) {
        return null;
      }
    }
    return KINDS[kinds[0]];
  }

  /** Whether all elements have exactly one term. */
  public boolean isScalar() {
    return starts == null;
  }

  /** Whether all terms are constants. */
  public boolean isConstant() {
    return kinds == null;
  }

  private int position(int element, int i) {
    Objects.checkIndex(i, length(element));
    return starts == null ? Objects.checkIndex(element, period) : starts[element] + i;
  }

  /** Whether two elements are equal. */
  public boolean sameElements(int a, int b) {
    int length = length(a);
    if (length != length(b)) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (number(a, i) != number(b, i) || kind(a, i) != kind(b, i)) {
        return false;
      }
    }
    return true;
  }

  private Sequence reduced() {
    return first(Periods.smallest(period, (a, b) -> sameElements(a, b) ? 1 : 0));
  }

  private Sequence first(int smallest) {
    if (smallest == period) {
      return this;
    }
    int end = starts == null ? smallest : starts[smallest];
    return new Sequence(
        smallest,
        Arrays.copyOf(numbers, end),
        kinds == null ? null : Arrays.copyOf(kinds, end),
        starts == null ? null : Arrays.copyOf(starts, smallest + 1));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sequence that
        && period == that.period
        && Arrays.equals(numbers, that.numbers)
        && Arrays.equals(kinds, that.kinds)
        && Arrays.equals(starts, that.starts);
  }

  @Override
  public int hashCode() {
    return (31 * Arrays.hashCode(numbers) + Arrays.hashCode(kinds)) * 31 + Arrays.hashCode(starts);
  }

  /** Returns the terms of each element in brackets, as in text traces. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int e = 0; e < period; e++) {
      text.append(e == 0 ? "[" : " [");
      for (int i = 0; i < length(e); i++) {
        text.append(i == 0 ? "" : " ").append(kind(e, i)).append(' ').append(number(e, i));
      }
      text.append(']');
    }
    return text.toString();
  }

  /** Builds a sequence from tuples, element by element. */
  public static final class Builder {
    private long[] numbers = new long[4];
    private byte[] kinds = new byte[4];
    private int[] starts = new int[4];
    private int terms;
    private int tuples;
    private boolean constants = true;
    private boolean scalars = true;

    private Builder() {}

    /** Adds a term to the current tuple, which {@link #endTuple()} ends. */
    public Builder add(Term.Kind kind, long number) {
      if (terms == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * terms);
        kinds = Arrays.copyOf(kinds, 2 * terms);
      }
      numbers[terms] = kind == Term.Kind.ANY || kind == Term.Kind.NONE ? 0 : number;
      kinds[terms++] = (byte) kind.ordinal();
      constants &= kind == Term.Kind.CONSTANT;
      return this;
    }

    public Builder endTuple() {
      if (tuples + 1 == starts.length) {
        starts = Arrays.copyOf(starts, 2 * starts.length);
      }
      scalars &= terms - starts[tuples] == 1;
      starts[++tuples] = terms;
      return this;
    }

    /** Adds the last tuple once more. */
    public Builder repeatTuple() {
      for (int i = starts[tuples - 1], end = starts[tuples]; i < end; i++) {
        add(KINDS[kinds[i]], numbers[i]);
      }
      return endTuple();
    }

    /** Adds a tuple of one term. */
    public Builder add(Term term) {
      return add(term.kind(), term.number()).endTuple();
    }

    /** Adds a tuple of constants. */
    public Builder addTuple(long... tuple) {
      for (long number : tuple) {
        add(Term.Kind.CONSTANT, number);
      }
      return endTuple();
    }

    /** @throws TraceException if no tuple was added */
    public Sequence build() {
      return all().reduced();
    }

    /**
     * Returns the shortest sequence whose repetition begins with the added tuples. The last
     * repetition may be incomplete.
     *
     * @throws TraceException if no tuple was added
     */
    public Sequence buildShortest() {
      Sequence all = all();
      return all.first(Periods.shortest(all.period, (a, b) -> all.sameElements(a, b) ? 1 : 0));
    }

    private Sequence all() {
      if (tuples == 0) {
        throw TraceException.at("value", "no element", "at least one");
      }
      return new Sequence(
          tuples,
          Arrays.copyOf(numbers, terms),
          constants ? null : Arrays.copyOf(kinds, terms),
          scalars ? null : Arrays.copyOf(starts, tuples + 1));
    }
  }
}
