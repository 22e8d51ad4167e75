package io.github.tracecast.simulate.lowering;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The program with one rank for each group, if the ranks of each group are alike. */
final class GroupedProgram {
  private static final int NONE = -1;

  private final LaneProgram all;
  private final Int2ObjectOpenHashMap<EntryLayout> layouts;
  private final ChannelNumbers channels;
  private final int[] groupOf;
  private final int[] lowest;
  private final int[] sizes;

  /** For each channel, the channel between the groups, or NONE before a rank of its sender's group is visited. */
  private final int[] replayed;

  /** For each channel between groups, the group of its sender, of its receiver, and its stream. */
  private final IntArrayList sources = new IntArrayList();

  private final IntArrayList destinations = new IntArrayList();
  private final IntArrayList streams = new IntArrayList();

  /** For each channel between groups, the rank that was last seen to use it, and with which of its own channels. */
  private int[] user = new int[0];

  private int[] used = new int[0];

  GroupedProgram(LaneProgram all, Int2ObjectOpenHashMap<EntryLayout> layouts, int[] groupOf) {
    this.all = all;
    this.layouts = layouts;
    this.channels = all.channels();
    this.groupOf = groupOf;
    this.replayed = new int[channels.count()];
    Arrays.fill(replayed, NONE);
    int groups = Arrays.stream(groupOf).max().orElse(NONE) + 1;
    this.lowest = new int[groups];
    this.sizes = new int[groups];
    for (int rank = groupOf.length - 1; rank >= 0; rank--) {
      lowest[groupOf[rank]] = rank;
      sizes[groupOf[rank]]++;
    }
  }

  private EntryLayout layout(int rank) {
    return layouts.get(all.starts()[rank]);
  }

  /** Returns the program, or null if the ranks of some group are not alike. */
  @Nullable LaneProgram get() {
    for (int group = 0; group < lowest.length; group++) {
      numberSends(group);
    }
    BitSet received = new BitSet();
    boolean alike = IntStream.range(0, groupOf.length).allMatch(this::sendsAlike)
        && IntStream.range(0, groupOf.length).allMatch(rank -> receivesAlike(rank, received))
        // a message without a receive is reported by the replay of all ranks
        && received.cardinality() == replayed.length;
    return alike ? program() : null;
  }

  /** Numbers the channels on which the lowest rank of a group sends. */
  private void numberSends(int group) {
    int low = lowest[group];
    for (int address : layout(low).sends()) {
      int channel = all.entry(low, address);
      if (replayed[channel] == NONE) {
        replayed[channel] = sources.size();
        sources.add(group);
        destinations.add(groupOf[channels.destination(channel)]);
        streams.add(channels.streamOf(channel));
      }
    }
  }

  /** Whether a rank sends as the lowest rank of its group does. Finds the channels between groups. */
  private boolean sendsAlike(int rank) {
    int low = lowest[groupOf[rank]];
    EntryLayout layout = layout(rank);
    if (all.starts()[rank] != all.starts()[low]) {
      return false;
    }
    for (int address : layout.values()) {
      if (all.entry(rank, address) != all.entry(low, address)) {
        return false;
      }
    }
    for (int address : layout.sends()) {
      int channel = all.entry(rank, address);
      int as = replayed[all.entry(low, address)];
      if (replayed[channel] == NONE) {
        replayed[channel] = as;
      }
      if (replayed[channel] != as
          || groupOf[channels.destination(channel)] != destinations.getInt(as)
          || !isOnly(rank, channel, as)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a rank receives as the lowest rank of its group does. */
  private boolean receivesAlike(int rank, BitSet received) {
    int low = lowest[groupOf[rank]];
    for (int address : layout(rank).receives()) {
      int channel = all.entry(rank, address);
      int as = replayed[channel];
      if (as == NONE
          || as != replayed[all.entry(low, address)]
          || !isOnly(NONE - 1 - rank, channel, as)) {
        return false;
      }
      received.set(channel);
    }
    return true;
  }

  /**
   * Whether a rank uses only one of its channels in the place of a channel between groups.
   *
   * @param who the sending rank, or a negative number for each receiving rank
   */
  private boolean isOnly(int who, int channel, int as) {
    if (as >= user.length) {
      int size = sources.size();
      user = new int[size];
      used = new int[size];
      Arrays.fill(user, NONE);
    }
    boolean other = user[as] == who && used[as] != channel;
    user[as] = who;
    used[as] = channel;
    return !other;
  }

  /** The program with the instructions of the lowest rank of each group. */
  private LaneProgram program() {
    int[] starts = new int[lowest.length];
    int[] firstAddresses = new int[lowest.length];
    IntArrayList addresses = new IntArrayList();
    for (int group = 0; group < lowest.length; group++) {
      int low = lowest[group];
      EntryLayout layout = layout(low);
      starts[group] = all.starts()[low];
      firstAddresses[group] = addresses.size();
      addresses.addElements(
          addresses.size(), all.addresses(), all.firstAddresses()[low], layout.length());
      for (int[] ofChannels : new int[][] {layout.sends(), layout.receives()}) {
        for (int address : ofChannels) {
          addresses.set(firstAddresses[group] + address, replayed[all.entry(low, address)]);
        }
      }
    }
    return new LaneProgram(
        all.programs(),
        all.figures(),
        all.code(),
        starts,
        addresses.toIntArray(),
        firstAddresses,
        all.computes(),
        all.computeSites(),
        all.costs(),
        all.sendSites(),
        all.collectiveTimes(),
        channels.with(sources.toIntArray(), destinations.toIntArray(), streams.toIntArray()),
        all.steps(),
        all.walks(),
        all.mail(),
        all.collectives(),
        all.failures(),
        all.demands(),
        all.whyInTime(),
        all.overlap(),
        all.computeTimes(),
        all.period(),
        new AlikeRanks.Grouped(groupOf, lowest, sizes, channels, replayed));
  }
}
