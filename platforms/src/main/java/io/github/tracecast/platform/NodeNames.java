package io.github.tracecast.platform;

/** What the nodes of a machine are called. */
public interface NodeNames {
  /** No node has the name. */
  long UNKNOWN = -1;

  /** Nodes are called by their numbers. */
  NodeNames NUMBERS = name -> name.matches("[0-9]{1,9}") ? Long.parseLong(name) : UNKNOWN;

  /** The number of the node of a name, or {@link #UNKNOWN}. */
  long place(String name);
}
