package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.documents.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every regular expression of the main code reads a text in a time that is linear in its length,
 * whatever the text is. Each is tried on long texts that repeat what it looks for, and the
 * characters that it reads are counted.
 */
class BacktrackingTest {
  private static final int LENGTH = 20_000;

  /** How many times an expression may read a character. */
  private static final int READINGS = 60;

  private static final String LITERAL = "\"((?:[^\"\\\\\\n]|\\\\.){0,400}+)\"";

  private static final Pattern CALL = Pattern.compile(
      "(?:Pattern\\.compile|\\.matches|\\.replaceAll|\\.replaceFirst|\\.split)\\(\\s*((?:" + LITERAL
          + "(?:\\s*\\+\\s*)?)++)\\s*[,)]");

  /** What a class does with expressions that need not match a whole text. */
  private static final Pattern FINDS =
      Pattern.compile("\\.(find|split|replaceAll|replaceFirst)\\(");

  /** The classes that read texts of the program itself, or names of files, which are short. */
  private static final Set<String> SHORT = Set.of(
      "RuntimeUnits.java", // the C code of programs
      "Schema.java", // the help of keys
      "Draft.java", // numbers of six digits
      "DumpiRun.java",
      "RecordingFolder.java");

  @Test
  void noExpressionOfTheMainCodeBacktracksOverItsInput() throws IOException {
    List<String> slow = new ArrayList<>();
    int tried = 0;
    try (Stream<Path> files = Files.walk(Documents.repository())) {
      for (Path file : files
          .filter(BacktrackingTest::isMainCode)
          .filter(file -> !SHORT.contains(file.getFileName().toString()))
          .sorted()
          .toList()) {
        String source = Files.readString(file);
        Matcher call = CALL.matcher(source);
        while (call.find()) {
          String expression = expression(call.group(1));
          boolean whole =
              call.group().startsWith(".matches") || !FINDS.matcher(source).find();
          tried++;
          slowest(expression, whole)
              .ifPresent(text -> slow.add(file.getFileName() + ": " + expression + " on " + text));
        }
      }
    }
    assertThat(tried).isGreaterThan(150);
    assertThat(slow).isEmpty();
  }

  private static boolean isMainCode(Path file) {
    String name = file.toString();
    return name.endsWith(".java") && name.contains("/src/main/") && !name.contains("/target/");
  }

  /** The text that literals of Java stand for. */
  private static String expression(String literals) {
    StringBuilder text = new StringBuilder();
    Matcher literal = Pattern.compile(LITERAL).matcher(literals);
    while (literal.find()) {
      text.append(literal.group(1));
    }
    return text.toString().translateEscapes();
  }

  /** Tries an expression on hostile texts, and returns the first that takes it too long. */
  private static Optional<String> slowest(String expression, boolean whole) {
    Pattern pattern = Pattern.compile(expression);
    Set<String> parts =
        new TreeSet<>(List.of(" ", "a", "0", "a ", "0,", "[", "]", "(", "\"", "\n"));
    expression.chars().filter(c -> c > ' ' && c < 127).forEach(c -> {
      parts.add(Character.toString(c));
      parts.add(Character.toString(c) + "0");
      parts.add("a" + Character.toString(c));
    });
    Matcher words = Pattern.compile("[A-Za-z_]{2,20}").matcher(expression);
    while (words.find()) {
      parts.add(words.group());
    }
    for (String part : parts) {
      String many = part.repeat(LENGTH / part.length());
      for (String text : List.of(many, many + "\u0001", "MPI_" + many + "\u0001", "\"" + many)) {
        if (isSlow(pattern, text, whole)) {
          return Optional.of(
              "\"" + part.replace("\n", "\\n") + "\" " + LENGTH / part.length() + " times");
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isSlow(Pattern pattern, String text, boolean whole) {
    try {
      Matcher all = pattern.matcher(new Counted(text));
      while (!whole && all.find()) {
        // reads on
      }
      pattern.matcher(new Counted(text)).matches();
      return false;
    } catch (TooManyReadings | StackOverflowError e) {
      return true;
    }
  }

  private static final class TooManyReadings extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** A text that counts how often it is read. */
  private static final class Counted implements CharSequence {
    private final String text;
    private long readings;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (++readings > (long) READINGS * text.length()) {
        throw new TooManyReadings();
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
