package io.github.tracecast.predict.fuzz;

/**
 * Something that a command must not do.
 *
 * @param kind the same for findings of the same cause, as far as that shows
 * @param details what it printed, or where it hung
 */
record Finding(String kind, String details) {}
