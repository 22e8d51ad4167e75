package io.github.tracecast.imports.internal.paraver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.ParaverText;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.codec.TextCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However small the blocks of calls and of text are, the trace and the error are those of a reader that holds all calls of the file. */
class ParaverBlocksTest {
  private static final int SEEDS = Integer.getInteger("seeds", 20);
  private static final int WHOLE = 1 << 20;

  @TempDir
  private Path folder;

  /** Returns the trace as text, or the error. */
  private static String read(Path file, int threads, int calls, int bytes) throws IOException {
    BlockSizes sizes = new BlockSizes(bytes, 1, calls, calls);
    try (InputStream in = Files.newInputStream(file)) {
      Trace trace = ParaverImporter.read(
          in,
          () -> Files.newInputStream(file),
          file,
          CompressOptions.DEFAULT.withThreads(threads),
          sizes);
      return new String(TextCodec.write(trace), StandardCharsets.UTF_8);
    } catch (TraceException e) {
      return e.getMessage();
    }
  }

  private void check(Random random, String text) throws IOException {
    Path file = ParaverText.write(folder, text);
    String expected = read(file, 1, WHOLE, WHOLE);
    for (int i = 0; i < 3; i++) {
      int threads = 1 + random.nextInt(3);
      int calls = 1 + random.nextInt(12);
      int bytes = 2 + random.nextInt(1 << random.nextInt(12));
      assertThat(read(file, threads, calls, bytes))
          .as("%d threads, blocks of %d calls and of %d bytes", threads, calls, bytes)
          .isEqualTo(expected);
    }
  }

  private static RandomParaverRun run(Random random, int size) {
    return new RandomParaverRun(random, 1 + random.nextInt(5), 3 * size, random.nextInt(4) > 0);
  }

  @Test
  void anyCutIntoBlocksGivesTheSameTrace() throws IOException {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      RandomParaverRun run = run(random, seed);
      check(random, run.inOrder());
      assertThat(read(ParaverText.write(folder, run.inOrder()), 1, 3, 100))
          .doesNotContain("; expected ");
    }
  }

  @Test
  void recordsMayStandInAnyOrderThatKeepsTheOrderOfATasksCalls() throws IOException {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      RandomParaverRun run = run(random, seed);
      check(random, run.shuffled());
    }
  }

  @Test
  void anyDamagedLineGivesTheSameError() throws IOException {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      StringBuilder damaged = new StringBuilder(run(random, 1 + seed / 4).inOrder());
      for (int i = 0; i < 3; i++) {
        int at = damaged.indexOf("\n") + random.nextInt(damaged.length() / 2);
        damaged.setCharAt(at, (char) ('0' + random.nextInt(11)));
      }
      check(random, damaged.toString());
    }
  }

  @Test
  void aStartOfTheTaskMayFollowItsCalls() throws IOException {
    ParaverText text = new ParaverText(1).line("c:1:1:1:1");
    for (int call = 1; call < 40; call++) {
      text.line("2:1:1:1:1:" + 10 * call + ":50000003:31")
          .line("2:1:1:1:1:" + (10 * call + 2) + ":50000003:0");
    }
    check(new Random(1), text.line("2:1:1:1:1:4:40000001:1").text());
  }

  /** How many lines a call waits until it is written does not depend on the length of the run. */
  @Test
  void aLongRunIsNotHeldInMemory() throws IOException {
    int tasks = 4;
    int blockSize = 64;
    RandomParaverRun run = new RandomParaverRun(new Random(7), tasks, 2000, true);
    Path file = ParaverText.write(folder, run.inOrder());
    List<TaskBacklog> backlogs = new ArrayList<>();
    List<Long> waited = new ArrayList<>();
    try (InputStream in = Files.newInputStream(file)) {
      PrvHeader.read(in, file.toString());
      RecordBlocks blocks = new RecordBlocks(in, new TaskJobs(tasks, 1), 1, 1 << 10);
      Records records = new Records(blocks, file.toString(), 1);
      for (int task = 0; task < tasks; task++) {
        backlogs.add(new TaskBacklog(
            task, blockSize, FileFacts.OfTask.ASSUMED, new TaskBacklog.Writing() {
              @Override
              public void write(
                  int number,
                  long start,
                  List<PrvCall> calls,
                  List<PrvMessage> sends,
                  List<PrvMessage> receives) {
                waited.add(records.line() - calls.getFirst().line);
              }

              @Override
              public void stop() {
                fail("the file need not be read again");
              }
            }));
      }
      new PrvReader(records, EventNames.read(EventNames.namesFile(file)), backlogs, () -> {})
          .read();
      assertThat(records.line()).isGreaterThan(30_000);
    }
    assertThat(backlogs).allMatch(TaskBacklog::holds);
    assertThat(waited).hasSizeGreaterThan(100).allMatch(lines -> lines < 20 * tasks * blockSize);
  }
}
