package io.github.tracecast.tools.pattern;

import io.github.tracecast.trace.Trace;

/** Creates the comprehensive trace of a pattern. */
public final class Patterns {
  private Patterns() {}

  /**
   * Creates the trace of a pattern. Every rank initialises MPI, executes the steps and finalises
   * MPI.
   *
   * @throws io.github.tracecast.trace.text.UsageException if the request cannot be fulfilled
   */
  public static Trace generate(PatternRequest request) {
    TraceDraft draft = new TraceDraft(request);
    switch (request.pattern()) {
      case MESSAGE -> Messages.one(request, draft);
      case FAN -> Messages.fan(request, draft);
      case RING -> Messages.ring(draft);
      case CHAIN, WAVEFRONT -> new Wavefront(request).add(draft);
      case PINGPONG -> Messages.pingPong(request, draft);
      case STENCIL -> new Stencil(request).add(draft);
      case BARRIER,
          BCAST,
          REDUCE,
          ALLREDUCE,
          GATHER,
          SCATTER,
          ALLGATHER,
          ALLTOALL,
          REDUCE_SCATTER -> {
        if (request.algorithm().isPresent()) {
          new SpelledCollective(request).add(draft);
        } else {
          CollectiveCalls.add(request, draft);
        }
      }
    }
    return draft.build();
  }
}
