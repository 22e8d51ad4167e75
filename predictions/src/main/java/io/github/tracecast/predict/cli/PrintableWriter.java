package io.github.tracecast.predict.cli;

import static io.github.tracecast.predict.text.Printable.escaped;
import static io.github.tracecast.predict.text.Printable.isControl;

import java.io.PrintWriter;

/**
 * Keeps control characters away from the terminal. Names in traces, files and options may contain
 * them. Line feeds, tabs and all characters of reports pass.
 */
public final class PrintableWriter extends PrintWriter {
  /** Creates a writer that passes its output to another one. */
  public PrintableWriter(PrintWriter to) {
    super(to);
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
    int begin = from;
    for (int at = from; at < from + length; at++) {
      if (isControl(text.charAt(at))) {
        super.write(text, begin, at - begin);
        super.write(escaped(text.charAt(at)), 0, 6);
        begin = at + 1;
      }
    }
    super.write(text, begin, from + length - begin);
  }
}
