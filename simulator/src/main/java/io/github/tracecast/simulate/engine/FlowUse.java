package io.github.tracecast.simulate.engine;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.flows.LinkMembers;
import io.github.tracecast.simulate.result.LinkUse;
import java.util.Arrays;

/**
 * Reports the bytes of flows on their links, before each change of a flow's speed and at its end.
 * Payload is reported in proportion to the bytes on the wire. One thread.
 */
final class FlowUse {
  private final FlowFigures figures;
  private final LinkMembers members;
  private final LinkUse use;

  /** By flow: payload in bytes, and the part of it that was reported. */
  private long[] payload = new long[64];

  private long[] reported = new long[64];

  FlowUse(FlowFigures figures, LinkMembers members, LinkUse use) {
    this.figures = figures;
    this.members = members;
    this.use = use;
  }

  /** Notes the payload of a flow that was placed. */
  void placed(int flow, long bytes) {
    if (flow >= payload.length) {
      payload = Arrays.copyOf(payload, Math.max(flow + 1, 2 * payload.length));
      reported = Arrays.copyOf(reported, payload.length);
    }
    payload[flow] = bytes;
    reported[flow] = 0;
  }

  /** Counts a flow on the links that carry its payload. */
  void joins(int flow, long nowPicos) {
    int first = members.first(flow);
    int end = members.end(flow);
    for (int at = first; at < end; at++) {
      if (carriesPayload(at)) {
        use.message(members.link(at), nowPicos);
      }
    }
  }

  /**
   * Reports the bytes that a flow has moved since its last report.
   *
   * @param left the part of its bytes that is left now
   * @param bytesPerPico its share meanwhile
   */
  void moves(int flow, long fromPicos, long toPicos, double left, double bytesPerPico) {
    long moved = payload[flow] - Math.round(left * payload[flow]) - reported[flow];
    reported[flow] += moved;
    double bytePicosPerSecond = bytesPerPico * Picos.PER_SECOND * (toPicos - fromPicos);
    int end = members.end(flow);
    for (int at = members.first(flow); at < end; at++) {
      int link = members.link(at);
      use.carries(
          link,
          fromPicos,
          toPicos,
          carriesPayload(at) ? moved : 0,
          Math.round(bytePicosPerSecond * members.part(at) / figures.bytesPerSecond(link)));
    }
  }

  /** On links in the opposite direction, a flow takes bandwidth but carries no bytes. */
  private boolean carriesPayload(int crossing) {
    return members.part(crossing) >= 1;
  }
}
