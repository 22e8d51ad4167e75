package io.github.tracecast.platform;

/**
 * The division of messages into packets. A packet of {@code p} payload bytes is {@code header + p}
 * rounded up to whole chunks, plus the trailer. Blue Gene/L's torus has 240, 16, 32, 14: 240 bytes
 * become 270 on the wire, and 1 byte becomes 46.
 *
 * @param payloadBytes most payload of a packet, at least 1
 * @param headerBytes header inside the chunks, at least 0
 * @param chunkBytes unit that a packet's length is a multiple of, at least 1
 * @param trailerBytes bytes that follow the chunks, at least 0
 */
public record Packets(int payloadBytes, int headerBytes, int chunkBytes, int trailerBytes) {

  /** Refuses figures outside their ranges. */
  public Packets {
    if (payloadBytes < 1 || headerBytes < 0 || chunkBytes < 1 || trailerBytes < 0) {
      throw new IllegalArgumentException(
          "found packets of " + payloadBytes + ", " + headerBytes + ", " + chunkBytes + ", "
              + trailerBytes + " bytes; expected at least 1 byte of payload and chunk");
    }
  }

  /**
   * Returns the bytes of a message on the wire. A message of 0 bytes is one smallest packet.
   *
   * @throws ArithmeticException if they are more than a long holds
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

  /** Packets that a message needs, at least 1. */
  public long count(long messageBytes) {
    return Math.max(1, Math.ceilDiv(messageBytes, (long) payloadBytes));
  }

  private long packet(long payload) {
    return Math.ceilDiv(headerBytes + payload, (long) chunkBytes) * chunkBytes + trailerBytes;
  }
}
