package io.github.tracecast.exports.program;

import io.github.tracecast.trace.RankList;
import java.util.List;

/** A part of a C program: a call, a loop, or steps that only some ranks execute. */
sealed interface Step {
  record Call(int event) implements Step {}

  /** A loop around steps. A rank without the loop executes its steps once. */
  record Repeat(int loop, List<Step> body) implements Step {}

  /** Steps that only these ranks execute, because their loops cross the loops of other ranks. */
  record Only(RankList ranks, List<Step> body) implements Step {}
}
