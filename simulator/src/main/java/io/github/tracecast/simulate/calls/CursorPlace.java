package io.github.tracecast.simulate.calls;

import io.github.tracecast.decompress.TaskCursor;

/** The current call of a cursor. Classes that walk a rank's calls extend it. */
public abstract class CursorPlace implements CallPlace {
  protected final TaskCursor cursor;

  protected CursorPlace(TaskCursor cursor) {
    this.cursor = cursor;
  }

  @Override
  public final int event() {
    return cursor.event();
  }

  @Override
  public final int worldRank() {
    return cursor.rank();
  }

  @Override
  public final long execution() {
    return cursor.execution();
  }
}
