package io.github.tracecast.exports.program;

import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.util.List;

/**
 * Writes steps as C code: loops and conditions on the rank.
 *
 * @param whole for a skeleton, the trace from which it was made, with the same loops; otherwise the
 *     trace itself
 */
record StepText(Trace trace, Trace whole, RankNames names, CTables values, CallText calls) {
  interface CallText {
    void append(StringBuilder out, int event, String indent);
  }

  /**
   * Appends steps. Consecutive steps of the same ranks share one condition.
   *
   * @param ranks the ranks that reach these steps
   */
  void append(StringBuilder out, List<Step> steps, RankList ranks, int depth) {
    RankList open = null;
    for (Step step : steps) {
      RankList executing = executing(step, ranks);
      boolean conditional = !executing.containsAll(ranks);
      if (open != null && !executing.equals(open)) {
        out.append("  ".repeat(depth)).append("}\n");
        open = null;
      }
      if (conditional && open == null) {
        out.append("  ".repeat(depth))
            .append("if (")
            .append(names.condition(executing))
            .append(") {\n");
        open = executing;
      }
      int inner = open == null ? depth : depth + 1;
      append(out, step, open == null ? ranks : executing, inner);
    }
    if (open != null) {
      out.append("  ".repeat(depth)).append("}\n");
    }
  }

  private void append(StringBuilder out, Step step, RankList ranks, int depth) {
    switch (step) {
      case Step.Call call -> calls.append(out, call.event(), "  ".repeat(depth));
      case Step.Only only -> append(out, only.body(), ranks, depth);
      case Step.Repeat repeat -> {
        Loop loop = trace.loops().get(repeat.loop());
        Loop uncut = whole.loops().get(repeat.loop());
        if (loop.iterations().equals(uncut.iterations())) {
          loop(out, repeat, ranks, depth);
        } else {
          weighted(out, repeat, ranks, depth);
        }
      }
    }
  }

  /**
   * Writes a loop of a skeleton. Each of its iterations represents several iterations of the whole
   * run.
   */
  private void weighted(StringBuilder out, Step.Repeat repeat, RankList ranks, int depth) {
    String indent = "  ".repeat(depth);
    String all = iterations(whole.loops().get(repeat.loop()), ranks, "0");
    String made = iterations(trace.loops().get(repeat.loop()), ranks, "0");
    out.append(indent).append("{\n");
    out.append(indent).append("double factor = (double)(" + all + ") / (double)(" + made + ");\n");
    out.append(indent).append("weigh(factor);\n");
    loop(out, repeat, ranks, depth);
    out.append(indent).append("weigh(1 / factor);\n");
    out.append(indent).append("}\n");
  }

  private void loop(StringBuilder out, Step.Repeat repeat, RankList ranks, int depth) {
    String indent = "  ".repeat(depth);
    String variable = "i" + depth;
    String iterations = iterations(trace.loops().get(repeat.loop()), ranks, "entries++");
    boolean usesTable = iterations.contains("entries");
    if (usesTable) {
      out.append(indent).append("{\n").append(indent).append("static long long entries;\n");
    }
    out.append(indent)
        .append(
            "for (long long %1$s = %2$s; %1$s > 0; %1$s--) {\n".formatted(variable, iterations));
    append(out, repeat.body(), ranks, depth + 1);
    out.append(indent).append("}\n");
    if (usesTable) {
      out.append(indent).append("}\n");
    }
  }

  /** Returns the ranks that execute any part of a step. */
  private RankList executing(Step step, RankList ranks) {
    return switch (step) {
      case Step.Call call -> trace.events().get(call.event()).ranks().intersection(ranks);
      case Step.Only only -> only.ranks().intersection(ranks);
      case Step.Repeat repeat -> {
        RankList executing = trace.loops().get(repeat.loop()).ranks().intersection(ranks);
        for (Step inner : repeat.body()) {
          if (executing.containsAll(ranks)) {
            break;
          }
          executing = executing.union(executing(inner, ranks));
        }
        yield executing;
      }
    };
  }

  /** @param entry C expression of the number of the loop's execution */
  private String iterations(Loop loop, RankList ranks, String entry) {
    Values iterations = loop.iterations();
    StringBuilder text = new StringBuilder();
    boolean all = loop.ranks().containsAll(ranks);
    if (!Expressions.isSimple(iterations)) {
      if (!all) {
        text.append("!").append(names.condition(loop.ranks())).append(" ? 1 : ");
      }
      return text.append("*tuple(&")
          .append(values.variable(iterations, false))
          .append(", " + entry + ")")
          .toString();
    }
    List<Piece> pieces = iterations.pieces();
    for (int i = 0; i < pieces.size(); i++) {
      Piece piece = pieces.get(i);
      if (!piece.ranks().intersects(ranks)) {
        continue;
      }
      String count = Literals.whole(piece.sequence().number(0, 0));
      if (piece.ranks().containsAll(ranks)) {
        return count;
      }
      text.append(names.condition(piece.ranks())).append(" ? ").append(count).append(" : ");
    }
    return text.append("1").toString();
  }
}
