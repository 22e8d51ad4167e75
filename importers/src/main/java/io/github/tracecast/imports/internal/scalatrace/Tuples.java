package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.Place;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.apache.commons.numbers.core.ArithmeticUtils;

/**
 * Splits the recorder's stream of numbers for a list parameter into lists. Each execution takes as
 * many numbers as its list has. The file has one period of the stream.
 */
final class Tuples {
  /**
   * All lists of a file together may have this many numbers, plus {@link #PER_NUMBER} for each
   * number in the file.
   */
  private static final long ALLOWANCE = 1 << 25;

  private static final long PER_NUMBER = 8;

  private long left = ALLOWANCE;

  /**
   * Returns the lists of successive executions until they repeat.
   *
   * @param stream the numbers in the file, at least one
   * @param lengths the lengths of successive lists, which repeat; not negative
   * @param list a function that is applied to each list before its numbers become terms
   */
  Sequence cut(
      Place place,
      long[] stream,
      long[] lengths,
      UnaryOperator<long[]> list,
      LongFunction<Term> term) {
    long round = 0;
    for (long length : lengths) {
      if (length < 0 || length > Integer.MAX_VALUE) {
        throw place.fault("a list of " + length + " values", "0 to " + Integer.MAX_VALUE);
      }
      round += length;
    }
    long rounds =
        round == 0 ? 1 : stream.length / ArithmeticUtils.gcd(stream.length, round % stream.length);
    left += PER_NUMBER * stream.length;
    if (round > left || rounds * round > left) {
      throw place.fault(
          "lists that repeat after " + rounds + " x " + round + " values only",
          "at most " + left + " values here");
    }
    left -= rounds * round;
    Sequence.Builder result = Sequence.builder();
    int at = 0;
    for (long execution = 0; execution < rounds * lengths.length; execution++) {
      long[] numbers = new long[(int) lengths[(int) (execution % lengths.length)]];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = stream[at];
        at = at + 1 == stream.length ? 0 : at + 1;
      }
      for (long number : list.apply(numbers)) {
        Term meaning = term.apply(number);
        result.add(meaning.kind(), meaning.number());
      }
      result.endTuple();
    }
    return result.build();
  }
}
