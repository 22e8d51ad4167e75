package io.github.tracecast.tools.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Finds the topologies that a pattern of messages follows. The whole graph is compared first. If
 * nothing matches, parts of the graph are compared: the edges with the most messages, the edges in
 * the most squares, and grids with ranks in order. The result includes the share of messages and
 * bytes that a match does not explain.
 */
public final class TopologySearch {
  /**
   * A match with a part of the graph counts only if it explains at least this share of the messages
   * or bytes.
   */
  private static final double LEAST_SHARE = 0.5;

  /**
   * Limit of extra edges, as a share of a candidate's edges, if an extra edge has as many messages
   * as a candidate's edge.
   */
  private static final double MOST_EXTRA = 0.05;

  private static final int MOST_THRESHOLDS = 12;

  private final MessagePattern pattern;
  private final Weights weights;
  private final List<LogicalTopology> candidates;
  private final boolean spectra;
  private final Map<LogicalTopology, Spectrum> spectrumOf = new LinkedHashMap<>();

  private TopologySearch(
      MessagePattern pattern, Collection<TopologyFile.Pattern> patterns, boolean spectra) {
    this.pattern = pattern;
    this.weights = Weights.of(pattern);
    this.candidates = pattern.ranks() < 2 ? List.of() : Candidates.of(pattern.ranks(), patterns);
    this.spectra = spectra && pattern.ranks() <= Spectrum.MOST_VERTICES;
  }

  /**
   * Searches for topologies.
   *
   * @param patterns topologies that the user defines; may be empty
   * @param spectra whether eigenvalues are compared; the comparison saves tests of isomorphism but
   *     also takes time
   */
  static TopologyFindings search(
      MessagePattern pattern, Collection<TopologyFile.Pattern> patterns, boolean spectra) {
    return new TopologySearch(pattern, patterns, spectra).findings();
  }

  private TopologyFindings findings() {
    RankGraph whole = RankGraph.of(pattern.ranks(), weights.edges());
    Map<String, Integer> narrowing = new LinkedHashMap<>();
    List<TopologyMatch> matches = new ArrayList<>();
    if (whole.edges() > 0) {
      matches.addAll(matches(whole, narrowing));
      if (matches.isEmpty()) {
        matches.addAll(partial(whole));
      }
    }
    matches.sort(Comparator.comparingLong(TopologyMatch::messages)
        .reversed()
        .thenComparing(Comparator.comparingLong(TopologyMatch::bytes).reversed())
        .thenComparingInt(TopologyMatch::unused)
        .thenComparing(match -> !match.inOrder()));
    return new TopologyFindings(
        pattern, weights.totalMessages(), weights.totalBytes(), narrowing, List.copyOf(matches));
  }

  /**
   * Finds the candidates that equal the whole graph.
   *
   * @param narrowing receives the number of candidates that remain after each test
   */
  private List<TopologyMatch> matches(RankGraph graph, Map<String, Integer> narrowing) {
    narrowing.put("prime factors", candidates.size());
    List<LogicalTopology> left =
        candidates.stream().filter(one -> one.edges() == graph.edges()).toList();
    narrowing.put("edges", left.size());
    int[] degrees = graph.degrees();
    left = left.stream()
        .filter(one -> Arrays.equals(one.graph().degrees(), degrees))
        .toList();
    narrowing.put("degrees", left.size());
    if (spectra && !left.isEmpty()) {
      Spectrum spectrum = Spectrum.of(graph);
      left = left.stream()
          .filter(one -> spectrumOf
              .computeIfAbsent(one, other -> Spectrum.of(other.graph()))
              .matches(spectrum))
          .toList();
      narrowing.put("eigenvalues", left.size());
    }
    List<TopologyMatch> found =
        left.stream().flatMap(one -> match(one, graph).stream()).toList();
    narrowing.put("isomorphism", found.size());
    return found;
  }

  /** Returns the ranks' positions in a candidate: in order if that matches, otherwise by isomorphism. */
  private Optional<TopologyMatch> match(LogicalTopology candidate, RankGraph graph) {
    long[] edges = graph.allEdges();
    for (LogicalTopology ordered : Candidates.orders(candidate)) {
      if (Arrays.equals(ordered.graph().allEdges(), edges)) {
        return Optional.of(weights.match(ordered, inOrder()));
      }
    }
    return Isomorphism.find(graph, candidate.graph())
        .map(positions -> weights.match(candidate, positions));
  }

  private int[] inOrder() {
    return IntStream.range(0, pattern.ranks()).toArray();
  }

  /** Finds candidates that match a part of the graph, or that have edges without messages. */
  private List<TopologyMatch> partial(RankGraph whole) {
    List<TopologyMatch> found = new ArrayList<>(heavyEdges());
    if (found.isEmpty()) {
      found.addAll(withoutExtraEdges(whole));
    }
    found.addAll(ranksInOrder());
    Set<String> names = new HashSet<>();
    return found.stream()
        .filter(this::explainsEnough)
        .filter(match -> names.add(match.topology().name()))
        .toList();
  }

  private boolean explainsEnough(TopologyMatch match) {
    return match.messages() >= LEAST_SHARE * weights.totalMessages()
        || match.bytes() >= LEAST_SHARE * weights.totalBytes() && weights.totalBytes() > 0;
  }

  /**
   * Finds matches of the edges with the most messages or bytes, at the lowest threshold with a
   * match.
   */
  private List<TopologyMatch> heavyEdges() {
    for (long[] weight : List.of(weights.messages(), weights.bytes())) {
      for (long threshold : thresholds(weight)) {
        RankGraph heavy = RankGraph.of(pattern.ranks(), weights.atLeast(weight, threshold));
        List<TopologyMatch> found = matches(heavy, new LinkedHashMap<>()).stream()
            .filter(this::explainsEnough)
            .toList();
        if (!found.isEmpty()) {
          return found;
        }
      }
    }
    return List.of();
  }

  /**
   * Returns weights that separate heavy from light edges, ascending. They are the weights just
   * above the largest ratios between successive weights.
   */
  private static List<Long> thresholds(long[] weight) {
    long[] distinct = Arrays.stream(weight).sorted().distinct().toArray();
    return IntStream.range(1, distinct.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> (double) distinct[i - 1] / distinct[i]))
        .limit(MOST_THRESHOLDS)
        .map(i -> distinct[i])
        .sorted()
        .toList();
  }

  /**
   * Searches for matches after some edges are removed: the edges whose removal makes the graph
   * regular, or the edges in the fewest squares.
   */
  private List<TopologyMatch> withoutExtraEdges(RankGraph whole) {
    Set<Long> sizes = new TreeSet<>(Comparator.reverseOrder());
    candidates.forEach(one -> sizes.add(one.edges()));
    sizes.removeIf(size -> size >= whole.edges() || whole.edges() > size * (1 + MOST_EXTRA));
    for (long size : sizes) {
      List<long[]> tries = new ArrayList<>(ExtraEdges.ofRegular(whole, (int) size));
      tries.add(Arrays.copyOf(weights.bySquares(whole), (int) size));
      for (long[] kept : tries) {
        Arrays.sort(kept);
        List<TopologyMatch> found =
            matches(RankGraph.of(pattern.ranks(), kept), new LinkedHashMap<>());
        if (!found.isEmpty()) {
          return found;
        }
      }
    }
    return List.of();
  }

  /** Finds candidates of which all edges have messages, if rank r is at position r. */
  private List<TopologyMatch> ranksInOrder() {
    return candidates.stream()
        .filter(candidate -> candidate.edges() <= weights.edges().length)
        .flatMap(candidate -> Candidates.orders(candidate).stream())
        .map(ordered -> weights.match(ordered, inOrder()))
        .filter(match -> match.unused() == 0)
        .toList();
  }
}
