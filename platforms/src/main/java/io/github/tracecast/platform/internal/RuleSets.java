package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.collective.CollectiveRule;
import io.github.tracecast.platform.collective.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Named sets of collective rules. Each set is a resource file with lines {@code OPERATION
 * [CONDITIONS]: RULES}, where the conditions apply to all rules of the line. The lines of an
 * operation are tried in order. An operation without lines has the rules of the default set.
 */
public final class RuleSets {
  /** The name of the default set, for machine files that select no set. */
  public static final String USUAL = "usual";

  /** The key that selects a machine's set of rules. */
  public static final String KEY = "mpi.collectives";

  /** The source of the default set of rules. */
  public static final String UNCHOSEN =
      "assumption: the algorithms that MPICH commonly chooses, unless the trace names its MPI";

  /** The source of rules that come from the selected set. */
  public static final String BY_SET = "by " + KEY;

  /** The names of all sets. */
  static final List<String> NAMES = List.of(USUAL, "open-mpi-4.1", "mpich-4", "cray-mpich-8");

  private static final Map<String, Map<Operation, List<CollectiveRule>>> READ =
      new ConcurrentHashMap<>();

  private RuleSets() {}

  /**
   * The name of the set for an MPI library; the default set if there is no set for it. The library
   * is a text such as {@code Open MPI 4.1.4}, or the result of MPI_Get_library_version.
   */
  public static String ofMpi(String mpi) {
    String name = mpi.toLowerCase(Locale.ROOT).replaceAll("version|[ \\t:_]", "");
    if (name.matches("(openmpi|ompi)v?[45]\\..*")) {
      return "open-mpi-4.1";
    }
    if (name.startsWith("craympich")) {
      return "cray-mpich-8";
    }
    return name.matches("mpich4\\..*") ? "mpich-4" : USUAL;
  }

  /** The rules of a set for an operation. */
  public static List<CollectiveRule> rules(String set, Operation operation) {
    List<CollectiveRule> rules = read(set).get(operation);
    return rules != null ? rules : Objects.requireNonNull(read(USUAL).get(operation));
  }

  private static Map<Operation, List<CollectiveRule>> read(String set) {
    return READ.computeIfAbsent(set, RuleSets::parse);
  }

  private static Map<Operation, List<CollectiveRule>> parse(String set) {
    Map<Operation, List<CollectiveRule>> rules = new EnumMap<>(Operation.class);
    String file = "/io/github/tracecast/platform/collectives/" + set + ".txt";
    try (InputStream in = RuleSets.class.getResourceAsStream(file)) {
      byte[] text = Objects.requireNonNull(in, file).readAllBytes();
      for (String line : new String(text, StandardCharsets.UTF_8).lines().toList()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] sides = line.split(": ", 2);
          String[] head = sides[0].split(" ", 2);
          String conditions = head.length == 1 ? "" : " " + head[1];
          Operation operation = Operation.of(head[0]);
          List<CollectiveRule> of = rules.computeIfAbsent(operation, o -> new ArrayList<>());
          for (String rule : Fields.of(sides[1], ";")) {
            of.add(RuleText.rule(operation, rule + conditions));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rules;
  }
}
