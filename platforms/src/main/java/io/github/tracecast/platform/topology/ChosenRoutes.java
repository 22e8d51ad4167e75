package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Load;
import io.github.tracecast.platform.internal.RoutesOver;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Routes that a {@link Routing} chooses among {@link Paths}. Random choices are hashes of the
 * message's number and its two endpoints, so a repeated run gives the same times to the last bit.
 */
final class ChosenRoutes extends RoutesOver {
  private static final int RECENT_BITS = 12;

  private final Paths paths;
  private final Routing routing;

  /**
   * Standard paths of recent messages, because ranks often send to the same partner: the sender, the
   * receiver, and the links. Replays in several threads share the routes.
   */
  private final AtomicReferenceArray<int @Nullable []> recent =
      new AtomicReferenceArray<>(1 << RECENT_BITS);

  ChosenRoutes(Paths paths, Routing routing) {
    super(paths);
    this.paths = paths;
    this.routing = routing;
  }

  @Override
  public boolean adapts() {
    return routing.adapts();
  }

  @Override
  public int route(int from, int to, Load load, int[] links) {
    if (from == to) {
      return 0;
    }
    return switch (routing.rule()) {
      case MINIMAL, ECMP -> route(from, to, links);
      case ADAPTIVE -> shortest(from, to, load, links);
      case VALIANT ->
        detour(from, to, PathSpread.hash(PathSpread.hash(from, to), load.message()), links);
      case UGAL -> ugal(from, to, load, links);
    };
  }

  private int shortest(int from, int to, Load load, int[] links) {
    int best = paths.standardKey(from, to);
    int last = best; // the key of the path in links
    int count = standard(from, to, best, links);
    double least = busy(links, count, load);
    long draw = PathSpread.hash(PathSpread.hash(from, to), load.message());
    for (int i = 1; i < routing.candidates() && least > 0; i++) {
      draw = PathSpread.hash(draw, i);
      int key = PathSpread.positive(draw);
      last = key;
      count = paths.route(from, to, key, links);
      double busy = busy(links, count, load);
      if (busy < least) {
        least = busy;
        best = key;
      }
    }
    return last == best ? count : paths.route(from, to, best, links);
  }

  private int standard(int from, int to, int key, int[] links) {
    int slot = (31 * from + to) * 0x9e3779b1 >>> Integer.SIZE - RECENT_BITS;
    int[] known = recent.getAcquire(slot);
    if (known != null && known[0] == from && known[1] == to) {
      System.arraycopy(known, 2, links, 0, known.length - 2);
      return known.length - 2;
    }
    int count = paths.route(from, to, key, links);
    int[] path = new int[count + 2];
    path[0] = from;
    path[1] = to;
    System.arraycopy(links, 0, path, 2, count);
    recent.setRelease(slot, path);
    return count;
  }

  /**
   * Chooses by UGAL: takes a shortest route, unless load x length is smaller on a detour by
   * more than the threshold.
   */
  private int ugal(int from, int to, Load load, int[] links) {
    int count = shortest(from, to, load, links);
    double minimal = busy(links, count, load) * count;
    if (minimal <= routing.thresholdBytes()) {
      return count;
    }
    long draw = PathSpread.hash(PathSpread.hash(from, to), ~load.message());
    long best = draw;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < routing.candidates(); i++) {
      draw = PathSpread.hash(draw, i);
      int length = detour(from, to, draw, links);
      double product = busy(links, length, load) * length;
      if (product < least) {
        least = product;
        best = draw;
      }
    }
    return minimal > least + routing.thresholdBytes()
        ? detour(from, to, best, links)
        : shortest(from, to, load, links);
  }

  private int detour(int from, int to, long draw, int[] links) {
    int middle = (int) Long.remainderUnsigned(draw, paths.middles());
    return paths.detour(from, to, middle, PathSpread.positive(PathSpread.hash(draw, 1)), links);
  }

  /**
   * The load by which the rule compares routes, which is the load of the first link between
   * switches or of the busiest link.
   */
  private double busy(int[] links, int count, Load load) {
    if (routing.firstLink()) {
      int first = paths.fixedFirst();
      return count > first + paths.fixedLast() ? load.bytes(links[first]) : 0;
    }
    double busiest = 0;
    for (int i = paths.fixedFirst(); i < count - paths.fixedLast(); i++) {
      busiest = Math.max(busiest, load.bytes(links[i]));
    }
    return busiest;
  }
}
