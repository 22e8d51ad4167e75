package io.github.tracecast.imports.internal.paraver;

import java.util.List;

/**
 * What a reader must know before it writes the first call of a task, although only the whole file
 * shows it. It is assumed at first. A file for which the assumptions are wrong is read again.
 *
 * @param createTogether whether all tasks create communicators with the same calls, so that these
 *     calls are on MPI_COMM_WORLD
 * @param tasks the facts of each task; empty for a file that was not read yet
 */
record FileFacts(boolean createTogether, List<OfTask> tasks) {
  static final FileFacts ASSUMED = new FileFacts(true, List.of());

  /**
   * @param start the start of the task in the trace's units
   * @param lateSends the messages that the task sends and whose records come too late even for
   *     wider blocks
   * @param lateReceives the same for the messages that the task receives
   */
  record OfTask(long start, List<PrvMessage> lateSends, List<PrvMessage> lateReceives) {
    static final OfTask ASSUMED = new OfTask(-1, List.of(), List.of());

    int late() {
      return lateSends.size() + lateReceives.size();
    }
  }

  OfTask task(int task) {
    return task < tasks.size() ? tasks.get(task) : OfTask.ASSUMED;
  }

  boolean isAssumed() {
    return tasks.isEmpty();
  }
}
