package io.github.tracecast.trace;
import io.github.tracecast.trace.internal.text.*;
public final class TextCodec {
  private TextCodec() {}
  public static Trace read(byte[] bytes, String sourceName) { return TextReader.read(bytes, sourceName); }
  public static byte[] write(Trace trace) { return TextWriter.write(trace); }
}
