package io.github.tracecast.platform;

/** Converts the names of a machine's nodes, such as {@code nid001000}, to numbers. */
public interface NodeNames {
  /** Result for a name that no node has. */
  long UNKNOWN = -1;

  /** The names of nodes that are named by their numbers. */
  NodeNames NUMBERS = name -> name.matches("[0-9]{1,9}") ? Long.parseLong(name) : UNKNOWN;

  /** The number of the node with this name, or {@link #UNKNOWN}. */
  long place(String name);
}
