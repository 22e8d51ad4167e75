package io.github.tracecast.record.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** The name of this host, which each process of Open MPI and MPICH looks up when it starts. */
final class HostName {
  private static final Path NAME = Path.of("/proc/sys/kernel/hostname");

  /**
   * A lookup that takes longer than this is slow. A lookup in /etc/hosts takes less than 1 ms. A
   * name server that does not answer delays each start by at least 5 s (resolv.conf(5), timeout).
   */
  private static final int SOON_MILLISECONDS = 1_000;

  private HostName() {}

  /** Returns the host's name if its lookup is slow, whether or not the name is found. */
  static Optional<String> slow() {
    try {
      return slow(Files.readString(NAME).strip(), HostName::lookUp);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static Optional<String> slow(String name, Consumer<String> lookup) {
    try {
      CompletableFuture.runAsync(() -> lookup.accept(name))
          .get(SOON_MILLISECONDS, TimeUnit.MILLISECONDS);
      return Optional.empty();
    } catch (TimeoutException e) {
      return Optional.of(name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void lookUp(String name) {
    try {
      InetAddress.getByName(name);
    } catch (UnknownHostException e) {
      // The answer that the name is unknown came in time, so MPI does not wait for it.
    }
  }
}
