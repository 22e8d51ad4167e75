package io.github.tracecast.simulate.criticalpath;

/**
 * Messages along a run's critical path that have the same event, sender, receiver and size.
 *
 * @param event the trace event that sends the messages: a send or a collective
 * @param sender rank
 * @param receiver rank
 * @param bytes size of each message
 * @param count number of such messages on the path
 * @param seconds their total flight time, handshakes included
 */
public record PathMessage(
    int event, int sender, int receiver, long bytes, long count, double seconds) {}
