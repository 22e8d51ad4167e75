package io.github.tracecast.predict.fit;

/** The nodes of measured jobs. */
public interface Allocations {
  /** Jobs get the first nodes of a machine. */
  Allocations FIRST_NODES = measurement -> "default";

  /** The places of a job's ranks, as {@code --mapping} takes them. */
  String mapping(MeasuredTime measurement);
}
