package io.github.tracecast.predict.documents;

import org.junit.jupiter.api.parallel.ResourceLock;

/** The documents that record, or run, MPI programs. */
@ResourceLock("mpi")
class DocumentedRecordingsTest extends DocumentedCommands {
  DocumentedRecordingsTest() {
    super(true);
  }
}
