package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Routes;

/**
 * Routes among which a {@link Routing} chooses. Ends are endpoints, the interfaces of nodes. A key
 * chooses among equally long routes: equal keys give equal routes.
 */
interface Paths extends Routes {

  /** How many endpoints there are. Links 2e and 2e + 1 lead from and to endpoint e. */
  int endpoints();

  /** Writes a shortest route, as {@link #route(int, int, int[])} does. */
  int route(int from, int to, int key, int[] links);

  /** How many places a detour may pass through: groups or switches; 0 if there are no detours. */
  int middles();

  /** Writes a shortest route to a place and a shortest one from there. */
  int detour(int from, int to, int middle, int key, int[] links);

  /** The number of links at the start of a route that all routes have in common. */
  default int fixedFirst() {
    return 1;
  }

  /** The number of links at the end of a route that all routes have in common. */
  default int fixedLast() {
    return 1;
  }

  /** The key of the default route between two nodes. */
  int standardKey(int from, int to);

  @Override
  default int route(int from, int to, int[] links) {
    return route(from, to, standardKey(from, to), links);
  }
}
