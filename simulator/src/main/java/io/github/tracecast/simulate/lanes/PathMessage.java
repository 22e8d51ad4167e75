package io.github.tracecast.simulate.lanes;

/**
 * Messages along a run's critical path that are alike.
 *
 * @param event the event of the trace that sends them, or the collective that they are part of
 * @param sender rank
 * @param receiver rank
 * @param bytes size of each
 * @param count how many of them the path goes along
 * @param seconds how long these are under way, their handshakes included
 */
public record PathMessage(
    int event, int sender, int receiver, long bytes, long count, double seconds) {}
