package io.github.tracecast.simulate.engine;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.flows.LinkMembers;
import io.github.tracecast.simulate.result.LinkUse;

/**
 * Reports the bytes of flows on their links, before each change of a flow's speed and at its end.
 *
 * @param use receives the bytes
 */
record FlowUse(FlowFigures figures, LinkMembers members, LinkUse use) {
  /** Counts a message on the links that carry a flow's payload. */
  void joins(int flow, long nowPicos) {
    int end = members.end(flow);
    for (int at = members.first(flow); at < end; at++) {
      if (carriesPayload(at)) {
        use.message(members.link(at), nowPicos);
      }
    }
  }

  /**
   * Reports the payload that a flow has moved between two times.
   *
   * @param bytesPerPico the flow's share of the bandwidth between the two times
   */
  void moves(int flow, long fromPicos, long toPicos, long payload, double bytesPerPico) {
    double bytePicosPerSecond = bytesPerPico * Picos.PER_SECOND * (toPicos - fromPicos);
    int end = members.end(flow);
    for (int at = members.first(flow); at < end; at++) {
      int link = members.link(at);
      use.carries(
          link,
          fromPicos,
          toPicos,
          carriesPayload(at) ? payload : 0,
          Math.round(bytePicosPerSecond * members.part(at) / figures.bytesPerSecond(link)));
    }
  }

  /** Whether a crossing carries payload. On links of the reverse route, a flow only takes bandwidth. */
  private boolean carriesPayload(int crossing) {
    return members.part(crossing) >= 1;
  }
}
