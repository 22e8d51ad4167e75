package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.result.LinkUse;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;

/**
 * Reports the bytes of messages on the links of their routes, if only starts and ends are known.
 * The bytes are spread evenly from the end of the latency to the arrival. One thread.
 */
public final class EvenUse {
  private final FlowFigures figures;
  private final LinkUse use;

  private final Int2ObjectOpenHashMap<Message> underWay = new Int2ObjectOpenHashMap<>();

  /**
   * @param without links at the start of the route that it crosses no more
   */
  private record Message(int fromNode, int toNode, long bytes, int without, long startPicos) {}

  public EvenUse(Machine machine, LinkUse use) {
    this.figures = new FlowFigures(machine);
    this.use = use;
  }

  /**
   * Notes that a message starts.
   *
   * @param without links at the start of the route that it crosses no more
   */
  public void starts(
      int token, int fromNode, int toNode, long bytes, int without, long startPicos) {
    underWay.put(token, new Message(fromNode, toNode, bytes, without, startPicos));
  }

  /** Reports a message at its arrival. A message without a reported start is ignored. */
  public void ends(int token, long nowPicos) {
    Message message = underWay.remove(token);
    if (message != null) {
      figures.ofSize(message.bytes);
      figures.route(message.fromNode, message.toNode, message.without);
      figures.report(
          use,
          Math.min(nowPicos, message.startPicos + figures.latencyPicos()),
          nowPicos,
          message.bytes);
    }
  }

  /** Reports a message that the first link of its route has served alone. */
  public void serves(int fromNode, int toNode, long bytes, long nowPicos) {
    figures.serve(use, fromNode, toNode, bytes, nowPicos);
  }
}
