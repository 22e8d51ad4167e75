package io.github.tracecast.platform;

/** Converts the names of a machine's nodes, such as {@code nid001000}, to numbers. */
public interface NodeNames {
  /** Result for a name that no node has. */
  long UNKNOWN = -1;

  /** The names of nodes on a machine where the names are the numbers. */
  NodeNames NUMBERS = name -> name.matches("[0-9]{1,9}") ? Long.parseLong(name) : UNKNOWN;

  /** Returns the number of the node with a given name, or {@link #UNKNOWN}. */
  long place(String name);
}
