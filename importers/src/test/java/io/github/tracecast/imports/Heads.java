package io.github.tracecast.imports;

/** How a file of each format begins. */
final class Heads {
  private Heads() {}

  static String of(TraceFormat format) {
    return switch (format) {
      case TRACECAST -> "tracecast-trace 1\n";
      case PARAVER -> "#Paraver (01/01/2020 at 00:00):1_ns:1(1):1:1(1:1)\n";
      case LISTING -> "ranks 4\n";
      case SCALATRACE -> "RANKS: 1 0 0\n";
      case RECORDING -> "TRCREC03";
      case DUMPI -> "\u00ff\u00aa\u00ddDUMPI\0";
      case OTF2 -> "\u0003BOTF2\0\0";
      case GOAL -> "num_ranks 4\n";
      case ALLPROF -> "# collprof 0.9 output file\n\nMPI_Init:-:1:2:1237666046950106.000000\n";
      case TIME_INDEPENDENT -> "0 init\n";
    };
  }
}
