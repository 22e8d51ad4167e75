package io.github.tracecast.imports.internal.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.Recordings;
import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Call sites in libraries without the symbols of functions that they do not export. */
@ResourceLock("mpi")
@Order(1)
class StrippedLibrariesTest {
  @TempDir
  Path folder;

  @ParameterizedTest
  @EnumSource
  void aCallInAFunctionWithoutASymbolHasLibraryAndOffsetAndNotTheSymbolBeforeIt(MpiInstallation mpi)
      throws Exception {
    Path library = mpi.compile(folder, "stripped.c", "mpicc", "-shared", "-fPIC", "-s");
    Path program = mpi.compile(folder, "opener.c", "mpicc", "-ldl");
    Path logs = Files.createTempDirectory(folder, "logs");

    MpiInstallation.Ended ended = mpi.run(program, 2, logs, library.toString());

    assertThat(ended.exitCode()).describedAs(ended.output()).isZero();
    Trace trace = Recordings.compress(logs, CompressOptions.DEFAULT, events -> {});
    String place = "\\Q" + library.getFileName() + "\\E\\+0x[0-9a-f]+";
    assertThat(site(trace, MpiCall.BARRIER))
        .matches("work \\(" + place + "\\) < main \\(opener.c:\\d+\\)");
    assertThat(site(trace, MpiCall.ALLREDUCE))
        .matches(place + " < work \\(" + place + "\\) < main \\(opener.c:\\d+\\)");
  }

  @Test
  void whatIsNotAModuleHasNoSymbols() throws Exception {
    TreeSet<Long> addresses = new TreeSet<>();
    addresses.add(16L);
    Path file = Files.writeString(folder.resolve("-x"), "text");

    assertThat(SymbolSizes.outside(file.toString(), addresses)).containsExactly(16L);
    assertThat(addresses).containsExactly(16L);
  }

  private static String site(Trace trace, MpiCall call) {
    return trace.events().stream()
        .filter(event -> event.call() == call)
        .map(Event::callSite)
        .map(trace.callSites()::get)
        .map(CallSite::name)
        .findFirst()
        .orElseThrow();
  }
}
