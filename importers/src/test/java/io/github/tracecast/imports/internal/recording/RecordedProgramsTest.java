package io.github.tracecast.imports.internal.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.RecordedCalls;
import io.github.tracecast.imports.Recordings;
import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.TextCodec;
import io.github.tracecast.trace.times.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs of the project's own, recorded while they run under the MPIs that are installed here. */
@ResourceLock("mpi")
@Order(1)
class RecordedProgramsTest {
  /** Calls whose number and results depend on time. */
  private static final Set<String> TIMED = Set.of(
      "MPI_Test",
      "MPI_Testall",
      "MPI_Testany",
      "MPI_Testsome",
      "MPI_Request_get_status",
      "MPI_Win_test",
      "MPI_Waitany",
      "MPI_Waitsome",
      "MPI_Iprobe",
      "MPI_Improbe");

  @TempDir
  Path folder;

  /** A recording: the trace, and for each rank the words of its log and those of its expansion. */
  private record Recording(Trace trace, List<List<String>> logged, List<List<String>> expanded) {
    /** The calls that do not depend on time. */
    List<List<String>> lasting() {
      return expanded.stream()
          .map(lines -> lines.stream()
              .filter(line -> !TIMED.contains(line.substring(0, line.indexOf(' '))))
              .toList())
          .toList();
    }
  }

  /** The exit code of a launcher that crashes. */
  private static final int SEGMENTATION_FAULT = 128 + 11;

  /** A run of rough.c on two ranks, plain and recorded. */
  private record Rough(MpiInstallation.Ended plain, MpiInstallation.Ended recorded, Path logs) {
    static Rough run(MpiInstallation mpi, Path folder, String how) throws Exception {
      Path program = mpi.compile(folder, "rough.c", "mpicc");
      Path logs = Files.createTempDirectory(folder, "logs");
      return new Rough(mpi.run(program, 2, null, how), mpi.run(program, 2, logs, how), logs);
    }
  }

  private static Recording recording(Path logs) throws IOException {
    Trace trace = Recordings.compress(
        logs, CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.GROUPS), events -> {});
    RecordedCalls calls = RecordedCalls.of(logs);
    List<List<String>> logged = new ArrayList<>();
    for (int rank = 0; rank < calls.ranks(); rank++) {
      List<String> lines = new ArrayList<>();
      calls.list(rank, lines::add);
      logged.add(lines);
    }
    return new Recording(trace, logged, expanded(trace));
  }

  private static List<List<String>> expanded(Trace trace) throws IOException {
    Expander expander = Expander.of(Programs.of(trace));
    List<List<String>> expanded = new ArrayList<>();
    for (int rank = 0; rank < trace.header().ranks(); rank++) {
      StringBuilder text = new StringBuilder();
      expander.expand(rank, Long.MAX_VALUE, text);
      expanded.add(
          text.toString().lines().map(line -> RecordedCalls.words(trace, line)).toList());
    }
    return expanded;
  }

  private Recording record(MpiInstallation mpi, Path program, int ranks, String... arguments)
      throws Exception {
    Path logs = Files.createTempDirectory(folder, "logs");
    MpiInstallation.Ended plain = mpi.run(program, ranks, null, arguments);
    MpiInstallation.Ended recorded = mpi.run(program, ranks, logs, arguments);
    assertThat(recorded).isEqualTo(plain);
    assertThat(recorded.exitCode()).as(recorded.output()).isZero();
    return recording(logs);
  }

  @ParameterizedTest
  @CsvSource({
    "OPENMPI,1",
    "OPENMPI,2",
    "OPENMPI,3",
    "OPENMPI,4",
    "OPENMPI,16",
    "MPICH,1",
    "MPICH,2",
    "MPICH,3",
    "MPICH,4",
    "MPICH,8"
  })
  void everyFamilyOfCallsComesBackAsTheLogSays(MpiInstallation mpi, int ranks) throws Exception {
    Path program = mpi.compile(folder, "families.c", "mpicc");

    Recording recording = record(mpi, program, ranks);

    assertThat(recording.trace().header().notes()).isEmpty();
    assertThat(recording.logged()).hasSize(ranks);
    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.expanded())
        .allSatisfy(lines -> assertThat(lines).hasSizeGreaterThan(1300));
  }

  @ParameterizedTest
  @CsvSource({"OPENMPI,1", "OPENMPI,2", "OPENMPI,5", "MPICH,1", "MPICH,2", "MPICH,5"})
  void objectsAndWhatIsKnownByNameAloneComeBackAsTheLogSays(MpiInstallation mpi, int ranks)
      throws Exception {
    Path program = mpi.compile(folder, "others.c", "mpicc");

    Recording recording = record(mpi, program, ranks, folder.resolve("written").toString());

    assertThat(recording.trace().header().notes()).isEmpty();
    assertThat(recording.logged()).hasSize(ranks);
    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.expanded())
        .allSatisfy(lines -> assertThat(lines)
            .hasSizeGreaterThan(100)
            .anyMatch(line -> line.startsWith("MPI_File_delete ")
                || line.startsWith("MPI_File_read_ordered_end ")));
  }

  /** Open MPI 4 has none. */
  @Test
  void largeCountsAreKept() throws Exception {
    Path program = MpiInstallation.MPICH.compile(folder, "large.c", "mpicc");

    Recording recording = record(MpiInstallation.MPICH, program, 3);

    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.trace().header().notes()).isEmpty();
    assertThat(recording.expanded().get(0))
        .hasSize(4 + 20 * 4)
        .anyMatch(line -> line.startsWith(
            "MPI_Send communicator=MPI_COMM_WORLD destination=none tag=1 count=3000000000 "))
        .anyMatch(line -> line.startsWith("MPI_Sendrecv ") && line.contains(" count=2 "))
        .anyMatch(line -> line.startsWith("MPI_Allreduce ") && line.contains(" count=3 "))
        .anyMatch(
            line -> line.startsWith("MPI_Alltoallv ") && line.contains("receive_counts=1,1,1"))
        .anyMatch(line -> line.startsWith("MPI_Gatherv ") && line.contains("receive_counts=1,1,1"));
  }

  /** A recorder that knows fewer calls than this one stands for an MPI that has more than this one knows. */
  @ParameterizedTest
  @EnumSource
  void communicatorsFromACallThatIsNotKnownAreRecordedAsOthers(MpiInstallation mpi)
      throws Exception {
    Path program = mpi.compile(folder, "coupled.c", "mpicc");
    Path logs = Files.createDirectory(folder.resolve("logs"));
    List<String> makers = List.of("Comm_split", "Intercomm_create", "Intercomm_merge", "Comm_dup");

    MpiInstallation.Ended recorded = mpi.run(
        program, 4, logs, Map.of("TRACECAST_RAW", "1", "LD_PRELOAD", mpi.without(folder, makers)));

    assertThat(recorded).isEqualTo(mpi.run(program, 4, null));
    Recording recording = recording(logs);
    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.trace().header().notes())
        .isNotEmpty()
        .allMatch(note -> note.matches("\\d+ calls? of MPI_(" + String.join("|", makers)
            + "), which the recorder does not know, took [0-9.]+ m?s; (it is|they are) MPI_Other in the trace"
            + " \\([1-4] of 4 ranks, the first is \\d\\)"));
    assertThat(counts(recording)).isEqualTo(counts(record(mpi, program, 4)));
  }

  /** The number of calls that communicate, of each rank. */
  private static List<Map<String, Long>> counts(Recording recording) {
    return recording.lasting().stream()
        .map(lines -> lines.stream()
            .map(line -> line.substring(0, line.indexOf(' ')))
            .filter(call -> !call.equals("MPI_Other") && !call.matches("MPI_(Comm|Intercomm)_.*"))
            .collect(Collectors.groupingBy(call -> call, TreeMap::new, Collectors.counting())))
        .<Map<String, Long>>map(map -> map)
        .toList();
  }

  /** Open MPI 4 has none of them. An exchange that begins is two messages, and a wait for it is one for both. */
  @ParameterizedTest
  @CsvSource({"exchanges,4", "init,4", "init,3", "'',4", "'',2"})
  void sessionsAndExchangesThatBeginComeBackAsTheLogSays(String how, int ranks) throws Exception {
    Path program = MpiInstallation.MPICH.compile(folder, "sessions.c", "mpicc");

    Recording recording = record(MpiInstallation.MPICH, program, ranks, how);

    assertThat(recording.trace().header().notes()).isEmpty();
    assertThat(recording.trace().events()).noneMatch(event -> event.call() == MpiCall.OTHER);
    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.lasting()).allSatisfy(lines -> {
      assertThat(lines).filteredOn(line -> line.startsWith("MPI_Isend ")).hasSize(25);
      assertThat(lines).filteredOn(line -> line.startsWith("MPI_Irecv ")).hasSize(25);
      assertThat(lines)
          .anyMatch(
              line -> line.startsWith("MPI_Waitall ") && line.contains("requests=#1,#3,#5,#2,#4 "));
      assertThat(lines)
          .filteredOn(line -> line.matches("MPI_Session_(init|finalize) .*"))
          .hasSize(how.equals("exchanges") ? 0 : 4);
      assertThat(lines.getFirst()).startsWith("MPI_Init");
      assertThat(lines.getLast()).startsWith("MPI_Finalize");
    });
  }

  /** What a call that failed has taken is in the trace, so the messages after it still meet their receives. */
  @ParameterizedTest
  @EnumSource
  void callsThatFailAreCountedAndKeepWhatTheyTook(MpiInstallation mpi) throws Exception {
    Path program = mpi.compile(folder, "failed.c", "mpicc");

    Recording recording = record(mpi, program, 2, "bcast");

    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.trace().header().notes())
        .allMatch(note -> note.matches(
            "\\d+ calls? of MPI_\\w+ that failed with MPI_ERR_\\w+ took [0-9.]+ m?s; .*"))
        .filteredOn(note -> note.contains(" in the trace like calls that succeed (1 of 2 ranks"))
        .extracting(note -> note.replaceAll(" took.*", ""))
        .contains(
            "2 calls of MPI_Recv that failed with MPI_ERR_TRUNCATE",
            "1 call of MPI_Mrecv that failed with MPI_ERR_TRUNCATE",
            "1 call of MPI_Sendrecv that failed with MPI_ERR_TRUNCATE",
            "5 calls of MPI_Wait that failed with MPI_ERR_TRUNCATE",
            "2 calls of MPI_Test that failed with MPI_ERR_TRUNCATE",
            "1 call of MPI_Bcast that failed with MPI_ERR_TRUNCATE")
        .extracting(note -> note.replaceAll("\\d+ calls? of ", ""))
        .contains(
            "MPI_Waitall that failed with MPI_ERR_IN_STATUS",
            "MPI_Waitany that failed with MPI_ERR_TRUNCATE",
            "MPI_Waitsome that failed with MPI_ERR_IN_STATUS",
            "MPI_Testall that failed with MPI_ERR_IN_STATUS",
            "MPI_Testany that failed with MPI_ERR_TRUNCATE");
    assertThat(recording.trace().header().notes())
        .filteredOn(note -> note.contains(" MPI_Other in the trace (2 of 2 ranks"))
        .extracting(note -> note.replaceAll(" took.*", ""))
        .containsExactly(
            "2 calls of MPI_Send that failed with MPI_ERR_RANK",
            "2 calls of MPI_Recv that failed with MPI_ERR_COUNT",
            "2 calls of MPI_Bcast that failed with MPI_ERR_ROOT",
            "2 calls of MPI_Comm_free that failed with MPI_ERR_COMM");
    assertThat(recording.lasting())
        .allSatisfy(lines ->
            assertThat(lines).filteredOn(line -> line.startsWith("MPI_Other")).hasSize(4));
  }

  /** With -O2 some of the functions leave no frame. MPI's own calls in calls for files and others are not the program's. */
  @ParameterizedTest
  @CsvSource({"OPENMPI,-O0", "OPENMPI,-O2", "MPICH,-O0", "MPICH,-O2"})
  void callsInFunctionsThatMpiCallsAreCounted(MpiInstallation mpi, String optimised)
      throws Exception {
    Path program = mpi.compile(folder, "callbacks.c", "mpicc", optimised);

    Recording recording = record(mpi, program, 2);

    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.trace().header().notes())
        .filteredOn(note -> !note.contains("MPI_Send that failed with MPI_ERR_RANK"))
        .allMatch(note ->
            note.matches(".* m?s; they are not in the trace \\(2 of 2 ranks, the first is 0\\)"))
        .extracting(note -> note.replaceAll(" took.*", ""))
        .containsExactlyInAnyOrder(
            "6 calls of MPI_Barrier in callbacks of MPI_Comm_dup",
            "6 calls of MPI_Comm_free in callbacks of MPI_Comm_free",
            "2 calls of MPI_Sendrecv in callbacks of MPI_Reduce_local",
            "2 calls of MPI_Allreduce in callbacks of MPI_Wait",
            "2 calls of MPI_Allreduce in callbacks of MPI_Send",
            "10 calls of MPI_Sendrecv in callbacks of MPI_Finalize",
            "2 calls of MPI_Allreduce in callbacks of MPI_Finalize");
    assertThat(recording.trace().communicators()).hasSize(2 + 2 * 3);
  }

  @ParameterizedTest
  @CsvSource({"OPENMPI,2", "OPENMPI,3", "OPENMPI,5", "OPENMPI,8", "MPICH,2", "MPICH,5"})
  void callsBetweenTwoGroupsComeBackAsTheLogSays(MpiInstallation mpi, int ranks) throws Exception {
    Path program = mpi.compile(folder, "coupled.c", "mpicc");

    Recording recording = record(mpi, program, ranks);

    assertThat(recording.trace().header().notes()).isEmpty();
    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.trace().events()).noneMatch(event -> event.call() == MpiCall.OTHER);
    int oceans = (ranks + 1) / 3;
    assertThat(recording.trace().communicators())
        .filteredOn(Communicator::isInter)
        .anySatisfy(one -> {
          assertThat(one.firstGroup()).isEqualTo(ranks - oceans);
          assertThat(recording.trace().groups().get(one.group()).size()).isEqualTo(ranks);
        });
  }

  @ParameterizedTest
  @CsvSource({"OPENMPI,2", "OPENMPI,3", "MPICH,2"})
  void linesAndPlanesOfACubeComeBackAsTheLogSays(MpiInstallation mpi, int side) throws Exception {
    Path program = mpi.compile(folder, "grid.c", "mpicc");

    Recording recording = record(mpi, program, side * side * side, Integer.toString(side));

    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.trace().communicators()).hasSize(2 + 3 * side * side + 3 * side);
    assertThat(new String(TextCodec.write(recording.trace()), UTF_8)).contains("C5 = ", " of C2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"families.c", "others.c", "coupled.c"})
  void bothMpisGiveTheSameStructure(String source) throws Exception {
    Path openMpi = MpiInstallation.OPENMPI.compile(folder, source, "mpicc");
    Path mpich = MpiInstallation.MPICH.compile(folder, source, "mpicc");
    String written = folder.resolve("written").toString();

    assertThat(record(MpiInstallation.MPICH, mpich, 4, written).lasting())
        .isEqualTo(record(MpiInstallation.OPENMPI, openMpi, 4, written).lasting());
  }

  /** MPI_Comm_join connects two processes by a socket. The resulting communicator behaves like the others. */
  @Test
  void everyCallThatIsWrappedIsMadeByATestProgramAndHasANameInTraces() throws Exception {
    List<String> calls;
    try (var lines = Files.lines(MpiInstallation.recorder().resolve("src/calls.txt"))) {
      calls = lines
          .filter(line -> !line.isEmpty() && !line.startsWith("#") && line.split(" ").length == 2)
          .map(line -> "MPI_" + line.substring(0, line.indexOf(' ')))
          .toList();
    }
    StringBuilder programs = new StringBuilder();
    for (String program : List.of("families.c", "others.c", "rough.c", "newer.c", "sessions.c")) {
      programs.append(
          Files.readString(MpiInstallation.recorder().resolve("tests").resolve(program)));
    }

    assertThat(calls)
        .filteredOn(call -> !programs.toString().contains(call + "("))
        .containsExactly("MPI_Comm_join");
    assertThat(calls).allMatch(call -> MpiCall.byName(call).isPresent());
  }

  @ParameterizedTest
  @CsvSource({
    "OPENMPI,waitsome",
    "OPENMPI,waitany",
    "OPENMPI,testsome",
    "OPENMPI,test",
    "OPENMPI,replies",
    "OPENMPI,persistent",
    "OPENMPI,probe",
    "MPICH,waitsome",
    "MPICH,replies",
    "MPICH,probe"
  })
  void completionsAreCountedHoweverTheyFall(MpiInstallation mpi, String how) throws Exception {
    Path program = mpi.compile(folder, "waitsome.c", "mpicc");

    Recording recording = record(mpi, program, 4, "20", how);

    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.trace().events())
        .filteredOn(event -> TIMED.contains(event.call().mpiName()))
        .isNotEmpty()
        .noneMatch(event -> event.parameter(Parameter.OUTCOMES) != null
            && event.call() != MpiCall.IPROBE
            && !how.equals("persistent")); // whose restarts need them
    assertThat(recording.trace().events().size()).isLessThan(how.equals("test") ? 60 : 40);
  }

  /** The recorder's memory has a limit. Parts that were written early cannot get further iterations. */
  @Test
  void aStepOfManyLoopsIsStillOneLoop() throws Exception {
    Path program = MpiInstallation.OPENMPI.compile(folder, "loops.c", "mpicc");

    Recording recording = record(MpiInstallation.OPENMPI, program, 1);

    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.trace().events()).hasSize(2 + 500);
    assertThat(recording.trace().loops()).hasSize(1 + 500);
  }

  /** Seven calls have seven return addresses, whether their functions are inlined (-O2) or not. */
  @ParameterizedTest
  @CsvSource({"OPENMPI,-O2", "MPICH,-O2", "OPENMPI,-O0", "MPICH,-O0"})
  void aCallSiteIsAPathOfReturnAddresses(MpiInstallation mpi, String optimised) throws Exception {
    Path program = mpi.compile(folder, "sites.c", "mpicc", optimised, "-g");

    Recording recording = record(mpi, program, 1);

    assertThat(recording.trace().callSites().stream().map(CallSite::name))
        .contains(
            "barrier (sites.c:4) < twice (sites.c:7) < main (sites.c:13)",
            "barrier (sites.c:4) < main (sites.c:14)",
            "barrier (sites.c:4) < twice (sites.c:7) < main (sites.c:15)",
            "main (sites.c:16)",
            "main (sites.c:16) #2")
        .filteredOn(name -> name.contains("#2"))
        .hasSize(3);
    assertThat(recording.expanded().getFirst()).hasSize(2 + 7 * 10);
    assertThat(recording.trace().events()).hasSize(2 + 7);
  }

  @ParameterizedTest
  @EnumSource
  void itDoesNotMatterHowAProgramWasCompiled(MpiInstallation mpi) throws Exception {
    List<List<List<String>>> recordings = new ArrayList<>();
    for (List<String> options : List.of(
        List.of("-O0", "-fno-omit-frame-pointer"),
        List.of("-O2", "-no-pie", "-fomit-frame-pointer"),
        List.of("-O2", "-fPIE", "-pie", "-fomit-frame-pointer", "-g0", "-s"))) {
      Path program = mpi.compile(folder, "families.c", "mpicc", options.toArray(String[]::new));
      Recording recording = record(mpi, program, 2);
      assertThat(recording.trace().header().notes()).isEmpty();
      assertThat(recording.expanded()).isEqualTo(recording.logged());
      recordings.add(recording.lasting().stream()
          .map(lines -> lines.stream()
              .map(line -> line.substring(0, line.indexOf(" site=")))
              .toList())
          .toList());
    }
    assertThat(recordings.get(1)).isEqualTo(recordings.get(0));
    assertThat(recordings.get(2)).isEqualTo(recordings.get(0));
  }

  @ParameterizedTest
  @EnumSource
  void cPlusPlusIsRecordedByItsOwnNames(MpiInstallation mpi) throws Exception {
    Recording recording = record(mpi, mpi.compile(folder, "halo.cpp", "mpicxx"), 3);

    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.expanded().get(1))
        .hasSize(23)
        .contains(
            "MPI_Sendrecv communicator=MPI_COMM_WORLD destination=2 source=0 tag=3 receive_tag=3 count=4 datatype=MPI_INT"
                + " receive_count=4 receive_datatype=MPI_INT site=ring::Neighbours<int>::exchanged(std::vector<int, std::allocator<int> >"
                + " const&) const (halo.cpp:17) < main (halo.cpp:34)");
  }

  @ParameterizedTest
  @EnumSource
  void fortranIsRecordedAlikeByAllThreeOfItsInterfaces(MpiInstallation mpi) throws Exception {
    List<List<List<String>>> recordings = new ArrayList<>();
    for (String interfaces : List.of("-DBY_HEADER", "-DBY_MPI", "-DBY_F08")) {
      Path program =
          mpi.compile(folder, "halo.F90", "mpif90", "-fallow-argument-mismatch", interfaces);
      Recording recording = record(mpi, program, 3);
      assertThat(recording.expanded()).isEqualTo(recording.logged());
      // gfortran gives calls whose only argument is the error the line of the use statement
      recordings.add(recording.expanded().stream()
          .map(lines -> lines.stream()
              .filter(line -> !line.matches("MPI_(Init|Finalize) .*"))
              .map(line -> line.replaceFirst(" < main .*", ""))
              .toList())
          .toList());
    }
    assertThat(recordings.get(1)).isEqualTo(recordings.get(0));
    assertThat(recordings.get(2)).isEqualTo(recordings.get(0));
    assertThat(recordings.get(0).get(1))
        .hasSize(68)
        .contains(
            "MPI_Sendrecv communicator=MPI_COMM_WORLD destination=2 source=any tag=6 receive_tag=6 count=4"
                + " datatype=MPI_INTEGER receive_count=4 receive_datatype=MPI_INTEGER matched_source=0"
                + " site=MAIN__ (halo.F90:28)");
  }

  @ParameterizedTest
  @CsvSource({
    "OPENMPI,families.c,mpicc,-g", "MPICH,families.c,mpicc,-g",
    "OPENMPI,halo.F90,mpif90,-DBY_F08", "MPICH,halo.F90,mpif90,-DBY_F08"
  })
  void aProgramLinkedWithTheRecorderIsRecordedAsItWouldBePreloaded(
      MpiInstallation mpi, String source, String compiler, String option) throws Exception {
    String[] options = compiler.equals("mpif90")
        ? new String[] {option, "-fallow-argument-mismatch"}
        : new String[] {option};
    Path program = mpi.compile(folder, source, compiler, options);
    Path linked = mpi.link(folder, source, compiler, options);
    Path logs = Files.createTempDirectory(folder, "logs");

    MpiInstallation.Ended ended = mpi.runLinked(linked, 3, logs);

    assertThat(ended).isEqualTo(mpi.run(program, 3, null));
    Recording recording = recording(logs);
    assertThat(recording.trace().header().notes()).isEmpty();
    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.lasting()).isEqualTo(record(mpi, program, 3).lasting());
  }

  @ParameterizedTest
  @EnumSource
  void aRunThatAbortsLeavesWhatItHasAndSaysSo(MpiInstallation mpi) throws Exception {
    Rough rough = Rough.run(mpi, folder, "abort");

    assertThat(rough.recorded().exitCode()).isEqualTo(rough.plain().exitCode());
    Recording recording = recording(rough.logs());
    assertThat(recording.trace().header().notes())
        .contains("partial: ended without MPI_Finalize (2 of 2 ranks, the first is 0)");
    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.logged())
        .allSatisfy(lines -> assertThat(lines).hasSizeGreaterThanOrEqualTo(101));
  }

  @ParameterizedTest
  @CsvSource({
    "OPENMPI,killed", "MPICH,killed", "OPENMPI,killed late", "MPICH,killed late", "OPENMPI,fault",
    "MPICH,fault", "OPENMPI,ended", "MPICH,ended", "OPENMPI,exit", "MPICH,exit"
  })
  void aRankThatDiesOrLeavesEarlyKeepsItsCalls(MpiInstallation mpi, String how) throws Exception {
    Rough rough = Rough.run(mpi, folder, how);

    if (mpi == MpiInstallation.OPENMPI) {
      // MPICH 4.2 ends with the rank's code or with 0, recorded or not
      assertThat(rough.recorded().exitCode()).isEqualTo(rough.plain().exitCode());
    }
    Recording recording = recording(rough.logs());
    assertThat(recording.trace().header().notes()).anyMatch(note -> note.startsWith("partial: "));
    assertThat(recording.expanded()).isEqualTo(recording.logged());
    // MPI_Init and 100 calls; the last may be open when the launcher ends this rank
    assertThat(recording.logged().getFirst()).hasSizeGreaterThanOrEqualTo(100);
  }

  @ParameterizedTest
  @CsvSource({
    "OPENMPI,requests", "MPICH,requests", "OPENMPI,communicators", "MPICH,communicators",
    "OPENMPI,threads", "MPICH,threads", "OPENMPI,forks", "MPICH,forks",
    "OPENMPI,connects"
  })
  void aRoughProgramIsRecordedWhole(MpiInstallation mpi, String how) throws Exception {
    Rough rough = Rough.run(mpi, folder, how);

    assertThat(rough.recorded()).isEqualTo(rough.plain());
    assertThat(rough.plain().exitCode()).as(rough.plain().output()).isZero();
    Recording recording = recording(rough.logs());
    assertThat(recording.trace().header().notes()).isEmpty();
    assertThat(recording.expanded()).isEqualTo(recording.logged());
  }

  /** Debian's MPICH spawns none. */
  @Test
  void processesThatAreSpawnedSayThatTheyAreNotRecordedAndDisturbNobody() throws Exception {
    Rough rough = Rough.run(MpiInstallation.OPENMPI, folder, "spawns");
    assumeThat(rough.plain().exitCode())
        .as(
            "SKIPPED: the launcher of Open MPI 5.0.7 in Debian 13 crashes when a program spawns two")
        .isNotEqualTo(SEGMENTATION_FAULT);

    assertThat(rough.recorded().exitCode()).as(rough.recorded().output()).isZero();
    assertThat(rough.recorded().output())
        .contains(
            rough.plain().output(), "processes that another program spawned are not recorded");
    Recording recording = recording(rough.logs());
    assertThat(recording.trace().header().notes())
        .map(note -> note.replaceFirst("took [0-9.]+ m?s", "took T"))
        .containsExactlyInAnyOrder(
            foreign(8, "MPI_Intercomm_merge"),
            foreign(2, "MPI_Comm_spawn"),
            foreign(2, "MPI_Comm_spawn_multiple"));
    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.expanded())
        .hasSize(2)
        .allSatisfy(lines -> assertThat(lines)
            .anyMatch(line -> line.startsWith("MPI_Comm_spawn_multiple "))
            .last(STRING)
            .startsWith("MPI_Finalize "));
  }

  /** The note on calls whose communicator has processes that are not recorded. */
  private static String foreign(int calls, String birth) {
    return calls + " calls on a communicator from " + birth
        + " with processes of another program took T; they are MPI_Other in the trace (2 of 2 ranks, the first is 0)";
  }

  @ParameterizedTest
  @EnumSource
  void aSecondProgramLeavesTheRecordingOfTheFirst(MpiInstallation mpi) throws Exception {
    Path program = mpi.compile(folder, "stencil.c", "mpicc");
    Path logs = Files.createTempDirectory(folder, "logs");
    mpi.record(program, 2, logs, "10");
    byte[] first = Files.readAllBytes(logs.resolve("merged.log"));

    MpiInstallation.Ended second = mpi.record(program, 3, logs, "20");

    assertThat(second.exitCode()).as(second.output()).isZero();
    assertThat(second.output()).contains("recording stops: cannot write a log in", "File exists");
    assertThat(logs).isDirectoryNotContaining("glob:**rank.*.log");
    assertThat(logs.resolve("merged.log")).hasBinaryContent(first);
  }

  @ParameterizedTest
  @EnumSource
  void aLogThatCannotGrowEndsTheRecordingAndNotTheProgram(MpiInstallation mpi) throws Exception {
    Rough rough = Rough.run(mpi, folder, "much");

    assertThat(rough.recorded().exitCode()).as(rough.recorded().output()).isZero();
    assertThat(rough.recorded().output()).contains(rough.plain().output());
    assertThat(recording(rough.logs()).trace().header().notes())
        .contains(
            "partial: recording stopped early: the log cannot grow: File too large (2 of 2 ranks, the first is 0)");
  }

  @ParameterizedTest
  @EnumSource
  void whatPcontrolLeavesOutIsCounted(MpiInstallation mpi) throws Exception {
    Rough rough = Rough.run(mpi, folder, "pcontrol");

    assertThat(recording(rough.logs()).trace().header().notes())
        .singleElement(STRING)
        .matches(
            "20 calls between MPI_Pcontrol\\(0\\) and the next MPI_Pcontrol took [0-9.]+ m?s; they are not in"
                + " the trace \\(2 of 2 ranks, the first is 0\\)");
  }

  @ParameterizedTest
  @CsvSource({"OPENMPI,1", "MPICH,1", "OPENMPI,20", "MPICH,20"})
  void whatIsHardToFoldLosesNothing(MpiInstallation mpi, String times) throws Exception {
    Path program = mpi.compile(folder, "patterns.c", "mpicc");
    Path logs = Files.createTempDirectory(folder, "logs");

    mpi.run(program, 2, logs, times);

    Recording recording = recording(logs);
    assertThat(recording.trace().header().notes()).noneMatch(note -> note.startsWith("partial: "));
    assertThat(recording.expanded()).isEqualTo(recording.logged());
    assertThat(recording.logged())
        .allSatisfy(lines -> assertThat(lines).hasSizeGreaterThan(2000 * Integer.parseInt(times)));
  }

  @ParameterizedTest
  @EnumSource
  void theRanksLeaveOneFileThatDoesNotGrowWithSteps(MpiInstallation mpi) throws Exception {
    Path program = mpi.compile(folder, "stencil.c", "mpicc");
    long[] bytes = new long[2];
    for (int i = 0; i < 2; i++) {
      Path logs = Files.createTempDirectory(folder, "logs");
      mpi.record(program, 1, logs, i == 0 ? "1000" : "100000");
      try (var files = Files.list(logs)) {
        assertThat(
                files.map(file -> file.getFileName().toString().replaceFirst("node\\..*", "node")))
            .containsExactlyInAnyOrder("merged.log", "node");
      }
      bytes[i] = Files.size(logs.resolve("merged.log"));
    }

    // a hundred times as many steps; on a busy machine, more of the times differ
    assertThat(bytes[1]).isLessThan(bytes[0] * 4).isLessThan(20_000);
  }

  @ParameterizedTest
  @EnumSource
  void ranksOfOneStructureAreOneClass(MpiInstallation mpi) throws Exception {
    Path program = mpi.compile(folder, "stencil.c", "mpicc");
    Path logs = Files.createTempDirectory(folder, "logs");

    mpi.record(program, 6, logs, "30", "2", "3");

    MergedRecording merged = new MergedRecording(logs.resolve("merged.log"));
    assertThat(IntStream.range(0, 6)).allMatch(merged::has);
    assertThat(merged.classes()).isEqualTo(1);
    assertThat(Recordings.compress(
                logs,
                CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.GROUPS),
                events -> {})
            .events())
        .extracting(event -> event.ranks().size())
        .containsOnly(6);
  }

  /** The ranks' separate files have the same content before the merge. */
  @ParameterizedTest
  @CsvSource({"OPENMPI,9", "MPICH,6"})
  void timesThatWereMergedWhileTheRanksEndedAreThoseThatWouldBeMergedLater(
      MpiInstallation mpi, int ranks) throws Exception {
    Merges merges = Merges.run(mpi, folder, "stencil.c", ranks, "300");

    assertThat(merges.alike()).hasSize(1);
    assertThat(merges.early()).isEqualTo(merges.later());
  }

  /** Later, ranks of different structure are merged in another order, so groups may differ, but the ranks' times may not. */
  @ParameterizedTest
  @CsvSource({"OPENMPI,8", "MPICH,8", "MPICH,6"})
  void timesOfSeveralClassesAreMergedWithoutLosingAny(MpiInstallation mpi, int ranks)
      throws Exception {
    Merges merges = Merges.run(mpi, folder, "pairs.c", ranks, "50");

    assertThat(merges.alike())
        .hasSize(2)
        .allSatisfy(one -> assertThat(one.size()).isEqualTo(ranks / 2));
    assertThat(totals(merges.early(), Distribution::count))
        .isEqualTo(totals(merges.later(), Distribution::count));
    Map<String, Double> later = totals(merges.later(), Distribution::sum);
    assertThat(totals(merges.early(), Distribution::sum))
        .hasSameSizeAs(later)
        .allSatisfy((what, sum) ->
            assertThat(sum).isCloseTo(later.get(what), Percentage.withPercentage(1e-6)));
    assertThat(merges.early().events())
        .filteredOn(event -> Set.of("main (pairs.c:14)", "main (pairs.c:17)")
            .contains(merges.early().callSites().get(event.callSite()).name()))
        .hasSize(2)
        .allSatisfy(event -> assertThat(event.deltas())
            .filteredOn(delta -> delta.kind() == Delta.Kind.COMPUTE)
            .allSatisfy(delta -> assertThat(2 * delta.ranks().min() >= ranks)
                .as("ranks that sleep and ranks that do not: %s", delta.ranks())
                .isEqualTo(2 * delta.ranks().max() >= ranks)));
  }

  /** Of all times at each call site. */
  private static Map<String, Double> totals(Trace trace, ToDoubleFunction<Distribution> of) {
    Map<String, Double> totals = new TreeMap<>();
    for (Event event : trace.events()) {
      for (Delta delta : event.deltas()) {
        totals.merge(
            trace.callSites().get(event.callSite()).name() + " " + delta.kind(),
            delta.byExecution().stream().mapToDouble(of).sum(),
            Double::sum);
      }
    }
    return totals;
  }

  /** A recording's trace as the ranks merged it, what they leave on their own merged later, and the classes that they found. */
  private record Merges(Trace early, Trace later, List<RankList> alike) {
    static Merges run(MpiInstallation mpi, Path folder, String source, int ranks, String arguments)
        throws Exception {
      Path program = mpi.compile(folder, source, "mpicc");
      Path logs = Files.createTempDirectory(folder, "logs");
      mpi.run(program, ranks, logs, arguments);
      Trace early = Recordings.compress(
          logs,
          CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.GROUPS),
          events -> {});
      Path merged = logs.resolve("merged.log");
      List<RankList> alike = new MergedRecording(merged).groupedClasses();
      Files.delete(merged);
      return new Merges(
          early,
          Recordings.compress(
              logs,
              CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.GROUPS),
              events -> {}),
          alike);
    }
  }

  /** One rank cannot write. The others continue, and none waits for this rank. */
  @ParameterizedTest
  @EnumSource
  void aRankThatStopsRecordingHoldsNobodyUp(MpiInstallation mpi) throws Exception {
    Path program = mpi.compile(folder, "families.c", "mpicc");
    Path logs = Files.createTempDirectory(folder, "logs");
    Files.createDirectory(logs.resolve("rank.1.log"));

    MpiInstallation.Ended ended = mpi.record(program, 3, logs);

    assertThat(ended.exitCode()).as(ended.output()).isZero();
    assertThat(ended.output())
        .contains(
            mpi.run(program, 3, null).output(),
            "rank 1: recording stops: cannot write a log in",
            "the program continues");
    Trace partial = Recordings.compress(
        logs, CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.GROUPS), events -> {});
    assertThat(partial.header().notes())
        .contains("partial: no recording at all (1 of 3 ranks, the first is 1)");
    assertThatOthersAreWhole(partial, record(mpi, program, 3), 1);
  }

  /** No call of the other ranks is missing, because the places of this rank in their communicators are known. */
  private static void assertThatOthersAreWhole(Trace partial, Recording whole, int missing)
      throws IOException {
    Recording there = new Recording(partial, List.of(), expanded(partial));
    assertThat(partial.header().notes())
        .contains(
            "partial: the log of the rank lacks communicators that it created with other ranks; its local ranks in these communicators are assumed (1 of "
                + partial.header().ranks() + " ranks, the first is " + missing + ")");
    for (int rank = 0; rank < partial.header().ranks(); rank++) {
      assertThat(uncounted(there.lasting().get(rank)))
          .isEqualTo(
              rank == missing
                  ? List.of("MPI_Init site=")
                  : uncounted(whole.lasting().get(rank)));
    }
    assertThat(partial.groups()).containsAll(whole.trace().groups());
  }

  /** Removes the number of communicators of which a rank is rank 0. In the numbers, one rank may be alone. */
  private static List<String> uncounted(List<String> lines) {
    return lines.stream()
        .map(line -> line.replaceAll("communicator (\\d+)\\.\\d+", "communicator of $1"))
        .toList();
  }

  /** The recorder must not communicate with this rank, because the program would take the recorder's messages for its own. */
  @ParameterizedTest
  @CsvSource({"OPENMPI,1,1", "OPENMPI,2,1", "MPICH,1,1", "MPICH,2,1"})
  void aRankWithoutTheRecorderIsNeitherWaitedForNorDisturbed(
      MpiInstallation mpi, int recorded, int plain) throws Exception {
    Path program = mpi.compile(folder, "families.c", "mpicc");
    Path logs = Files.createTempDirectory(folder, "logs");
    int ranks = recorded + plain;

    MpiInstallation.Ended ended = mpi.runMixed(program, recorded, plain, logs);

    assertThat(ended).isEqualTo(mpi.run(program, ranks, null));
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    Recording recording = recording(logs);
    assertThat(recording.trace().header().notes())
        .contains("partial: no recording at all (1 of " + ranks + " ranks, the first is " + recorded
            + ")");
    assertThat(recording.expanded().subList(0, recorded))
        .isEqualTo(recording.logged().subList(0, recorded));
    assertThatOthersAreWhole(recording.trace(), record(mpi, program, ranks), recorded);
  }

  /** The ranks check at different times whether all ranks are recorded, and none waits for another. */
  @ParameterizedTest
  @EnumSource
  void ranksThatHaveNothingToDoWithOneAnotherAreRecordedAllTheSame(MpiInstallation mpi)
      throws Exception {
    Path program = mpi.compile(folder, "alone.c", "mpicc");
    Path logs = Files.createTempDirectory(folder, "logs");

    MpiInstallation.Ended ended = mpi.run(program, 8, logs);

    assertThat(ended.exitCode()).as(ended.output()).isZero();
    Recording recording = recording(logs);
    assertThat(recording.trace().header().notes()).isEmpty();
    assertThat(recording.expanded())
        .hasSize(8)
        .isEqualTo(recording.logged())
        .allSatisfy(lines -> assertThat(lines).hasSize(2));
  }
}
