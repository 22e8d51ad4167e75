package io.github.tracecast.record.calibrate;

import java.util.ArrayList;
import java.util.List;

/** A made-up machine whose figures are known: measurements on it must yield these figures. */
public final class MadeUpMachine {
  static final long EAGER = 4096;
  static final long EAGER_WAITS = 300;
  static final long LARGEST_STREAM = 1 << 18;
  static final double SEND = 200;
  static final double RECEIVE = 300;
  static final double LATENCY = 1000;
  static final double PER_BYTE = 0.1;

  /** Of an eager message, at either end, ns a byte. */
  static final double COPY = 0.05;

  private MadeUpMachine() {}

  /** The output of the measuring program on this machine, with its ranks on one or two nodes. */
  public static List<String> lines(String node) {
    return lines(node, EAGER);
  }

  /** The same with another eager limit, {@link Long#MAX_VALUE} if all messages are eager. */
  static List<String> lines(String node, long eagerLimit) {
    List<String> lines = new ArrayList<>(List.of(
        "calibrate-ranks 2",
        "calibrate-mpi Some \"MPI\": 1.0",
        "calibrate-host here",
        "calibrate-cores 4",
        "calibrate-node " + node,
        "calibrate-tcp " + (node.equals("two") ? "yes" : "no")));
    for (long bytes = 0; bytes <= 1 << 24; bytes = bytes == 0 ? 8 : 2 * bytes) {
      boolean eager = bytes < eagerLimit;
      double send = SEND + (eager ? COPY * bytes : 0);
      double receive = RECEIVE + (eager ? COPY * bytes : 0);
      lines.add(line("round_trip", bytes, 2 * halfRoundTrip(bytes, eagerLimit)));
      lines.add(line("send_call", bytes, send));
      lines.add(line("receive_call", bytes, eager ? receive : halfRoundTrip(bytes, eagerLimit)));
      if (bytes <= LARGEST_STREAM) {
        lines.add(line("stream", bytes, 2000 + PER_BYTE * bytes));
      }
      lines.add(line("copy", bytes, PER_BYTE * bytes));
    }
    lines.add("calibrate-eager " + (eagerLimit == Long.MAX_VALUE ? 0 : eagerLimit));
    lines.add("calibrate-largest-eager " + (Math.min(eagerLimit, LARGEST_STREAM + 1) - 1));
    lines.add("calibrate-eager-waits " + EAGER_WAITS);
    lines.add("calibrate-rounds 7");
    return lines;
  }

  /** A message from one waiting rank to another, ns. */
  public static double halfRoundTrip(long bytes) {
    return halfRoundTrip(bytes, EAGER);
  }

  private static double halfRoundTrip(long bytes, long eagerLimit) {
    double copies = bytes < eagerLimit ? 2 * COPY * bytes : 2 * (SEND + LATENCY + RECEIVE);
    return SEND + LATENCY + PER_BYTE * bytes + RECEIVE + copies;
  }

  static String line(String quantity, long bytes, double nanos) {
    return "calibrate %s %d %.1f %.1f %.1f 9"
        .formatted(quantity, bytes, nanos, 0.9 * nanos, 1.2 * nanos);
  }
}
