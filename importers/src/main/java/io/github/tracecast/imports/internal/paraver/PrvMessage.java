package io.github.tracecast.imports.internal.paraver;

/**
 * A message with the times of its send, of its receive and of the end of its reception. Tasks are
 * numbered from 0.
 */
record PrvMessage(
    int sender,
    int receiver,
    long sent,
    long received,
    long arrived,
    long bytes,
    int tag,
    long line) {
  /** Returns the time of the call that sends or receives the message. */
  long callTime(boolean sending) {
    return sending ? sent : received;
  }
}
