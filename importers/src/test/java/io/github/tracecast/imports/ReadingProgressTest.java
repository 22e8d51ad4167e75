package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.ReadingProgress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An import says how many bytes of its files were read, however many threads read them. */
class ReadingProgressTest {
  private static final int LINES = 30_000;

  @TempDir
  private Path folder;

  private static final class Kept implements ReadingProgress {
    private final List<Long> expected = new ArrayList<>();
    private final List<Long> read = new ArrayList<>();

    @Override
    public void expect(long bytes) {
      expected.add(bytes);
    }

    @Override
    public void accept(long bytes) {
      read.add(bytes);
    }
  }

  private static Kept progress(Path file, int threads) {
    Kept kept = new Kept();
    compress(file, threads, kept);
    return kept;
  }

  private static void compress(Path file, int threads, Kept kept) {
    RawTraces.compress(List.of(file), CompressOptions.DEFAULT.withThreads(threads), kept);
  }

  /** Asserts that all bytes of some files are read, in several steps. */
  private static void check(Path file, long bytes) {
    for (int threads : new int[] {1, 3}) {
      Kept kept = progress(file, threads);
      assertThat(kept.expected).as("%d threads", threads).containsExactly(bytes);
      assertThat(kept.read).hasSizeGreaterThan(2).isSorted().endsWith(bytes);
    }
  }

  private static Path gzipped(Path file) throws IOException {
    Path packed = file.resolveSibling(file.getFileName() + ".gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      Files.copy(file, out);
    }
    return packed;
  }

  private static void checkFile(Path file, int passes) throws IOException {
    check(file, passes * Files.size(file));
    Path packed = gzipped(file);
    check(packed, passes * Files.size(packed));
  }

  /** Asserts that the bytes of a rank count when the rank is read, not when it is found. */
  private void checkRanks(String name, String text, String lastRank) throws IOException {
    checkFile(write(name, text), 1);
    int damage = text.indexOf(lastRank) + lastRank.length();
    Path damaged =
        write("damaged." + name, text.substring(0, damage) + "?" + text.substring(damage));
    Kept kept = new Kept();
    assertThatThrownBy(() -> compress(damaged, 3, kept)).isInstanceOf(TraceException.class);
    assertThat(kept.read).isNotEmpty().allMatch(read -> read <= damage);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text, StandardCharsets.US_ASCII);
  }

  /** Returns a text with three ranks after a head. Each begins with its number. */
  private static String ofRanks(
      String head, String afterNumber, IntFunction<String> line, String end) {
    StringBuilder text = new StringBuilder(head);
    for (int rank = 0; rank < 3; rank++) {
      text.append("rank " + rank + afterNumber);
      IntStream.range(0, LINES).mapToObj(line).forEach(text::append);
      text.append(end);
    }
    return text.toString();
  }

  /** Returns a number with several digits, so that a gzipped text stays long. */
  private static long mixed(int number) {
    return 1_000_000 + number * 2_654_435_761L % 1_000_003;
  }

  @Test
  void ofAParaverTrace() throws IOException {
    ParaverText text = new ParaverText(2).line("c:1:1:2:1:2");
    for (int call = 1; call < LINES; call++) {
      text.call(1 + call % 2, "50000003:31", mixed(0) * call, mixed(0) * call + mixed(call) / 10);
    }
    checkFile(text.write(folder), 1);
  }

  @Test
  void ofAParaverTraceThatIsReadTwice() throws IOException {
    ParaverText text = new ParaverText(1).line("c:1:1:1:1");
    for (int call = 1; call < LINES; call++) {
      text.call(1, "50000003:31", 10 * call, 10 * call + 2);
    }
    Path file = text.line("2:1:1:1:1:4:40000001:1").write(folder);
    long bytes = Files.size(file);
    Kept kept = progress(file, 2);
    assertThat(kept.expected).containsExactly(bytes, 2 * bytes);
    assertThat(kept.read).isSorted().contains(bytes).endsWith(2 * bytes);
  }

  @Test
  void ofAGoalSchedule() throws IOException {
    String text =
        ofRanks("num_ranks 3\n", " {\n", i -> "l" + i + ": calc " + mixed(i) + "\n", "}\n");
    checkRanks("run.goal", text, "rank 2 {\n");
  }

  @Test
  void ofABinaryGoalSchedule() throws IOException {
    int ranks = 3;
    int rankBytes = 8 + 4 * LINES + 39 * LINES;
    int header = 14 + 16 * ranks;
    ByteBuffer out = ByteBuffer.allocate(header + ranks * rankBytes).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(4223).putInt(ranks).putShort((short) 0);
    for (int rank = 0; rank < ranks; rank++) {
      int start = header + rank * rankBytes;
      out.putLong(start - 8).putLong(start + rankBytes - 8);
    }
    for (int rank = 0; rank < ranks; rank++) {
      out.putInt(LINES).putInt(LINES);
      for (int i = 0; i < LINES; i++) {
        out.putInt(i);
      }
      for (int i = 0; i < LINES; i++) {
        out.putInt(0).put((byte) 3).putInt(0).putLong(mixed(i)).putInt(0).putShort((short) 0);
        out.putInt(0).putInt(0).putInt(0).putInt(0);
      }
    }
    checkFile(Files.write(folder.resolve("run.bin"), out.array()), 1);
  }

  @Test
  void ofAListing() throws IOException {
    String text = ofRanks(
        "ranks 3\ngroup 0 (0 1 3)\ncommunicator 0 group 0 w\n",
        "\n",
        i -> i + " MPI_Barrier compute=" + mixed(i) + ".00us communicator=0 site=a\n",
        "");
    checkRanks("run.txt", text, "rank 2\n");
  }

  @Test
  void ofTimeIndependentTraces() throws IOException {
    StringBuilder merged = new StringBuilder();
    StringBuilder index = new StringBuilder();
    long bytes = 0;
    for (int rank = 0; rank < 3; rank++) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < LINES; i++) {
        text.append(rank + " compute " + mixed(i) + "\n");
      }
      merged.append(text);
      index.append("rank" + rank + ".tit\n");
      bytes += Files.size(write("rank" + rank + ".tit", text.toString()));
    }
    check(write("run.tit", index.toString()), bytes);
    checkFile(write("merged.tit", merged.toString()), 2);
  }
}
