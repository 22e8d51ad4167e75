package io.github.tracecast.repair.sources;

/** The key by which messages and receives match: the receiver, the communicator's context, and the tag or its substitute. */
record MeetingPlace(int rank, int context, int tag) {}
