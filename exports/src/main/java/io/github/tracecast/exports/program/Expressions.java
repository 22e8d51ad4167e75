package io.github.tracecast.exports.program;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.text.UsageException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of one event as C expressions. Values that are equal on all ranks, or within each
 * of a few groups of ranks, are written as expressions. Other values are in a table indexed by
 * {@code k}, the number of the execution.
 */
final class Expressions {
  /**
   * Values are written as an expression only if they differ between at most this many groups of
   * ranks.
   */
  private static final int MOST_GROUPS = 4;

  private final Event event;
  private final RankNames names;
  private final CTables tables;
  private final boolean inter;
  private boolean counted;
  private String communicator;

  /** @param inter whether the event may use an inter-communicator */
  Expressions(Event event, RankNames names, CTables tables, boolean inter) {
    this.inter = inter;
    this.event = event;
    this.names = names;
    this.tables = tables;
    this.communicator = event.parameter(Parameter.COMMUNICATOR) == null
        ? Integer.toString(Communicator.WORLD)
        : item(Parameter.COMMUNICATOR);
  }

  boolean has(Parameter parameter) {
    return event.parameter(parameter) != null;
  }

  /** Whether an expression uses {@code k}. */
  boolean counted() {
    return counted;
  }

  /**
   * Returns the initial value of the C variable {@code c}, which holds the communicator in later
   * expressions; null if {@code c} is not needed, because the communicator is a plain number.
   */
  @Nullable String declaredCommunicator() {
    String declared = plainCommunicator() ? null : communicator;
    if (declared != null) {
      communicator = "c";
    }
    return declared;
  }

  private boolean plainCommunicator() {
    return !communicator.isEmpty() && communicator.chars().allMatch(Character::isDigit);
  }

  String communicator() {
    return communicator;
  }

  /** Returns an expression for a partner's rank, which may be MPI_ANY_SOURCE or MPI_PROC_NULL. */
  String peer(Parameter parameter) {
    String rank = scalar(parameter, "0", "peer_at(&%s, k, " + communicator + ")");
    return inter
        ? (parameter == Parameter.ROOT ? "root_across(" : "across(") + rank + ", " + communicator
            + ")"
        : rank;
  }

  String tag(Parameter parameter) {
    return scalar(parameter, "0", "tag_at(&%s, k)");
  }

  /** Returns an expression for a count, a root or another plain number. */
  String number(Parameter parameter, String otherwise) {
    return scalar(parameter, otherwise, "number_at(&%s, k, " + communicator + ")");
  }

  String color() {
    return scalar(Parameter.COLOR, "0", "color_at(&%s, k, " + communicator + ")");
  }

  /** Returns an expression for the number of a communicator or group; -1 if there is none. */
  String item(Parameter parameter) {
    return scalar(parameter, "-1", "(int)item_at(&%s, k)");
  }

  /** Returns an expression for a request, as a number of the runtime's type {@code code}. */
  String request() {
    return scalar(Parameter.REQUEST, "NONE", "*tuple(&%s, k)");
  }

  /** Returns a reference to the variable of a list. */
  String list(Parameter parameter) {
    Values values = event.parameter(parameter);
    if (values == null) {
      throw new UsageException("found " + event.call().mpiName() + " without "
          + parameter.textName() + "; expected this parameter, which a program needs");
    }
    counted |= values.pieces().stream().anyMatch(piece -> piece.sequence().period() > 1);
    return "&" + tables.variable(values, true);
  }

  /** Returns the first number of a list, such as the flag of a test. */
  String first(Parameter parameter, String otherwise) {
    Values values = event.parameter(parameter);
    if (values == null) {
      return otherwise;
    }
    return isSimple(values) ? simple(parameter, values) : "(int)*tuple(" + list(parameter) + ", k)";
  }

  private String scalar(Parameter parameter, String otherwise, String lookedUp) {
    Values values = event.parameter(parameter);
    if (values == null) {
      return otherwise;
    }
    if (isSimple(values)) {
      return simple(parameter, values);
    }
    counted |= values.pieces().stream().anyMatch(piece -> piece.sequence().period() > 1);
    return lookedUp.formatted(tables.variable(values, false));
  }

  /**
   * Whether values are written as an expression. They are if they are the same number at each
   * execution and differ between few groups of ranks.
   */
  static boolean isSimple(Values values) {
    return values.pieces().size() <= MOST_GROUPS
        && values.pieces().stream()
            .allMatch(
                piece -> piece.sequence().period() == 1 && piece.sequence().isScalar());
  }

  private String simple(Parameter parameter, Values values) {
    List<Piece> pieces = new ArrayList<>(values.pieces());
    pieces.sort(Comparator.comparingInt(piece -> piece.ranks().size()));
    StringBuilder text = new StringBuilder();
    for (Piece piece : pieces.subList(0, pieces.size() - 1)) {
      text.append(names.condition(piece.ranks()))
          .append(" ? ")
          .append(term(parameter, piece.sequence().term(0, 0)))
          .append(" : ");
    }
    return text.append(term(parameter, pieces.getLast().sequence().term(0, 0))).toString();
  }

  private String term(Parameter parameter, Term term) {
    if (parameter == Parameter.REQUEST) {
      return CTables.code(term);
    }
    return switch (term.kind()) {
      case CONSTANT ->
        parameter == Parameter.COUNT || parameter == Parameter.RECEIVE_COUNT
            ? Literals.whole(term.number())
            : Literals.integer(term.number(), parameter.textName());
      case ANY -> parameter.isEndpoint() ? "MPI_ANY_SOURCE" : "MPI_ANY_TAG";
      case NONE -> none(parameter);
      case RANK_PLUS -> rankPlus(term.number());
      case RANK_PLUS_MOD -> around(term.number());
      case TIMES_RANK -> timesRank(term.number());
      case TIMES_RANK_MOD ->
        "around(" + timesRank(term.number()) + ", "
            + (inWorld() ? "RANKS" : "comms[" + communicator + "].size") + ")";
      case OTHER -> "other(" + term.number() + ", " + communicator + ")";
      case TRANSPOSED -> "transposed(" + term.number() + ", " + communicator + ")";
      case PERSISTENT, MATCHED -> CTables.code(term);
    };
  }

  private static String none(Parameter parameter) {
    return parameter == Parameter.COLOR
        ? "MPI_UNDEFINED"
        : parameter.isEndpoint() ? "MPI_PROC_NULL" : "-1";
  }

  private boolean inWorld() {
    return communicator.equals("0");
  }

  private String rank() {
    return inWorld() ? "me" : "comms[" + communicator + "].rank";
  }

  private String rankPlus(long offset) {
    return offset == 0 ? rank() : rank() + (offset < 0 ? " - " : " + ") + Math.abs(offset);
  }

  private String timesRank(long number) {
    return Term.slope(number) + " * " + rank() + " + " + Term.offset(number);
  }

  private String around(long offset) {
    if (inWorld()) {
      return offset < 0
          ? "around(" + rankPlus(offset) + ", RANKS)"
          : "(" + rankPlus(offset) + ") % RANKS";
    }
    return "around(" + rankPlus(offset) + ", comms[" + communicator + "].size)";
  }
}
