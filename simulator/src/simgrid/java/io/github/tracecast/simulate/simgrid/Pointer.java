package io.github.tracecast.simulate.simgrid;

import org.simgrid.s4u.Activity;
import org.simgrid.s4u.Comm;

/**
 * The address of an activity's native object. It identifies the activity, because a callback
 * receives a new Java wrapper.
 */
final class Pointer extends Comm {
  private Pointer() {
    super(0, false);
  }

  static long of(Activity activity) {
    return getCPtr(activity);
  }
}
