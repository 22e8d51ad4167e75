package io.github.tracecast.tools.jobs;

import io.github.tracecast.trace.Trace;

/**
 * A program that runs beside other programs.
 *
 * @param name name of the job
 * @param startSeconds when the job's ranks begin, from 0 on
 * @param runs how often the program runs, one run after the other, at least 1
 */
public record JobProgram(String name, Trace trace, double startSeconds, int runs) {
  public int ranks() {
    return trace.header().ranks();
  }
}
