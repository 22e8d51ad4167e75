package io.github.tracecast.predict.documents;

/** The documents whose commands start no MPI program: they run beside other tests. */
class DocumentedCommandsTest extends DocumentedCommands {
  DocumentedCommandsTest() {
    super(false);
  }
}
