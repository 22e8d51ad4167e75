package io.github.tracecast.platform.power;

/**
 * The power of one direction of a link. The power grows linearly with the used bandwidth, and each
 * byte takes additional energy.
 *
 * @param idleWatts power without messages, W
 * @param busyWatts power at full bandwidth, W, at least {@code idleWatts}
 * @param joulesPerByte additional energy of a byte that crosses the link, J
 */
public record LinkPower(double idleWatts, double busyWatts, double joulesPerByte) {
  public static final LinkPower NONE = new LinkPower(0, 0, 0);

  /** Whether the link takes no energy at all. */
  public boolean isNone() {
    return idleWatts == 0 && busyWatts == 0 && joulesPerByte == 0;
  }
}
