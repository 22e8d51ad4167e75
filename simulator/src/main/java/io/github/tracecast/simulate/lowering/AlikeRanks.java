package io.github.tracecast.simulate.lowering;

/**
 * The groups of alike ranks of a program. Alike ranks have the same instructions and costs, and
 * exchange their messages with ranks that are alike too. They therefore have the same times, and a
 * replay has one row for each group. {@link AlikeSearch} finds the groups.
 *
 * <p>In an exchange on a periodic torus whose links have equal costs, all ranks form one group.
 */
public sealed interface AlikeRanks {
  /** The number of groups, which is the number of ranks that a replay executes. */
  int groups();

  default int group(int rank) {
    return rank;
  }

  default int lowest(int group) {
    return group;
  }

  /** The number of ranks in a group; 1 for a strand. */
  default long size(int row) {
    return 1;
  }

  /** The channels between all ranks, in the order of their creation. */
  ChannelNumbers channels();

  /** The channel of the replay that has the messages of a channel between two ranks. */
  default int replayed(int channel) {
    return channel;
  }

  /** Each rank is a group. */
  record Alone(int groups, ChannelNumbers channels) implements AlikeRanks {}

  /** Groups of several ranks, numbered by their lowest ranks. */
  record Grouped(
      int[] groupOf, int[] lowestOf, int[] sizeOf, ChannelNumbers channels, int[] replayedOf)
      implements AlikeRanks {
    @Override
    public int groups() {
      return lowestOf.length;
    }

    @Override
    public int group(int rank) {
      return groupOf[rank];
    }

    @Override
    public int lowest(int group) {
      return lowestOf[group];
    }

    @Override
    public long size(int row) {
      return sizeOf[row];
    }

    @Override
    public int replayed(int channel) {
      return replayedOf[channel];
    }
  }
}
