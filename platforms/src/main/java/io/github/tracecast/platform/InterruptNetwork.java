package io.github.tracecast.platform;

/**
 * A separate network for barriers.
 *
 * @param roundTripSeconds time from the last rank's arrival until every rank is notified
 */
public record InterruptNetwork(double roundTripSeconds) {}
