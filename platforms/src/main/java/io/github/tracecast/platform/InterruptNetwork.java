package io.github.tracecast.platform;

/**
 * A network of its own for barriers.
 *
 * @param roundTripSeconds from the last rank's arrival until every rank knows of it
 */
public record InterruptNetwork(double roundTripSeconds) {}
