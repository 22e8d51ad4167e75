package io.github.tracecast.trace;

import io.github.tracecast.trace.calls.Reduction;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.BinScale;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.validation.TraceValidator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.LongStream;

/** Valid traces with everything that the model can hold; the seed is the size. */
public final class RandomTraces {
  private static final MpiCall[] CALLS = MpiCall.values();
  private static final Parameter[] PARAMETERS = Parameter.values();

  private final Random random;
  private final int size;
  private final int world;
  private final int ring;
  private final List<Group> groups = new ArrayList<>();
  private final List<Communicator> communicators = new ArrayList<>();
  private final List<Datatype> datatypes = new ArrayList<>();
  private final List<CallSite> sites = new ArrayList<>();

  private RandomTraces(int seed) {
    this.random = new Random(seed);
    this.size = seed;
    this.world = 1 + random.nextInt(1 + Math.min(seed, 60));
    this.ring = 1 + random.nextInt(100);
  }

  public static Trace trace(int seed) {
    return new RandomTraces(seed).make();
  }

  private Trace make() {
    define();
    List<Event> events = new ArrayList<>();
    int count = random.nextInt(2 + Math.min(size, 40));
    for (int i = 0; i < count; i++) {
      events.add(event());
    }
    if (size % 5 == 4) {
      reply(events);
    }
    List<Loop> loops = new ArrayList<>();
    if (count > 0) {
      // two families of ranks: within one, loops nest; between them they cross
      RankList family = part(RankList.range(0, world));
      loops(events, 0, count - 1, 0, family, loops);
      loops(events, 0, count - 1, 0, RankList.range(0, world).minus(family), loops);
    }
    List<String> notes = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      notes.add(text());
    }
    return new Trace(
        new Header(world, 1 + world % 3, world % 2 == 0, ring, text(), notes, provenance()),
        sites,
        datatypes,
        groups,
        communicators,
        events,
        loops);
  }

  /** Adds a receive of all ranks, and a call whose partner is the source of its match. */
  private void reply(List<Event> events) {
    RankList all = RankList.range(0, world);
    Map<Parameter, Values> receive = Map.of(
        Parameter.SOURCE,
        Values.uniform(all, Sequence.of(Term.ANY)),
        Parameter.MATCHED_SOURCE,
        Values.uniform(all, Sequence.of(Term.rankPlusMod(1))));
    Values partner = Values.uniform(all, Sequence.of(Term.matched(1)));
    Parameter follower = size % 2 == 0 ? Parameter.DESTINATION : Parameter.SOURCE;
    events.add(new Event(MpiCall.RECV, 0, all, receive, List.of()));
    events.add(new Event(MpiCall.SENDRECV, 0, all, Map.of(follower, partner), List.of()));
  }

  /** Draws from a separate generator, so that the other results of a seed do not change. */
  private Optional<Provenance> provenance() {
    Random draws = new Random(size * 31L + 1);
    if (draws.nextBoolean()) {
      return Optional.empty();
    }
    Provenance.Counter[] counters = Provenance.Counter.values();
    List<Provenance.Node> nodes = new ArrayList<>();
    int nodeCount = draws.nextInt(1 + Math.min(world, 3));
    for (int node = 0; node < nodeCount; node++) {
      nodes.add(new Provenance.Node(
          "node" + node,
          draws.nextBoolean() ? "" : "A \"fast\" CPU @ 2.50GHz",
          draws.nextInt(64),
          draws.nextInt(128),
          draws.nextInt(128),
          draws.nextBoolean() ? OptionalDouble.empty() : OptionalDouble.of(draws.nextDouble() * 9),
          draws.nextBoolean() ? OptionalDouble.empty() : OptionalDouble.of(draws.nextDouble()),
          RankList.section(node, nodeCount, (world - node + nodeCount - 1) / nodeCount)));
    }
    return Optional.of(new Provenance(
        Instant.ofEpochSecond(draws.nextInt(Integer.MAX_VALUE)),
        draws.nextBoolean() ? "" : "mpirun -n 4 './a b' \u20ac",
        draws.nextBoolean() ? "" : "Open MPI 4.1.4",
        counters[draws.nextInt(counters.length)],
        draws.nextBoolean() ? "" : "Tracecast 1.0",
        nodes));
  }

  private void define() {
    groups.add(Group.world(world));
    communicators.add(new Communicator("MPI_COMM_WORLD", 0));
    communicators.add(new Communicator("MPI_COMM_SELF", Communicator.SELF_GROUP));
    for (int i = random.nextInt(4); i > 0; i--) {
      int[] members = part(RankList.range(0, world)).toArray();
      boolean shuffled = random.nextBoolean();
      for (int k = members.length - 1; k > 0; k--) {
        int j = shuffled ? random.nextInt(k + 1) : members.length - 1 - k;
        if (j < k) {
          int member = members[k];
          members[k] = members[j];
          members[j] = member;
        }
      }
      groups.add(Group.of(members));
      int group = groups.size() - 1 - random.nextInt(groups.size());
      int size = groups.get(group).size();
      int first = size > 1 && random.nextInt(4) == 0 ? 1 + random.nextInt(size - 1) : 0;
      communicators.add(new Communicator(text(), group, first));
    }
    for (int i = random.nextInt(4); i >= 0; i--) {
      datatypes.add(new Datatype(text(), random.nextInt(20) - 1));
      sites.add(new CallSite(text()));
    }
  }

  private String text() {
    String[] words = {
      "",
      "46d479_48254a",
      "lu.f:12",
      "a \"quoted\" \\ one",
      "two\nlines\r",
      "tags were zeroed",
      "Ümläut €",
      "\t#",
      "𝄞"
    };
    return words[random.nextInt(words.length)];
  }

  /** A part of the ranks, not empty. */
  private RankList part(RankList ranks) {
    RankList result = ranks;
    switch (random.nextInt(4)) {
      case 0 ->
        result =
            ranks.intersection(RankList.range(random.nextInt(world), 1 + random.nextInt(world)));
      case 1 -> {
        int stride = 2 + random.nextInt(4);
        result = ranks.intersection(
            RankList.section(random.nextInt(stride), stride, world / stride + 1));
      }
      case 2 ->
        result =
            ranks.intersection(RankList.of(random.ints(1 + world / 4, 0, world).toArray()));
      default -> {}
    }
    return result.isEmpty() ? ranks : result;
  }

  private Event event() {
    int communicator = random.nextInt(communicators.size());
    boolean stated = random.nextInt(4) > 0;
    Communicator used = communicators.get(stated ? communicator : 0);
    RankList members =
        used.isSelf() ? RankList.range(0, world) : groups.get(used.group()).ranks();
    RankList ranks = part(members);
    Map<Parameter, Values> parameters = new EnumMap<>(Parameter.class);
    if (stated) {
      parameters.put(Parameter.COMMUNICATOR, Values.constant(ranks, communicator));
    }
    for (int i = random.nextInt(6); i > 0; i--) {
      Parameter parameter = PARAMETERS[1 + random.nextInt(PARAMETERS.length - 1)];
      parameters.put(parameter, values(parameter, ranks, used));
    }
    return new Event(
        CALLS[random.nextInt(CALLS.length)],
        random.nextInt(sites.size()),
        ranks,
        parameters,
        deltas(ranks));
  }

  private List<RankList> parts(RankList ranks) {
    List<RankList> parts = new ArrayList<>();
    RankList left = ranks;
    for (int i = random.nextInt(4); i > 0 && !left.isEmpty(); i--) {
      RankList part = part(left);
      parts.add(part);
      left = left.minus(part);
    }
    if (!left.isEmpty()) {
      parts.add(left);
    }
    return parts;
  }

  private Values values(Parameter parameter, RankList ranks, Communicator used) {
    List<Piece> pieces = new ArrayList<>();
    for (RankList part : parts(ranks)) {
      Sequence.Builder builder = Sequence.builder();
      for (int e = random.nextInt(4); e >= 0; e--) {
        for (int i = parameter.isList() ? random.nextInt(4) : 1; i > 0; i--) {
          term(parameter, part, used, builder);
        }
        builder.endTuple();
      }
      pieces.add(new Piece(part, builder.build()));
    }
    return new Values(pieces);
  }

  private void term(
      Parameter parameter, RankList ranks, Communicator used, Sequence.Builder builder) {
    Group group = used.isSelf() ? null : groups.get(used.group());
    int members = group == null ? 1 : group.size();
    int choice = random.nextInt(6);
    if (choice == 0 && (parameter == Parameter.SOURCE || parameter == Parameter.TAG)) {
      builder.add(Term.Kind.ANY, 0);
    } else if (choice == 1
        && (parameter.isEndpoint()
            || parameter == Parameter.REQUEST
            || parameter == Parameter.REQUESTS
            || parameter == Parameter.COLOR)) {
      builder.add(Term.Kind.NONE, 0);
    } else if (choice == 2 && (parameter == Parameter.REQUEST || parameter == Parameter.REQUESTS)) {
      builder.add(Term.Kind.PERSISTENT, 1 + random.nextInt(ring));
    } else if (choice == 5 && parameter.mayMultiplyRank()) {
      builder.add(
          random.nextBoolean() ? Term.Kind.TIMES_RANK : Term.Kind.TIMES_RANK_MOD,
          Term.timesRank(random.nextInt(2000) - 1000, random.nextInt()));
    } else if (choice == 4 && parameter.isEndpoint() && members > 1 && ranks.min() % 2 == 1) {
      builder.add(Term.Kind.OTHER, ranks.max() % (members - 1));
    } else if (choice == 4 && parameter.isRelative()) {
      builder.add(Term.Kind.TRANSPOSED, 1);
    } else if (choice == 2 && parameter.isRelative()) {
      builder.add(Term.Kind.RANK_PLUS_MOD, random.nextInt(2 * world) - world);
    } else if (choice == 3 && parameter.isRelative()) {
      int one = group == null ? 0 : group.localRank(ranks.min());
      int other = group == null ? 0 : group.localRank(ranks.max());
      int low = -Math.min(one, other);
      builder.add(Term.Kind.RANK_PLUS, low + random.nextInt(members - Math.max(one, other) - low));
    } else {
      builder.add(Term.Kind.CONSTANT, constant(parameter, members));
    }
  }

  private long constant(Parameter parameter, int members) {
    return switch (parameter) {
      case COMMUNICATOR, NEW_COMMUNICATOR -> random.nextInt(communicators.size());
      case DATATYPE, RECEIVE_DATATYPE, DATATYPES, RECEIVE_DATATYPES ->
        random.nextInt(datatypes.size());
      case GROUP, NEW_GROUP -> random.nextInt(groups.size());
      case REQUEST, REQUESTS -> 1 + random.nextInt(ring);
      case REDUCTION -> random.nextInt(Reduction.values().length);
      case PERIODS -> random.nextInt(2);
      case RANKS -> random.nextInt(world);
      case DESTINATION, SOURCE, ROOT, MATCHED_SOURCE, SOURCES, DESTINATIONS ->
        random.nextInt(members);
      case DISPLACEMENTS, RECEIVE_DISPLACEMENTS, KEY -> random.nextInt();
      case COUNT, RECEIVE_COUNT, COUNTS, RECEIVE_COUNTS ->
        random.nextLong(TraceValidator.MAX_COUNT + 1) >> random.nextInt(40);
      case TAG, RECEIVE_TAG, MATCHED_TAG, COLOR, OUTCOMES, DIMENSIONS, COMPLETIONS ->
        1 + random.nextInt(1 << random.nextInt(30));
    };
  }

  private List<Delta> deltas(RankList ranks) {
    List<Delta> deltas = new ArrayList<>();
    for (Delta.Kind kind : Delta.Kind.values()) {
      for (int after = Delta.AFTER_NOTHING; after < sites.size(); after++) {
        if (random.nextInt(4) == 0) {
          Unit unit = kind == Delta.Kind.CALLS
              ? Unit.CALLS
              : random.nextBoolean() ? Unit.MICROSECONDS : Unit.INSTRUCTIONS;
          for (RankList part : parts(ranks)) {
            List<Distribution> byExecution = new ArrayList<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
              byExecution.add(named(distribution(), part));
            }
            deltas.add(new Delta(kind, unit, after, part, byExecution));
          }
        }
      }
    }
    return deltas;
  }

  private double real() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(1000);
      case 1 -> random.nextInt(1_000_000) / 100.0;
      case 2 -> random.nextDouble() * Math.pow(10, random.nextInt(40) - 20);
      default -> 0;
    };
  }

  /** Every other histogram names the ranks of its extremes, but none in every third trace. */
  private Distribution named(Distribution values, RankList ranks) {
    return values instanceof Distribution.Histogram histogram
            && histogram.bins().size() % 2 == 0
            && size % 3 > 0
        ? new Distribution.Histogram(
            histogram.bins(), Optional.of(new Distribution.Extremes(ranks.min(), ranks.max())))
        : values;
  }

  private Distribution distribution() {
    if (random.nextBoolean()) {
      double min = real();
      double more = real();
      int count = 1 + random.nextInt(9);
      if (size % 4 == 1 && random.nextBoolean()) {
        double deviation = random.nextBoolean() ? more / 3 : Math.rint(more * 300) / 1000;
        return new Distribution.MeanStdDev(count, min, min + more / 2, deviation, min + more);
      }
      return new Distribution.MinAvgMax(count, min, min + more / 2, min + more);
    }
    if (random.nextBoolean()) {
      return ticks();
    }
    List<Bin> bins = new ArrayList<>();
    double lower = real();
    for (int i = random.nextInt(5); i >= 0; i--) {
      double upper = lower + real();
      long count = 1 + random.nextInt(1 << random.nextInt(30));
      bins.add(
          random.nextBoolean()
              ? Bin.ofEdges(lower, upper, count)
              : new Bin(lower, upper, count, lower, lower + (upper - lower) / 3, upper));
      lower = upper;
    }
    return new Distribution.Histogram(bins);
  }

  /** As the compressor creates them from the values of a clock. */
  private Distribution ticks() {
    List<Bin> bins = new ArrayList<>();
    long tick = random.nextInt(3);
    for (int i = random.nextInt(5); i >= 0; i--) {
      double min = tick / 1000.0;
      tick += random.nextInt(1 << random.nextInt(20));
      double max = tick / 1000.0;
      long count = min == max ? 1 : 2 + random.nextInt(1 << random.nextInt(30));
      double mean = Math.clamp(Math.rint((min + max) * 500 * count) / (1000.0 * count), min, max);
      bins.add(new Bin(
          BinScale.lower(BinScale.bin(min)),
          BinScale.upper(BinScale.bin(max)),
          count,
          min,
          mean,
          max));
      tick += 1 + tick / 2;
    }
    return new Distribution.Histogram(bins);
  }

  /** Loops of one family within a span. */
  private void loops(
      List<Event> events, int from, int to, int depth, RankList family, List<Loop> loops) {
    if (from > to || depth > 4 || family.isEmpty()) {
      return;
    }
    int first = from + random.nextInt(to - from + 1);
    int last = first + random.nextInt(to - first + 1);
    RankList busy = RankList.EMPTY;
    for (int i = first; i <= last; i++) {
      busy = busy.union(events.get(i).ranks());
    }
    RankList possible = busy.intersection(family);
    if (!possible.isEmpty() && random.nextInt(5) > 0) {
      RankList ranks = part(possible);
      List<Piece> pieces = new ArrayList<>();
      for (RankList part : parts(ranks)) {
        LongStream trips = random.nextInt(4) == 0
            ? LongStream.rangeClosed(0, 1 + random.nextInt(40))
            : random.longs(1 + random.nextInt(3), 1, 1000);
        pieces.add(new Piece(part, Sequence.scalars(trips.toArray())));
      }
      loops.add(new Loop(first, last, ranks, new Values(pieces)));
      loops(events, first, last, depth + 1, family, loops);
      loops(events, last + 1, to, depth + 1, family, loops);
    }
  }
}
