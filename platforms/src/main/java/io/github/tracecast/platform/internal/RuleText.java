package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.collective.Algorithms;
import io.github.tracecast.platform.collective.CollectiveRule;
import io.github.tracecast.platform.collective.CollectiveRule.Condition;
import io.github.tracecast.platform.collective.CollectiveRule.Range;
import io.github.tracecast.platform.collective.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads collective rules from text: {@code ALGORITHM [on world] [on powers of two] [from SIZE [a
 * rank]] [below SIZE [a rank]] [from N ranks] [below N ranks]; ...}, tried from left to right.
 * ALGORITHM may be {@code NAME:SIZE} or {@code NAME:COUNT}, see {@link Algorithms#takesNumber}. The
 * last rule has no conditions. For example {@code tree on world; binomial below 12KiB;
 * scatter-ring-allgather}. The name of a set means its rules.
 */
public final class RuleText {
  private static final int LONGEST = 1000;
  private static final Pattern CONDITION =
      Pattern.compile("on (world|powers of two)|(from|below) ([0-9]{1,9}) ranks"
          + "|(from|below) ([0-9.]+\\s?[KMGkTi]{0,2}B)( a rank)?");

  private RuleText() {}

  static List<CollectiveRule> read(Operation operation, String text) {
    if (text.length() > LONGEST) {
      throw new InvalidFigure("at most " + LONGEST + " characters of rules");
    }
    if (RuleSets.NAMES.contains(text.strip())) {
      return RuleSets.rules(text.strip(), operation);
    }
    List<CollectiveRule> rules = new ArrayList<>();
    for (String rule : Fields.of(text, ";")) {
      rules.add(rule(operation, rule.strip()));
    }
    if (!isUnconditional(rules.getLast())) {
      throw new InvalidFigure(
          "a last rule without conditions, for calls to which no earlier rule applies, such as \""
              + text + "; " + lastResort(operation) + "\"");
    }
    if (rules.stream().filter(RuleText::isUnconditional).count() > 1) {
      throw new InvalidFigure(
          "no rule after a rule without conditions, because a rule without conditions applies to every call");
    }
    return rules;
  }

  private static boolean isUnconditional(CollectiveRule rule) {
    return rule.condition().isMetByAll();
  }

  private static String lastResort(Operation operation) {
    return RuleSets.rules(RuleSets.USUAL, operation).getLast().algorithm();
  }

  /** The name of an algorithm, with a size as its parameter (1KiB) converted to a number of bytes (1024). */
  private static String algorithm(Operation operation, String word) {
    List<String> names = Algorithms.namesWithNetworks(operation);
    String name = Algorithms.withoutParameter(word);
    if (!names.contains(name)) {
      throw new InvalidFigure("an algorithm (" + String.join(", ", names)
          + "), optionally with conditions such as \"on world\" or \"below 2KiB\", or a set of rules ("
          + String.join(", ", RuleSets.NAMES) + ")");
    }
    if (name.equals(word)) {
      return word;
    }
    String parameter = word.substring(name.length() + 1);
    if (!Algorithms.takesNumber(operation, name)) {
      throw new InvalidFigure("\"" + name + "\" without \":" + parameter + "\"");
    }
    return name + ":"
        + (parameter.matches("[0-9]{1,9}") ? Long.parseLong(parameter) : Units.bytes(parameter));
  }

  /** Reads a rule of an operation. */
  static CollectiveRule rule(Operation operation, String text) {
    String[] words = text.split("\\s+", 2);
    String algorithm = algorithm(operation, words[0]);
    Range bytes = Range.ALL;
    Range bytesOfARank = Range.ALL;
    Range ranks = Range.ALL;
    boolean powersOfTwo = false;
    boolean worldOnly = false;
    String rest = words.length == 1 ? "" : words[1].strip();
    while (!rest.isEmpty()) {
      Matcher condition = CONDITION.matcher(rest);
      if (!condition.lookingAt()) {
        throw new InvalidFigure(
            "conditions \"on world\", \"on powers of two\", \"from SIZE\", \"below SIZE\", \"below SIZE a rank\", \"from N ranks\" or \"below N ranks\""
                + " after the algorithm's name");
      }
      if (condition.group(1) != null) {
        worldOnly |= condition.group(1).equals("world");
        powersOfTwo |= !condition.group(1).equals("world");
      } else if (condition.group(2) != null) {
        ranks = limited(ranks, condition.group(2), Long.parseLong(condition.group(3)));
      } else if (condition.group(6) != null) {
        bytesOfARank = limited(bytesOfARank, condition.group(4), Units.bytes(condition.group(5)));
      } else {
        bytes = limited(bytes, condition.group(4), Units.bytes(condition.group(5)));
      }
      rest = rest.substring(condition.end()).strip();
    }
    if (bytes.isEmpty() || bytesOfARank.isEmpty() || ranks.isEmpty()) {
      throw new InvalidFigure("conditions that some call can meet");
    }
    return new CollectiveRule(
        operation, new Condition(bytes, bytesOfARank, ranks, powersOfTwo, worldOnly), algorithm);
  }

  private static Range limited(Range range, String side, long to) {
    return side.equals("from") ? new Range(to, range.below()) : new Range(range.from(), to);
  }
}
