package io.github.tracecast.simulate.engine;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.flows.LinkMembers;
import io.github.tracecast.simulate.result.LinkUse;

/** Reports the bytes of flows on their links, before each change of speed and at the end. */
record FlowUse(FlowFigures figures, LinkMembers members, LinkUse use) {
  /** Counts a message on the links that carry a row's payload. */
  void joins(int row, long nowPicos) {
    int end = members.end(row);
    for (int at = members.first(row); at < end; at++) {
      if (carriesPayload(at)) {
        use.message(members.link(at), nowPicos);
      }
    }
  }

  /**
   * Reports the payload that flows of a row have moved between two times.
   *
   * @param payload the payload of each flow
   * @param bytesPerPico the share of the bandwidth of each flow between the two times
   */
  void moves(int row, long fromPicos, long toPicos, long payload, double bytesPerPico, int flows) {
    double bytePicosPerSecond = bytesPerPico * Picos.PER_SECOND * (toPicos - fromPicos);
    double part = 0;
    double bandwidth = 0;
    long busy = 0;
    int end = members.end(row);
    for (int at = members.first(row); at < end; at++) {
      int link = members.link(at);
      if (members.part(at) != part || figures.bytesPerSecond(link) != bandwidth) {
        part = members.part(at);
        bandwidth = figures.bytesPerSecond(link);
        busy = flows * Math.round(bytePicosPerSecond * part / bandwidth);
      }
      use.carries(link, fromPicos, toPicos, carriesPayload(at) ? flows * payload : 0, busy);
    }
  }

  /** Whether a crossing carries payload. On links of the reverse route, a flow only takes bandwidth. */
  private boolean carriesPayload(int crossing) {
    return members.part(crossing) >= 1;
  }
}
