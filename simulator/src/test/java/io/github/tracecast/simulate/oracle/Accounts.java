package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import java.util.Arrays;

/**
 * What a replay has added up by some moment: where each rank's and each event's time went, and each channel's traffic. The
 * difference of two is what happens in a period.
 */
final class Accounts {
  private static final int OF_RANK = 3;

  private final long[] ranks;
  private final CallProfile profile;
  private final long[] messages;
  private final long[] bytes;
  private final long missingPaths;

  /** Simulated time that was skipped before, ps. */
  final long skippedPicos;

  Accounts(
      RankProcess[] processes,
      CallProfile profile,
      Channels channels,
      ComputeTimes computeTimes,
      long skippedPicos) {
    ranks = new long[processes.length * OF_RANK];
    for (int rank = 0; rank < processes.length; rank++) {
      RankProcess p = processes[rank];
      ranks[OF_RANK * rank] = p.computePicos;
      ranks[OF_RANK * rank + 1] = p.callPicos;
      ranks[OF_RANK * rank + 2] = p.overheadPicos;
    }
    this.profile = profile.copy();
    this.messages = Arrays.copyOf(channels.messages, channels.count());
    this.bytes = Arrays.copyOf(channels.bytes, channels.count());
    this.missingPaths = computeTimes.missingPaths();
    this.skippedPicos = skippedPicos;
  }

  /** Adds to the running accounts {@code times} times what was added between two moments, the second of which has as many channels. */
  static void addTimes(
      long times,
      Accounts from,
      Accounts to,
      RankProcess[] processes,
      CallProfile profile,
      Channels channels,
      ComputeTimes computeTimes) {
    for (int rank = 0; rank < processes.length; rank++) {
      RankProcess p = processes[rank];
      p.computePicos = plus(p.computePicos, times, from.ranks, to.ranks, OF_RANK * rank);
      p.callPicos = plus(p.callPicos, times, from.ranks, to.ranks, OF_RANK * rank + 1);
      p.overheadPicos = plus(p.overheadPicos, times, from.ranks, to.ranks, OF_RANK * rank + 2);
    }
    profile.addTimes(times, from.profile, to.profile);
    for (int channel = 0; channel < from.messages.length; channel++) {
      channels.messages[channel] =
          plus(channels.messages[channel], times, from.messages, to.messages, channel);
      channels.bytes[channel] = plus(channels.bytes[channel], times, from.bytes, to.bytes, channel);
    }
    computeTimes.addMissingPaths(times * (to.missingPaths - from.missingPaths));
  }

  /**
   * Adds to the running accounts what was added between two moments, times a factor; of each rank that took part, so much of it to its
   * calls that all together is the time given. Calls are counted elsewhere.
   *
   * @param picos the time that was skipped
   */
  static void addInProportion(
      double factor,
      Accounts from,
      Accounts to,
      boolean[] takesPart,
      long picos,
      RankProcess[] processes,
      CallProfile profile,
      Channels channels) {
    for (int rank = 0; rank < processes.length; rank++) {
      if (takesPart[rank]) {
        RankProcess p = processes[rank];
        int at = OF_RANK * rank;
        long compute = Math.min(picos, part(factor, from.ranks, to.ranks, at));
        long overhead = Math.min(picos - compute, part(factor, from.ranks, to.ranks, at + 2));
        p.computePicos += compute;
        p.callPicos += picos - compute;
        p.overheadPicos += overhead;
      }
    }
    profile.addInProportion(factor, from.profile, to.profile);
    for (int channel = 0; channel < to.messages.length; channel++) {
      boolean used = channel < from.messages.length;
      channels.messages[channel] +=
          Math.round(factor * (to.messages[channel] - (used ? from.messages[channel] : 0)));
      channels.bytes[channel] +=
          Math.round(factor * (to.bytes[channel] - (used ? from.bytes[channel] : 0)));
    }
  }

  private static long part(double factor, long[] from, long[] to, int at) {
    return Math.round(factor * (to[at] - from[at]));
  }

  private static long plus(long sum, long times, long[] from, long[] to, int at) {
    return Math.addExact(sum, Math.multiplyExact(times, to[at] - from[at]));
  }
}
