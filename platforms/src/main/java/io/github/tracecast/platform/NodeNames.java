package io.github.tracecast.platform;

/** The names of a machine's nodes, such as {@code nid001000}. */
public interface NodeNames {
  /** The number for a name that no node has. */
  long UNKNOWN = -1;

  /** Nodes are called by their numbers. */
  NodeNames NUMBERS = name -> name.matches("[0-9]{1,9}") ? Long.parseLong(name) : UNKNOWN;

  /** The number of the node of a name, or {@link #UNKNOWN}. */
  long place(String name);
}
