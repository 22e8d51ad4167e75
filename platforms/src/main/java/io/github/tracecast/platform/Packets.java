package io.github.tracecast.platform;

/**
 * The division of messages into packets. A packet of {@code p} payload bytes is {@code header + p}
 * rounded up to whole chunks, plus the trailer. On Blue Gene/L's torus, payload, header, chunk and
 * trailer have 240, 16, 32 and 14 bytes. So 240 bytes become 270 on the wire, and 1 byte becomes
 * 46.
 *
 * @param payloadBytes the largest payload of a packet, at least 1
 * @param headerBytes size of the header inside the chunks, at least 0
 * @param chunkBytes size of a chunk, at least 1
 * @param trailerBytes size of the trailer after the chunks, at least 0
 */
public record Packets(int payloadBytes, int headerBytes, int chunkBytes, int trailerBytes) {

  /** Checks the ranges of the sizes. */
  public Packets {
    if (payloadBytes < 1 || headerBytes < 0 || chunkBytes < 1 || trailerBytes < 0) {
      throw new IllegalArgumentException(
          "found packets of " + payloadBytes + ", " + headerBytes + ", " + chunkBytes + ", "
              + trailerBytes + " bytes; expected at least 1 byte of payload and chunk");
    }
  }

  /**
   * Returns the bytes of a message on the wire. A message of 0 bytes is one packet without payload.
   *
   * @throws ArithmeticException if a long cannot hold the result
   */
  public long wireBytes(long messageBytes) {
    if (messageBytes <= 0) {
      return packet(0);
    }
    long full = messageBytes / payloadBytes;
    long rest = messageBytes % payloadBytes;
    long bytes = Math.multiplyExact(full, packet(payloadBytes));
    return rest == 0 ? bytes : Math.addExact(bytes, packet(rest));
  }

  private long packet(long payload) {
    return Math.ceilDiv(headerBytes + payload, (long) chunkBytes) * chunkBytes + trailerBytes;
  }
}
