package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.CollectiveRules;
import io.github.tracecast.platform.CollectiveRules.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Collective rules as text: {@code ALGORITHM [on world] [from SIZE] [below SIZE] [from N ranks]
 * [below N ranks]; ...}, tried from left to right. ALGORITHM may be {@code NAME:SIZE} or
 * {@code NAME:COUNT}, see {@link CollectiveRules#takesParameter}. The last one has no conditions. For example
 * {@code tree on world; binomial below 12KiB; scatter-ring-allgather}.
 */
public final class RuleText {
  private static final int LONGEST = 1000;
  private static final Pattern CONDITION = Pattern.compile(
      "on (world)|(from|below) ([0-9]{1,9}) ranks|(from|below) ([0-9.]+\\s?[KMGkTi]{0,2}B)");

  /** MPICH's usual choices, by the bytes that {@link CollectiveRules} defines. */
  private static final Map<String, String> FALLBACKS = Map.ofEntries(
      Map.entry(CollectiveRules.AGREEMENT, "recursive-doubling"),
      Map.entry("barrier", "dissemination"),
      Map.entry("bcast", "binomial below 12KiB; binomial below 8 ranks; scatter-ring-allgather"),
      Map.entry("reduce", "binomial below 2KiB; rabenseifner"),
      Map.entry("allreduce", "recursive-doubling below 2KiB; rabenseifner"),
      Map.entry("gather", "binomial"),
      Map.entry("scatter", "binomial"),
      Map.entry("allgather", "bruck below 80KiB; ring"),
      Map.entry("allgatherv", "ring"),
      Map.entry("alltoall", "bruck from 8 ranks below 256B; linear below 32KiB; pairwise"),
      Map.entry("reduce_scatter", "recursive-halving below 512KiB; pairwise"),
      Map.entry("reduce_scatter_block", "recursive-halving below 512KiB; pairwise"),
      Map.entry("scan", "recursive-doubling"),
      Map.entry("exscan", "recursive-doubling"));

  private RuleText() {}

  /** Returns the rule of an operation that a platform does not mention. */
  static String fallback(String operation) {
    return FALLBACKS.getOrDefault(operation, "linear");
  }

  /** The rules of an operation that a platform does not mention. */
  public static Stream<Rule> defaults(String operation) {
    return read(operation, fallback(operation)).stream();
  }

  static List<Rule> read(String operation, String text) {
    if (text.length() > LONGEST) {
      throw new InvalidFigure("at most " + LONGEST + " characters of rules");
    }
    List<Rule> rules = new ArrayList<>();
    for (String rule : text.strip().split("\\s*;\\s*", -1)) {
      rules.add(rule(operation, rule.strip()));
    }
    if (!isUnconditional(rules.getLast())) {
      throw new InvalidFigure(
          "a last rule without conditions, for the calls that no earlier rule matches, such as \""
              + text + "; " + lastResort(operation) + "\"");
    }
    if (rules.stream().filter(RuleText::isUnconditional).count() > 1) {
      throw new InvalidFigure("no rule after one without conditions, which matches every call");
    }
    return rules;
  }

  private static boolean isUnconditional(Rule rule) {
    return !rule.worldOnly()
        && rule.fromBytes() == 0
        && rule.toBytes() == Long.MAX_VALUE
        && rule.minRanks() == 0
        && rule.maxRanks() == Integer.MAX_VALUE;
  }

  private static String lastResort(String operation) {
    String text = fallback(operation);
    return text.substring(text.lastIndexOf(';') + 1).strip();
  }

  private static List<String> legal(String operation) {
    return Objects.requireNonNull(CollectiveRules.legalAlgorithms().get(operation));
  }

  /** The name of an algorithm, with its size or count as a number; null if there is none such. */
  private static @Nullable String algorithm(String operation, String word) {
    int colon = word.indexOf(':');
    String name = colon < 0 ? word : word.substring(0, colon);
    if (!legal(operation).contains(name)) {
      return null;
    }
    if (colon < 0) {
      return name;
    }
    String parameter = word.substring(colon + 1);
    if (!CollectiveRules.takesParameter(operation, name)) {
      throw new InvalidFigure("\"" + name + "\" without \":" + parameter + "\"");
    }
    return name + ":"
        + (parameter.matches("[0-9]{1,9}") ? Long.parseLong(parameter) : Units.bytes(parameter));
  }

  private static Rule rule(String operation, String text) {
    String[] words = text.split("\\s+", 2);
    String algorithm = algorithm(operation, words[0]);
    List<String> legal = legal(operation);
    if (algorithm == null) {
      throw new InvalidFigure("one of the algorithms " + String.join(", ", legal)
          + ", with conditions such as \"on world\" or \"below 2KiB\"");
    }
    long fromBytes = 0;
    long toBytes = Long.MAX_VALUE;
    int minRanks = 0;
    int maxRanks = Integer.MAX_VALUE;
    boolean worldOnly = false;
    String rest = words.length == 1 ? "" : words[1].strip();
    while (!rest.isEmpty()) {
      Matcher condition = CONDITION.matcher(rest);
      if (!condition.lookingAt()) {
        throw new InvalidFigure(
            "conditions \"on world\", \"from SIZE\", \"below SIZE\", \"from N ranks\" or \"below N ranks\""
                + " after the algorithm's name");
      }
      if (condition.group(1) != null) {
        worldOnly = true;
      } else if (condition.group(2) != null) {
        int ranks = Integer.parseInt(condition.group(3));
        if (condition.group(2).equals("from")) {
          minRanks = ranks;
        } else {
          maxRanks = ranks - 1;
        }
      } else {
        long bytes = Units.bytes(condition.group(5));
        if (condition.group(4).equals("from")) {
          fromBytes = bytes;
        } else {
          toBytes = bytes - 1;
        }
      }
      rest = rest.substring(condition.end()).strip();
    }
    if (fromBytes > toBytes || minRanks > maxRanks) {
      throw new InvalidFigure("conditions that a call can meet");
    }
    return new Rule(operation, fromBytes, toBytes, minRanks, maxRanks, worldOnly, algorithm);
  }
}
