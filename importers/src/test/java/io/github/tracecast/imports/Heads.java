package io.github.tracecast.imports;

/** The first bytes of a file of each format. */
final class Heads {
  private Heads() {}

  static String of(TraceFormat format) {
    return switch (format) {
      case TRACECAST -> "tracecast-trace 7\n";
      case PARAVER -> "#Paraver (01/01/2020 at 00:00):1_ns:1(1):1:1(1:1)\n";
      case LISTING -> "ranks 4\n";
      case SCALATRACE -> "RANKS: 1 0 0\n";
      case RECORDING -> "TRCREC07";
      case DUMPI -> "\u00ff\u00aa\u00ddDUMPI\0";
      case OTF2 -> "\u0003BOTF2\0\0";
      case GOAL -> "num_ranks 4\n";
      case ALLPROF -> "# collprof 0.9 output file\n\nMPI_Init:-:1:2:1237666046950106.000000\n";
      case SLOG2 -> "\0\nSLOG 2.0.6\0";
      case CLOG2 -> "CLOG-02.44\0\0";
      case TAU -> "27 dynamic_trace_events\n";
      case DARSHAN -> "3.41\0\0\0\0" + "75d\0\0\0\0\0";
      case CUBE -> "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cube version=\"4.0\">";
      case PAJE -> "%EventDef PajeDefineContainerType 0\n";
      case CHROME -> "{ \"traceEvents\": []}";
      case SQLITE -> "SQLite format 3\0";
      case TIME_INDEPENDENT -> "0 init\n";
    };
  }
}
