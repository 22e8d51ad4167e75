package io.github.tracecast.simulate.simgrid;

import org.simgrid.s4u.Activity;
import org.simgrid.s4u.Comm;

/**
 * The address of an activity's native object: what two Java wrappers of one activity have in common. A callback
 * receives a new wrapper, so the address identifies the activity.
 */
final class Pointer extends Comm {
  private Pointer() {
    super(0, false);
  }

  static long of(Activity activity) {
    return getCPtr(activity);
  }
}
