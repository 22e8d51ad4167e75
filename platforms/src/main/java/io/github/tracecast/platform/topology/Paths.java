package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Routes;

/**
 * The routes among which a {@link Routing} chooses: shortest routes and detours. They lead from one
 * endpoint to another; an endpoint is a network interface of a node. A key selects one of several
 * equally long routes. Equal keys select equal routes.
 */
interface Paths extends Routes {

  /** The number of endpoints. Link 2e leads from endpoint e into the network, link 2e + 1 to endpoint e. */
  int endpoints();

  /** Writes the shortest route that a key selects, in the form of {@link #route(int, int, int[])}. */
  int route(int from, int to, int key, int[] links);

  /** The number of places (groups, switches or nodes) through which a detour may pass; 0 if there are no detours. */
  int middles();

  /** Writes a detour: a shortest route to a place, then a shortest route from this place to the receiver. */
  int detour(int from, int to, int middle, int key, int[] links);

  /** The number of first links that all routes between the same two endpoints have in common. */
  default int fixedFirst() {
    return 1;
  }

  /** The number of last links that all routes between the same two endpoints have in common. */
  default int fixedLast() {
    return 1;
  }

  /** The key that selects the default route between two nodes. */
  int standardKey(int from, int to);

  @Override
  default int route(int from, int to, int[] links) {
    return route(from, to, standardKey(from, to), links);
  }
}
