package io.github.tracecast.platform;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The node and the core of every rank of a run. */
final class Placement {
  private static final int LONGEST_LINE = 1000;

  final int[] nodeOf;
  final int[] coreOf;
  private final int nodes;
  private final int perNode;
  private final int[] shape;

  private Placement(int ranks, int nodes, int perNode, int[] shape) {
    this.nodeOf = new int[ranks];
    this.coreOf = new int[ranks];
    this.nodes = nodes;
    this.perNode = perNode;
    this.shape = shape;
  }

  /** Places ranks on a machine that has enough cores for them. */
  static Placement of(MappingSpec mapping, int ranks, int nodes, Platform platform, int[] shape) {
    int perNode = platform.node().cores();
    Placement placement = new Placement(ranks, nodes, perNode, shape);
    switch (mapping) {
      case MappingSpec.Default unsaid -> {
        if (shape.length == 0) {
          placement.blocked();
        } else {
          placement.roundRobin();
        }
      }
      case MappingSpec.Permutation permutation -> placement.permute(permutation.letters());
      case MappingSpec.Blocked blocked -> placement.blocked();
      case MappingSpec.RoundRobin roundRobin -> placement.roundRobin();
      case MappingSpec.Random random -> placement.random(random.seed());
      case MappingSpec.Allocated allocated ->
        placement.allocate(
            Allocation.nodesOf(allocated.source(), ranks, platform, nodes), allocated.source());
      case MappingSpec.FromFile file -> placement.read(file.path());
      case MappingSpec.SideBySide jobs -> placement.sideBySide(jobs.jobs(), platform);
    }
    return placement;
  }

  private void blocked() {
    for (int rank = 0; rank < nodeOf.length; rank++) {
      nodeOf[rank] = rank / perNode;
      coreOf[rank] = rank % perNode;
    }
  }

  private void roundRobin() {
    for (int rank = 0; rank < nodeOf.length; rank++) {
      nodeOf[rank] = rank % nodes;
      coreOf[rank] = rank / nodes;
    }
  }

  /** Places the jobs with given nodes first, because the other jobs get the nodes that are left. */
  private void sideBySide(List<MappingSpec.JobMapping> jobs, Platform platform) {
    int ranks = jobs.stream().mapToInt(MappingSpec.JobMapping::ranks).sum();
    if (ranks != nodeOf.length) {
      throw new PlatformException("mapping: found jobs of " + Allocation.ranks(ranks)
          + "; expected jobs of " + Allocation.ranks(nodeOf.length) + " in total");
    }
    BitSet taken = new BitSet(nodes);
    for (boolean given : new boolean[] {true, false}) {
      int first = 0;
      for (MappingSpec.JobMapping job : jobs) {
        if (job.isGiven() == given) {
          place(job, first, platform, taken);
        }
        first += job.ranks();
      }
    }
  }

  /** Places a job on nodes without other jobs, in the order of its mapping. */
  private void place(MappingSpec.JobMapping job, int first, Platform platform, BitSet taken) {
    int places = job.isGiven() ? job.ranks() : Math.multiplyExact(nodes, perNode);
    Placement order = of(MappingSpec.parse(job.mapping()), places, nodes, platform, shape);
    int rank = 0;
    for (int place = 0; place < places && rank < job.ranks(); place++) {
      int node = order.nodeOf[place];
      if (!taken.get(node)) {
        nodeOf[first + rank] = node;
        coreOf[first + rank++] = order.coreOf[place];
      } else if (job.isGiven()) {
        throw new PlatformException("mapping: found node " + node + " in two jobs (" + job.mapping()
            + "); expected separate nodes for each job");
      }
    }
    if (rank < job.ranks()) {
      throw new PlatformException("mapping: found room for " + rank + " of the " + job.ranks()
          + " ranks of a job beside other jobs; expected more nodes, or more ranks per node");
    }
    for (int own = first; own < first + rank; own++) {
      taken.set(nodeOf[own]);
    }
  }

  private void allocate(int[] places, String source) {
    Map<Integer, Integer> taken = new HashMap<>();
    for (int rank = 0; rank < nodeOf.length; rank++) {
      nodeOf[rank] = places[rank];
      coreOf[rank] = taken.merge(places[rank], 1, Integer::sum) - 1;
      if (coreOf[rank] >= perNode) {
        throw new PlatformException(source + ": found more than " + Allocation.ranks(perNode)
            + " on one node; expected at most " + perNode + " (node.ranks_per_node)");
      }
    }
  }

  private void permute(String letters) {
    int[] sizes = shape.length == 0 ? new int[] {nodes} : shape;
    int[] order = order(letters, sizes.length);
    int[] stride = new int[sizes.length];
    for (int d = 0, product = 1; d < sizes.length; product *= sizes[d++]) {
      stride[d] = product;
    }
    for (int rank = 0; rank < nodeOf.length; rank++) {
      int rest = rank;
      for (int d : order) {
        if (d == sizes.length) {
          coreOf[rank] = rest % perNode;
          rest /= perNode;
        } else {
          nodeOf[rank] += rest % sizes[d] * stride[d];
          rest /= sizes[d];
        }
      }
    }
  }

  /** Returns the dimensions in the order of the letters. The dimension after the last is the core. */
  private static int[] order(String letters, int dimensions) {
    String legal = Grids.letters(dimensions);
    String named = letters.indexOf('t') < 0 ? letters + 't' : letters;
    int[] order = named.chars().map(legal::indexOf).toArray();
    if (order.length != legal.length() || Arrays.stream(order).anyMatch(d -> d < 0)) {
      throw new PlatformException(
          "mapping: found " + letters + ", but this machine has "
              + (dimensions == 1 ? "only the dimension x" : "the dimensions " + dimensions(legal))
              + "; expected a permutation of " + legal
              + " (t for the cores of a node), or blocked, round-robin, random, random:SEED or file:PATH");
    }
    return order;
  }

  private static String dimensions(String letters) {
    return letters
        .chars()
        .limit(letters.length() - 1)
        .mapToObj(Character::toString)
        .collect(Collectors.joining(", "));
  }

  /**
   * Chooses cores by a partial Fisher-Yates shuffle with java.util.Random, whose sequence is
   * specified and so never changes.
   */
  private void random(long seed) {
    java.util.Random random = new java.util.Random(seed);
    int[] slots = IntStream.range(0, Math.multiplyExact(nodes, perNode)).toArray();
    for (int rank = 0; rank < nodeOf.length; rank++) {
      int chosen = rank + random.nextInt(slots.length - rank);
      int slot = slots[chosen];
      slots[chosen] = slots[rank];
      nodeOf[rank] = slot / perNode;
      coreOf[rank] = slot % perNode;
    }
  }

  private void read(Path path) {
    BitSet taken = new BitSet();
    int rank = 0;
    int number = 0;
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new PlatformException("mapping: found " + path
          + ", which is not a file; expected a file with one line per rank");
    }
    try (BufferedReader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
      for (String line; rank < nodeOf.length && (line = line(reader)) != null; ) {
        number++;
        String place = path + ":" + number + ": ";
        if (line.length() > LONGEST_LINE) {
          throw new PlatformException(
              place + "found a line of more than " + LONGEST_LINE + " characters; expected a node");
        }
        String text = Allocation.withoutComment(line);
        if (!text.isEmpty()) {
          put(rank++, text, place, taken);
        }
      }
    } catch (NoSuchFileException e) {
      throw new PlatformException(
          "mapping: found no file " + path + "; expected a file with one line per rank", e);
    } catch (IOException e) {
      throw new PlatformException(
          "mapping: cannot read " + path + " (" + PlatformException.reason(e)
              + "); expected a file with one line per rank",
          e);
    }
    if (rank < nodeOf.length) {
      throw new PlatformException(
          path + ":" + (number + 1) + ": found the end of the file after " + Allocation.ranks(rank)
              + "; expected one line for each of " + Allocation.ranks(nodeOf.length));
    }
  }

  /** Returns the next line, truncated at the limit; null at the end of the file. */
  private static @Nullable String line(BufferedReader reader) throws IOException {
    int next = reader.read();
    if (next < 0) {
      return null;
    }
    StringBuilder line = new StringBuilder();
    for (; next >= 0 && next != '\n' && line.length() <= LONGEST_LINE; next = reader.read()) {
      line.append((char) next);
    }
    return line.toString();
  }

  private void put(int rank, String text, String place, BitSet taken) {
    int[] numbers = numbers(text, place);
    boolean coordinates = shape.length > 0 && numbers.length >= shape.length && numbers.length > 1;
    int used = coordinates ? shape.length : 1;
    if (numbers.length > used + 1) {
      throw new PlatformException(
          place + "found " + numbers.length + " numbers; expected a node number"
              + (shape.length == 0 ? "" : " or " + shape.length + " coordinates")
              + ", optionally followed by a core");
    }
    int node = coordinates ? 0 : numbers[0];
    if (coordinates) {
      for (int d = shape.length - 1; d >= 0; d--) {
        if (numbers[d] >= shape[d]) {
          throw new PlatformException(
              place + "found coordinate " + numbers[d] + " along " + Grids.letter(d, shape.length)
                  + "; expected 0 to " + (shape[d] - 1) + " on this " + Grids.text(shape));
        }
        node = node * shape[d] + numbers[d];
      }
    }
    if (node >= nodes) {
      throw new PlatformException(place + "found node " + node + "; expected 0 to " + (nodes - 1));
    }
    nodeOf[rank] = node;
    coreOf[rank] = core(node, numbers.length > used ? numbers[used] : -1, place, taken);
  }

  private int core(int node, int wanted, String place, BitSet taken) {
    int slot = node * perNode;
    int core = wanted >= 0 ? wanted : taken.nextClearBit(slot) - slot;
    if (wanted >= perNode) {
      throw new PlatformException(
          place + "found core " + wanted + "; expected 0 to " + (perNode - 1));
    }
    if (core >= perNode || taken.get(slot + core)) {
      throw new PlatformException(
          place + "found a place that an earlier rank already uses; expected at most "
              + Allocation.ranks(perNode) + " per node, each on its own core");
    }
    taken.set(slot + core);
    return core;
  }

  private static int[] numbers(String text, String place) {
    String[] words = text.split("[\\s,]+");
    if (words.length == 0) {
      throw new PlatformException(place + "found no number; expected whole numbers of at least 0");
    }
    int[] numbers = new int[words.length];
    for (int i = 0; i < words.length; i++) {
      if (!words[i].matches("[0-9]{1,9}")) {
        throw new PlatformException(
            place + "found " + words[i] + "; expected whole numbers of at least 0");
      }
      numbers[i] = Integer.parseInt(words[i]);
    }
    return numbers;
  }
}
