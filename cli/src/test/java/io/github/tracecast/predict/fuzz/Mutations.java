package io.github.tracecast.predict.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Damages bytes: some ways know nothing of the content, others know lines, words and numbers. */
final class Mutations {
  private static final String[] NUMBERS = {
    "0",
    "-1",
    "1",
    "2",
    "3",
    "7",
    "64",
    "255",
    "256",
    "65535",
    "65536",
    "1000000",
    "16777216",
    "16777217",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "99999999999999999999",
    "1e308",
    "1e999",
    "-0",
    "NaN",
    "Infinity",
    "0.5",
    "1e-300",
    "007",
    "0x10",
    "+1",
    ""
  };

  private static final String[] WORDS = {
    "\u001b[2J",
    "\u0000",
    "\u0007",
    "\u009b",
    "\u202e",
    "\u2028",
    "any",
    "none",
    "MPI_COMM_WORLD",
    "MPI_Send",
    "-",
    "*",
    "?",
    ":",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "\\",
    "%n%s",
    "&a",
    "*a",
    "!!java",
    "<<",
    "~",
    "/",
    "..",
    "é",
    "𝄞",
    "\uFEFF",
    "\r",
    "\t",
    "#"
  };

  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");
  private static final int LARGEST = 1 << 20;

  private final Random random;

  Mutations(Random random) {
    this.random = random;
  }

  /** A few changes. */
  byte[] mutate(byte[] content) {
    byte[] changed = content;
    int changes = 1 + (random.nextInt(4) == 0 ? random.nextInt(12) : random.nextInt(3));
    for (int i = 0; i < changes; i++) {
      changed = once(changed);
    }
    return changed.length > LARGEST ? Arrays.copyOf(changed, LARGEST) : changed;
  }

  private byte[] once(byte[] content) {
    if (content.length == 0) {
      return word();
    }
    return switch (random.nextInt(14)) {
      case 0 -> flip(content);
      case 1 -> set(content);
      case 2 -> splice(content, cut(content), new byte[0]);
      case 3 -> Arrays.copyOf(content, random.nextInt(content.length));
      case 4 -> splice(content, new int[] {at(content), 0}, part(content));
      case 5 -> splice(content, cut(content), part(content));
      case 6 -> splice(content, new int[] {at(content), 0}, word());
      case 7 -> lines(content);
      case 8 -> integer(content);
      case 9 -> repeated(content);
      default -> number(content);
    };
  }

  /** A word out of a list of those that programs get wrong. */
  String text() {
    return random.nextBoolean()
        ? NUMBERS[random.nextInt(NUMBERS.length)]
        : WORDS[random.nextInt(WORDS.length)];
  }

  private byte[] word() {
    return text().getBytes(StandardCharsets.UTF_8);
  }

  private int at(byte[] content) {
    return random.nextInt(content.length);
  }

  private byte[] flip(byte[] content) {
    byte[] changed = content.clone();
    changed[at(content)] ^= (byte) (1 << random.nextInt(8));
    return changed;
  }

  private byte[] set(byte[] content) {
    byte[] changed = content.clone();
    byte[] likely = {0, 1, -1, 127, -128, ' ', '\n', '0', '9', '-', ':', '(', ')', ','};
    changed[at(content)] =
        random.nextBoolean() ? (byte) random.nextInt() : likely[random.nextInt(likely.length)];
    return changed;
  }

  /** Overwrites a binary integer of some width. */
  private byte[] integer(byte[] content) {
    byte[] changed = content.clone();
    int width = 1 << random.nextInt(4);
    int from = at(content);
    long value = switch (random.nextInt(5)) {
      case 0 -> -1;
      case 1 -> Long.MAX_VALUE;
      case 2 -> 1L << random.nextInt(63);
      case 3 -> random.nextInt(256);
      default -> random.nextLong();
    };
    for (int i = 0; i < width && from + i < changed.length; i++) {
      changed[from + i] = (byte) (value >>> 8 * i);
    }
    return changed;
  }

  private int[] cut(byte[] content) {
    int from = at(content);
    int most = Math.min(content.length - from, random.nextBoolean() ? 8 : 1024);
    return new int[] {from, 1 + random.nextInt(most)};
  }

  private byte[] part(byte[] content) {
    int[] cut = cut(content);
    return Arrays.copyOfRange(content, cut[0], cut[0] + cut[1]);
  }

  private byte[] repeated(byte[] content) {
    byte[] part = part(content);
    int times = 1 + random.nextInt(random.nextInt(8) == 0 ? 2000 : 8);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < times; i++) {
      all.writeBytes(part);
    }
    return splice(content, new int[] {at(content), 0}, all.toByteArray());
  }

  private static byte[] splice(byte[] content, int[] cut, byte[] instead) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(content, 0, cut[0]);
    all.writeBytes(instead);
    all.write(content, cut[0] + cut[1], content.length - cut[0] - cut[1]);
    return all.toByteArray();
  }

  /** Leaves a line out, doubles it, or exchanges two. */
  private byte[] lines(byte[] content) {
    List<String> lines =
        new ArrayList<>(List.of(new String(content, StandardCharsets.ISO_8859_1).split("(?<=\n)")));
    int one = random.nextInt(lines.size());
    int other = random.nextInt(lines.size());
    switch (random.nextInt(3)) {
      case 0 -> lines.remove(one);
      case 1 -> lines.add(other, lines.get(one));
      default -> Collections.swap(lines, one, other);
    }
    return String.join("", lines).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Replaces a number. */
  private byte[] number(byte[] content) {
    String text = new String(content, StandardCharsets.ISO_8859_1);
    List<MatchResult> numbers = NUMBER.matcher(text).results().toList();
    if (numbers.isEmpty()) {
      return flip(content);
    }
    MatchResult one = numbers.get(random.nextInt(numbers.size()));
    String instead = random.nextInt(3) > 0
        ? NUMBERS[random.nextInt(NUMBERS.length)]
        : numbers.get(random.nextInt(numbers.size())).group();
    return splice(
        content,
        new int[] {one.start(), one.end() - one.start()},
        instead.getBytes(StandardCharsets.ISO_8859_1));
  }
}
