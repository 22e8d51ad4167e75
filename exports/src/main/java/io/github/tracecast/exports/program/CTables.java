package io.github.tracecast.exports.program;

import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tables in the C file for values without an expression: lists, and values that differ between
 * executions or between many ranks.
 */
final class CTables {
  /** At least this many equal values in a row are written as a count and one value. */
  private static final int SHORTEST_RUN = 3;

  private static final int SHORTEST_STEPS = 4;

  private record Key(Values values, boolean tuples) {}

  private final RankNames names;
  private final Map<Key, Integer> numbers = new LinkedHashMap<>();

  CTables(RankNames names) {
    this.names = names;
  }

  /**
   * Returns the name of the variable with a rank's values.
   *
   * @param tuples whether the value of each execution is a list
   */
  String variable(Values values, boolean tuples) {
    Key key = new Key(values, tuples);
    for (Piece piece : values.pieces()) {
      names.number(piece.ranks());
    }
    return "v" + numbers.computeIfAbsent(key, k -> numbers.size());
  }

  /** Writes the tables, which must precede all functions that use them. */
  void write(StringBuilder out) {
    if (numbers.isEmpty()) {
      return;
    }
    out.append(
        "/* Values: for each group of ranks, the number of its rank list, the number of words after"
            + " the period, the period, and the value at each execution. */\n");
    numbers.forEach((key, number) -> {
      List<String> words = new ArrayList<>();
      key.values.pieces().forEach(piece -> words.addAll(piece(piece, key.tuples)));
      out.append("static const code V").append(number).append("[] = {");
      Literals.list(out, words);
      out.append("};\nstatic struct values v").append(number).append(";\n");
    });
    out.append('\n');
  }

  /** Writes the function that finds this rank's values. */
  void writeLoading(StringBuilder out) {
    out.append("static void load_values(void) {\n");
    numbers.forEach(
        (key, number) -> out.append("  load(&v%1$d, V%1$d, sizeof V%1$d / sizeof *V%1$d, %2$d);\n"
            .formatted(number, key.tuples ? 1 : 0)));
    out.append("}\n\n");
  }

  boolean isEmpty() {
    return numbers.isEmpty();
  }

  private List<String> piece(Piece piece, boolean tuples) {
    List<Term> flat = new ArrayList<>();
    Sequence sequence = piece.sequence();
    for (int element = 0; element < sequence.period(); element++) {
      if (tuples) {
        flat.add(Term.constant(sequence.length(element)));
      }
      for (int i = 0; i < sequence.length(element); i++) {
        flat.add(sequence.term(element, i));
      }
    }
    List<String> words = runs(flat);
    words.addFirst(Integer.toString(sequence.period()));
    words.addFirst(Integer.toString(words.size() - 1));
    words.addFirst(Integer.toString(names.number(piece.ranks())));
    return words;
  }

  private static List<String> runs(List<Term> terms) {
    List<String> words = new ArrayList<>();
    for (int at = 0; at < terms.size(); ) {
      int same = same(terms, at);
      int steps = steps(terms, at);
      if (steps >= SHORTEST_STEPS && steps > same) {
        words.add("STEPS(" + steps + ")");
        words.add(code(terms.get(at)));
        words.add(Long.toString(terms.get(at + 1).number() - terms.get(at).number()));
        at += steps;
      } else if (same >= SHORTEST_RUN) {
        words.add("TIMES(" + same + ")");
        words.add(code(terms.get(at)));
        at += same;
      } else {
        words.add(code(terms.get(at++)));
      }
    }
    return words;
  }

  private static int same(List<Term> terms, int from) {
    int end = from + 1;
    while (end < terms.size() && terms.get(end).equals(terms.get(from))) {
      end++;
    }
    return end - from;
  }

  private static int steps(List<Term> terms, int from) {
    Term.Kind kind = terms.get(from).kind();
    boolean counts = kind == Term.Kind.CONSTANT || kind == Term.Kind.OTHER;
    if (!counts || from + 1 >= terms.size() || terms.get(from + 1).kind() != kind) {
      return 1;
    }
    long step = terms.get(from + 1).number() - terms.get(from).number();
    int end = from + 2;
    while (end < terms.size()
        && terms.get(end).kind() == kind
        && terms.get(end).number() - terms.get(end - 1).number() == step) {
      end++;
    }
    return end - from;
  }

  /** Returns a term as a number of the runtime's type {@code code}. */
  static String code(Term term) {
    return switch (term.kind()) {
      case CONSTANT -> Literals.whole(term.number());
      case RANK_PLUS -> "RANK(" + term.number() + ")";
      case RANK_PLUS_MOD -> "AROUND(" + term.number() + ")";
      case ANY -> "ANY";
      case NONE -> "NONE";
      case PERSISTENT -> "PERSISTENT(" + term.number() + ")";
      case TIMES_RANK -> "TIMES_RANK(" + term.number() + ")";
      case TIMES_RANK_MOD -> "TIMES_RANK_AROUND(" + term.number() + ")";
      case OTHER -> "OTHER(" + term.number() + ")";
      case TRANSPOSED -> "TRANSPOSED(" + term.number() + ")";
      case MATCHED -> throw new AssertionError("a partner that is not the recorded one");
    };
  }
}
