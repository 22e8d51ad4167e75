package io.github.tracecast.predict.fuzz;

/**
 * Something that a command must not do.
 *
 * @param kind equal for findings with the same visible cause
 * @param details the output, or the place where the case hung
 */
record Finding(String kind, String details) {}
