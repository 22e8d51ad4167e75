package io.github.tracecast.predict.sweep;

import io.github.tracecast.trace.BinaryCodec;
import io.github.tracecast.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in hexadecimal digits. */
final class Sha256 {
  private Sha256() {}

  static String of(byte[] bytes) {
    return HexFormat.of().formatHex(algorithm().digest(bytes));
  }

  static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a digest of a trace's content, independent of its file and format. */
  static String of(Trace trace) {
    MessageDigest digest = algorithm();
    try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
      BinaryCodec.write(trace, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest algorithm() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
