package io.github.tracecast.repair.sources;

/**
 * Where messages and receives meet: the receiver, the communicator's context, and the tag or its
 * substitute.
 */
record MeetingPlace(int rank, int context, int tag) {}
