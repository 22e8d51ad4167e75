package io.github.tracecast.predict.cli.output;

import io.github.tracecast.predict.text.TerminalWriter;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * Appends lines to a writer and checks from time to time whether the reader still exists. On a
 * terminal, a line that does not fit continues on further lines.
 */
public final class WatchedLines implements Appendable {
  /** Reports that the reader of standard output has ended, such as {@code head} in a pipe. */
  public static final class ReaderGone extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private static final int LINES = 4096;

  private static final String INDENT = "    ";

  private final TerminalWriter out;
  private int lines;

  public WatchedLines(PrintWriter out) {
    this.out = TerminalWriter.of(out);
  }

  @Override
  public Appendable append(CharSequence line) throws IOException {
    if (out.isTerminal()) {
      out.folded(line.toString().stripTrailing(), INDENT);
    } else {
      out.append(line);
    }
    if (++lines % LINES == 0 && out.checkError()) {
      throw new ReaderGone();
    }
    return this;
  }

  @Override
  public Appendable append(CharSequence text, int start, int end) throws IOException {
    return append(text.subSequence(start, end));
  }

  @Override
  public Appendable append(char character) {
    out.append(character);
    return this;
  }
}
