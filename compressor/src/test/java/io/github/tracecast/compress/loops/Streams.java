package io.github.tracecast.compress.loops;

import java.util.Arrays;
import java.util.Random;
import java.util.regex.Pattern;

/** Streams to search. */
final class Streams {
  private static final Pattern LOOP = Pattern.compile("([0-9]+)\\(([^()]*)\\)");

  private Streams() {}

  /** One symbol a letter. */
  static int[] letters(String text) {
    return text.chars().toArray();
  }

  static int[] random(Random random, int length, int kinds) {
    return random.ints(length, 0, kinds).toArray();
  }

  /** A program of nested loops whose iterations sometimes differ. Its length is at least the given one, and at most a few times as large. */
  static int[] program(Random random, int length) {
    int[] stream = new int[0];
    while (stream.length < length) {
      int[] body = length < 6 || random.nextInt(3) == 0
          ? random(random, 1 + random.nextInt(4), 5)
          : program(random, Math.max(1, length / (3 + random.nextInt(6))));
      stream = joined(stream, repeated(body, 1 + random.nextInt(4)));
      if (random.nextInt(8) == 0) {
        stream[random.nextInt(stream.length)] = random.nextInt(5);
      }
    }
    return stream;
  }

  static int[] repeated(int[] body, int times) {
    int[] stream = new int[body.length * times];
    for (int i = 0; i < stream.length; i++) {
      stream[i] = body[i % body.length];
    }
    return stream;
  }

  static int[] joined(int[] one, int[] other) {
    int[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  /** Expands the text of a nest, such as {@code 2(1 3(2 0))}, from the innermost loops outwards. */
  static int[] expanded(LoopNest nest) {
    String text = nest.text(Integer::toString);
    while (text.contains("(")) {
      text = LOOP.matcher(text)
          .replaceAll(loop ->
              (loop.group(2) + " ").repeat(Integer.parseInt(loop.group(1))).strip());
    }
    return text.isEmpty()
        ? new int[0]
        : Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  /** Fibonacci's word, which has more repetitions than most. */
  static int[] fibonacci(int length) {
    int[] shorter = {0};
    int[] longer = {0, 1};
    while (longer.length < length) {
      int[] next = joined(longer, shorter);
      shorter = longer;
      longer = next;
    }
    return Arrays.copyOf(longer, length);
  }

  /** Like the time steps of a solver: sends, receives and waits in an inner loop, a reduction every tenth step. */
  static int[] steps(int length) {
    int[] step = {1, 2, 3};
    int[] sweep = joined(repeated(new int[] {4, 5, 6, 7}, 6), step);
    int[] tenth = joined(repeated(sweep, 10), new int[] {8});
    return Arrays.copyOf(repeated(tenth, length / tenth.length + 1), length);
  }
}
