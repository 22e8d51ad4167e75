package io.github.tracecast.simulate;

/**
 * Where time goes by event, over all ranks; one column a figure, row number = event. Sums over many
 * ranks are more picoseconds than a long holds; a double is exact up to 2^53 of them. One thread.
 */
final class CallProfile {
  private final long[] calls;
  private final double[] insidePicos;
  private final double[] overheadPicos;
  private final long[] longestPicos;
  private final double[] computePicos;

  CallProfile(int events) {
    calls = new long[events];
    insidePicos = new double[events];
    overheadPicos = new double[events];
    longestPicos = new long[events];
    computePicos = new double[events];
  }

  void add(int event, long compute, long inside, long overhead) {
    calls[event]++;
    computePicos[event] += compute;
    insidePicos[event] += inside;
    overheadPicos[event] += overhead;
    longestPicos[event] = Math.max(longestPicos[event], inside);
  }

  ReplayResult.EventTimes times(int event) {
    return new ReplayResult.EventTimes(
        event,
        calls[event],
        Picos.seconds(computePicos[event]),
        Picos.seconds(insidePicos[event]),
        Picos.seconds(insidePicos[event] - overheadPicos[event]),
        Picos.seconds(longestPicos[event]));
  }
}
