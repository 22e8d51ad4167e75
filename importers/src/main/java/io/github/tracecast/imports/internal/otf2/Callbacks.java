package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.otf2.Otf2Library;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * The callbacks of one of the library's readers. An exception must not pass through the frames of
 * the library, so it is stored and reading ends. Only one thread at a time may use an instance.
 */
class Callbacks implements AutoCloseable {
  private static final int KEEP_READING = 0;
  private static final int STOP = 1;

  private final Otf2Library library;
  private final String prefix;
  private final Arena arena = Arena.ofShared();
  private final long callbacks;
  private final MethodHandle keepReading = MethodHandles.constant(int.class, KEEP_READING);
  private final MethodHandle stop;
  private @Nullable Throwable failure;

  /** @param prefix the prefix of the library's functions for these callbacks */
  Callbacks(Otf2Library library, String prefix) {
    this.library = library;
    this.prefix = prefix;
    this.callbacks = library.pointer(prefix + "New");
    this.stop =
        Otf2Library.method(MethodHandles.lookup(), Callbacks.class, "stop").bindTo(this);
  }

  /**
   * Registers a method without a return value for a kind of records, if the library knows this
   * kind.
   */
  final void register(String kind, MethodHandle method) {
    String setter = prefix + "Set" + kind + "Callback";
    if (library.has(setter)) {
      MethodHandle guarded = MethodHandles.catchException(
          MethodHandles.filterReturnValue(method, keepReading), Throwable.class, stop);
      library.status(setter, callbacks, Otf2Library.callback(guarded, arena).address());
    }
  }

  @SuppressWarnings("unused") // the callbacks of the library use this method
  private int stop(Throwable e) {
    failure = e;
    return STOP;
  }

  /** Returns the library's handle of the callbacks. */
  final long address() {
    return callbacks;
  }

  final boolean failed() {
    return failure != null;
  }

  /** Throws the exception that a callback threw, if any. */
  final void rethrow() {
    Throwable thrown = failure;
    failure = null;
    switch (thrown) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(thrown);
    }
  }

  @Override
  public final void close() {
    library.run(prefix + "Delete", callbacks);
    arena.close();
  }
}
