package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.CallingContext;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.StringJoiner;

/**
 * The call paths of a rank: a tree with a node for each region under each caller. Not thread-safe.
 */
final class RegionPaths {
  /** The value that represents the caller of a region without a caller. */
  static final int ROOT = -1;

  /** The largest depth of a path, because recursion could make paths and their names very long. */
  static final int DEEPEST = 32;

  private final Regions regions;
  private final Long2IntOpenHashMap nodes = new Long2IntOpenHashMap();
  private final IntArrayList callers = new IntArrayList();
  private final IntArrayList regionOf = new IntArrayList();
  private final IntArrayList depths = new IntArrayList();

  RegionPaths(Regions regions) {
    this.regions = regions;
    nodes.defaultReturnValue(ROOT);
  }

  /**
   * Returns the node of a region that is called from a node. Below {@link #DEEPEST} levels,
   * recursion adds no nodes.
   */
  int node(int caller, int region) {
    if (caller != ROOT && depths.getInt(caller) >= DEEPEST) {
      return caller;
    }
    long key = (long) caller << 32 | region & 0xffffffffL;
    int node = nodes.get(key);
    if (node == ROOT) {
      node = callers.size();
      callers.add(caller);
      regionOf.add(region);
      depths.add(caller == ROOT ? 1 : depths.getInt(caller) + 1);
      nodes.put(key, node);
    }
    return node;
  }

  /** Returns the node of the region in a calling context, below the nodes of its callers. */
  int node(int context) {
    IntArrayList chain = new IntArrayList();
    CallingContext place = regions.context(context);
    while (place != null && chain.size() < DEEPEST) {
      chain.add(place.region());
      place = regions.context(place.parent());
    }
    int node = ROOT;
    for (int i = chain.size() - 1; i >= 0; i--) {
      node = node(node, chain.getInt(i));
    }
    return node;
  }

  /** Returns the names of a node's callers, innermost first; empty without callers. */
  String callersOf(int node) {
    StringJoiner path = new StringJoiner(" < ");
    for (int at = callers.getInt(node); at != ROOT; at = callers.getInt(at)) {
      path.add(regions.name(regionOf.getInt(at)));
    }
    return path.toString();
  }

  String name(int node) {
    return regions.name(regionOf.getInt(node));
  }
}
