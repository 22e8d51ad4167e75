package io.github.tracecast.predict.text;

import static io.github.tracecast.trace.text.Printable.escaped;
import static io.github.tracecast.trace.text.Printable.isControl;

import io.github.tracecast.trace.text.FittingText;
import io.github.tracecast.trace.text.Printable;
import java.io.PrintWriter;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes reports and messages to a terminal, a pipe or a file. The writer removes control
 * characters from text for the terminal, since names in traces, files and options may contain them.
 * Lines are limited to the width of the output, and text is emphasised if the output shows colours.
 */
public final class TerminalWriter extends PrintWriter {
  private final Supplier<Screen> look;
  private @Nullable Screen screen;

  /** The ways in which a part of the text can stand out. */
  public enum Style {
    /** The answer, and headings. */
    STRONG("1"),
    /** A command to run next. */
    COMMAND("36"),
    WARNING("33"),
    ERROR("31");

    private final String code;

    Style(String code) {
      this.code = code;
    }
  }

  /** Creates a writer that passes its output to another writer, formatted as for a file. */
  public TerminalWriter(PrintWriter to) {
    this(to, () -> Screen.PIPED);
  }

  /** @param look returns the width and colours of the output; it is called at most once */
  public TerminalWriter(PrintWriter to, Supplier<Screen> look) {
    super(to);
    this.look = look;
  }

  /** Returns {@code out} if it is a terminal writer; otherwise wraps it as a file. */
  public static TerminalWriter of(PrintWriter out) {
    return out instanceof TerminalWriter known ? known : new TerminalWriter(out);
  }

  private Screen screen() {
    if (screen == null) {
      screen = look.get();
    }
    return screen;
  }

  /** Characters in a line. */
  public int width() {
    return screen().width();
  }

  /** Whether the output is a terminal, where people read it as it is written. */
  public boolean isTerminal() {
    return screen().terminal();
  }

  /** Writes text that stands out. */
  public void print(Style style, String text) {
    if (screen().colours()) {
      raw("\u001b[" + style.code + "m");
      print(text);
      raw("\u001b[0m");
    } else {
      print(text);
    }
  }

  private void raw(String sequence) {
    super.write(sequence, 0, sequence.length());
  }

  public void println(Style style, String text) {
    print(style, text);
    println();
  }

  /** Writes text in lines that fit the width, each with the given indentation. */
  public void paragraph(String indent, String text) {
    FittingText.wrapped(Printable.line(text), width() - indent.length())
        .forEach(line -> println(indent + line));
  }

  /** Writes a line, folded to fit the width. Further lines begin with the indentation. */
  public void folded(String line, String indent) {
    FittingText.folded(line, width(), indent).forEach(this::println);
  }

  @Override
  public void write(int character) {
    char c = (char) character;
    if (isControl(c)) {
      super.write(escaped(c), 0, 6);
    } else {
      super.write(c);
    }
  }

  @Override
  public void write(char[] text, int from, int length) {
    int begin = from;
    for (int at = from; at < from + length; at++) {
      if (isControl(text[at])) {
        super.write(text, begin, at - begin);
        super.write(escaped(text[at]), 0, 6);
        begin = at + 1;
      }
    }
    super.write(text, begin, from + length - begin);
  }

  @Override
  public void write(String text, int from, int length) {
    write(text.toCharArray(), from, length);
  }
}
