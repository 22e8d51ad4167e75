package io.github.tracecast.simulate.simgrid;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import org.simgrid.s4u.Activity;

/**
 * Activities from their start until their native object is given back.
 *
 * <p>Each is held by a strong reference, as nothing else keeps its native object alive, and deleted
 * some time after its end, since SimGrid still uses it when it tells of the end. One thread.
 */
final class LiveActivities {
  private static final int DEAD = 1 << 12;

  private final Long2IntOpenHashMap rowOf = new Long2IntOpenHashMap();
  private Activity[] activities = new Activity[1024];
  private int[] tokens = new int[1024];
  private int[] free = new int[1024];
  private int freeCount;
  private int used;

  private final Activity[] dead = new Activity[DEAD];
  private int deadCount;

  LiveActivities() {
    rowOf.defaultReturnValue(-1);
  }

  void add(Activity activity, int token) {
    int row = freeCount > 0 ? free[--freeCount] : used++;
    if (row == activities.length) {
      activities = Arrays.copyOf(activities, row * 2);
      tokens = Arrays.copyOf(tokens, row * 2);
      free = Arrays.copyOf(free, row * 2);
    }
    activities[row] = activity;
    tokens[row] = token;
    rowOf.put(Pointer.of(activity), row);
  }

  boolean isEmpty() {
    return rowOf.isEmpty();
  }

  /** Takes out the activity that a callback's wrapper is about, and returns its token. */
  int end(Activity wrapper) {
    int row = rowOf.remove(Pointer.of(wrapper));
    if (row < 0) {
      throw new IllegalStateException("SimGrid told of an activity that was not started here");
    }
    bury(activities[row]);
    activities[row] = null;
    free[freeCount++] = row;
    return tokens[row];
  }

  private void bury(Activity activity) {
    if (deadCount == DEAD) {
      int old = DEAD / 2;
      for (int i = 0; i < old; i++) {
        dead[i].delete();
      }
      System.arraycopy(dead, old, dead, 0, DEAD - old);
      Arrays.fill(dead, DEAD - old, DEAD, null);
      deadCount = DEAD - old;
    }
    dead[deadCount++] = activity;
  }
}
