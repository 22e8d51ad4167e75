package io.github.tracecast.predict.documents;

import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The documents that record, or run, MPI programs. */
@ResourceLock("mpi")
@Order(1)
class DocumentedRecordingsTest extends DocumentedCommands {
  DocumentedRecordingsTest() {
    super(true);
  }
}
