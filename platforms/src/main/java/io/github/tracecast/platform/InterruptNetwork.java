package io.github.tracecast.platform;

/**
 * A separate network for barriers.
 *
 * @param roundTripSeconds time from the arrival of the last rank at the barrier until every rank is
 *     notified
 */
public record InterruptNetwork(double roundTripSeconds) {}
