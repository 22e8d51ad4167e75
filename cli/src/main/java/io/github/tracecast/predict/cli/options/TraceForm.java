package io.github.tracecast.predict.cli.options;

import io.github.tracecast.trace.codec.Encoding;
import picocli.CommandLine.Option;

/** The option for the form of a command's output trace. */
public final class TraceForm {
  @Option(
      names = "--text",
      description = "Writes the text form of the trace instead of the binary form.")
  private boolean text;

  public Encoding encoding() {
    return text ? Encoding.TEXT : Encoding.BINARY;
  }
}
