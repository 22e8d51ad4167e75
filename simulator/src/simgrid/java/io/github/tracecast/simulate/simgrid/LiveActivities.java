package io.github.tracecast.simulate.simgrid;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import org.simgrid.s4u.Activity;

/**
 * Holds SimGrid's activities from their start until their native objects are freed.
 *
 * <p>Only the strong reference here keeps the native object of an activity alive. The activity is
 * deleted some time after its end, because SimGrid still uses the object in the callback about the
 * end. One thread.
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

  /** Removes the activity of a callback's wrapper, and returns the activity's token. */
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
