package io.github.tracecast.trace;
import io.github.tracecast.trace.internal.binary.*;
public final class BinaryCodec {
  static final byte FIRST_BYTE = (byte) 0x89;
  private BinaryCodec() {}
  public static byte[] magic() { return BinaryWriter.magic(); }
  public static Trace read(byte[] bytes, String sourceName) { return BinaryReader.read(bytes, sourceName); }
  public static byte[] write(Trace trace) { return BinaryWriter.write(trace); }
}
