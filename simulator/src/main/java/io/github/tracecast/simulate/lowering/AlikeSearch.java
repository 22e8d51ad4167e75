package io.github.tracecast.simulate.lowering;

import io.github.tracecast.simulate.costs.ProcessorRule;
import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the groups of alike ranks of a program (see {@link AlikeRanks}), and makes the program that
 * has one rank for each group.
 *
 * <p>At first, ranks with equal instructions and costs have equal hashes. Then the hashes of a
 * rank's partners are added to its hash, in rounds, until a round splits no group. A sample of
 * ranks shows beforehand whether rounds will split many groups: on a grid that is not periodic, a
 * rank differs from others by its distance from the border. {@link GroupedProgram} compares all
 * entries, so an accidental equality of hashes cannot change a result. One thread.
 */
public final class AlikeSearch {
  /** With fewer ranks, the search would save little. */
  private static final int FEW = 1 << 12;

  /** The smallest average size of a group for which the program is replaced. */
  private static final int LEAST_SIZE = 4;

  private static final int MOST_ROUNDS = 4;

  /** The largest number of different instructions of ranks. */
  private static final int MOST_PROGRAMS = 1024;

  /** The number of ranks that the sample visits, with repetitions, if all have the layout of the first rank. */
  private static final int VISITS = 1 << 20;

  /** The most ranks and values that the sample reads, about half a second. Beyond, ranks count as not alike. */
  private static final long MOST_VISITS = 1 << 27;

  private static final int MOST_SAMPLES = 4096;

  private final LaneProgram program;
  private final int ranks;
  private final ChannelNumbers channels;

  /** The layout of the entries of ranks, by the position at which their instructions begin. */
  private final Int2ObjectOpenHashMap<EntryLayout> layouts = new Int2ObjectOpenHashMap<>();

  private long visits;

  private AlikeSearch(LaneProgram program) {
    this.program = program;
    this.ranks = program.ranks();
    this.channels = program.channels();
  }

  /** Returns a program with one rank for each group of alike ranks, or the same program if few ranks are alike. */
  public static LaneProgram reduce(LaneProgram program) {
    return reduce(program, FEW);
  }

  /** @param few the smallest number of ranks for which the groups are searched */
  static LaneProgram reduce(LaneProgram program, int few) {
    if (program.ranks() < few || !suits(program)) {
      return program;
    }
    LaneProgram reduced = new AlikeSearch(program).reduced();
    return reduced == null ? program : reduced;
  }

  /** Whether the times of ranks depend only on their instructions, costs and messages, and not on their numbers. */
  private static boolean suits(LaneProgram program) {
    Demands demands = program.demands();
    return program.whyInTime() == null
        && program.failures().isEmpty()
        && program.mail().count() == 0
        && program.steps().all().isEmpty()
        && !program.overlap()
        && !program.figures().follow()
        && !demands.byRank()
        && !demands.timeline()
        && !demands.rounds()
        && program.costs().processors() == ProcessorRule.ALONE;
  }

  private @Nullable LaneProgram reduced() {
    if (!readLayouts() || !seemAlike()) {
      return null;
    }
    long[] hashes = hashes();
    return hashes.length == 0 ? null : new GroupedProgram(program, layouts, groups(hashes)).get();
  }

  /** Reads the layout of each program. Returns false if some instruction depends on the rank, or if there are too many programs. */
  private boolean readLayouts() {
    for (int start : program.starts()) {
      if (!layouts.containsKey(start)) {
        EntryLayout layout = EntryLayout.of(program.code(), start);
        if (layout == null || layouts.size() == MOST_PROGRAMS) {
          return false;
        }
        layouts.put(start, layout);
      }
    }
    return true;
  }

  private EntryLayout layout(int rank) {
    return layouts.get(program.starts()[rank]);
  }

  // ---- the sample

  /** Whether the partners' partners split no group of a sample of ranks that their partners have not split. */
  private boolean seemAlike() {
    EntryLayout first = layout(0);
    int partners = 1 + first.sends().length + first.receives().length;
    int samples =
        Math.clamp(VISITS / ((long) partners * partners), 16, Math.min(ranks, MOST_SAMPLES));
    LongOpenHashSet near = new LongOpenHashSet();
    LongOpenHashSet far = new LongOpenHashSet();
    for (int i = 0; i < samples; i++) {
      // the first ranks, because rank 0 often does more than others, and ranks spread over all
      int rank =
          (i & 1) == 0 ? i / 2 : (int) Math.floorMod(i * 0x9E3779B97F4A7C15L >>> 1, (long) ranks);
      near.add(seen(rank, 1));
      far.add(seen(rank, 2));
    }
    return visits < MOST_VISITS && far.size() == near.size();
  }

  /** A hash of a rank, its partners, their partners and so on, to a distance. */
  private long seen(int rank, int distance) {
    EntryLayout layout = layout(rank);
    visits += 1 + layout.values().length;
    if (visits >= MOST_VISITS) {
      return 0;
    }
    long hash = own(rank, layout);
    if (distance > 0) {
      for (int address : layout.sends()) {
        hash = with(hash, seen(channels.destination(program.entry(rank, address)), distance - 1));
      }
      for (int address : layout.receives()) {
        hash = with(hash, seen(channels.source(program.entry(rank, address)), distance - 1));
      }
    }
    return hash;
  }

  private static long with(long hash, long other) {
    return HashCommon.mix(31 * hash + other);
  }

  /** A hash of a rank's instructions and costs. */
  private long own(int rank, EntryLayout layout) {
    long hash = program.starts()[rank];
    for (int address : layout.values()) {
      hash = with(hash, program.entry(rank, address));
    }
    return hash;
  }

  // ---- all ranks

  /** The hash of each rank after the last round; empty if few ranks are alike. */
  private long[] hashes() {
    long[] hashes = firstHashes();
    int groups = count(hashes);
    long[] next = new long[ranks];
    for (int round = 0; round < MOST_ROUNDS && groups * LEAST_SIZE <= ranks; round++) {
      addPartners(hashes, next);
      int split = count(next);
      if (split == groups) {
        return hashes;
      }
      groups = split;
      long[] before = hashes;
      hashes = next;
      next = before;
    }
    return new long[0];
  }

  /** Hashes of the instructions and costs, and of the addresses at which the two ranks of each channel have it. */
  private long[] firstHashes() {
    int[] ends = new int[channels.count()];
    for (int rank = 0; rank < ranks; rank++) {
      EntryLayout layout = layout(rank);
      for (int address : layout.sends()) {
        ends[program.entry(rank, address)] += HashCommon.mix(2 * address + 1);
      }
      for (int address : layout.receives()) {
        ends[program.entry(rank, address)] += HashCommon.mix(2 * address + 2);
      }
    }
    long[] hashes = new long[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      EntryLayout layout = layout(rank);
      long hash = own(rank, layout);
      for (int address : layout.sends()) {
        hash = with(hash, ends[program.entry(rank, address)]);
      }
      for (int address : layout.receives()) {
        hash = with(hash, ends[program.entry(rank, address)]);
      }
      hashes[rank] = hash;
    }
    return hashes;
  }

  private void addPartners(long[] hashes, long[] to) {
    for (int rank = 0; rank < ranks; rank++) {
      EntryLayout layout = layout(rank);
      long hash = hashes[rank];
      for (int address : layout.sends()) {
        hash = with(hash, hashes[channels.destination(program.entry(rank, address))]);
      }
      for (int address : layout.receives()) {
        hash = with(hash, hashes[channels.source(program.entry(rank, address))]);
      }
      to[rank] = hash;
    }
  }

  /** The number of different hashes, counted only until they are too many. */
  private int count(long[] hashes) {
    LongOpenHashSet different = new LongOpenHashSet();
    for (long hash : hashes) {
      if (different.add(hash) && different.size() * LEAST_SIZE > ranks) {
        break;
      }
    }
    return different.size();
  }

  private static int[] groups(long[] hashes) {
    Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
    int[] groups = new int[hashes.length];
    for (int rank = 0; rank < groups.length; rank++) {
      int next = numbers.size();
      numbers.putIfAbsent(hashes[rank], next);
      groups[rank] = numbers.get(hashes[rank]);
    }
    return groups;
  }
}
