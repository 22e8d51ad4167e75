package io.github.tracecast.predict.export;

import io.github.tracecast.decompress.EventTable;

/**
 * One end of a message in the format.
 *
 * @param peer rank in the communicator; {@link EventTable#NONE} for none, undefined if a receive takes any message
 */
record Otf2Message(int peer, int communicator, int tag, long bytes) {}
