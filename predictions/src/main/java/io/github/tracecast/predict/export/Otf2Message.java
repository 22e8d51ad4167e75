package io.github.tracecast.predict.export;

/**
 * One end of a message in the format.
 *
 * @param peer rank in the communicator; negative for none
 */
record Otf2Message(int peer, int communicator, int tag, long bytes) {}
