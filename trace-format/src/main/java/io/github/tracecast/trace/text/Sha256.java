package io.github.tracecast.trace.text;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes SHA-256 digests in hexadecimal digits. */
public final class Sha256 {
  private Sha256() {}

  /** Writes content of any length to a stream. */
  public interface Content {
    void write(OutputStream out) throws IOException;
  }

  /** Returns the digest of content. */
  public static String of(Content content) throws IOException {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
    try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
      content.write(out);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Returns the digest of a text in UTF-8. */
  public static String of(String text) {
    try {
      return of(out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
