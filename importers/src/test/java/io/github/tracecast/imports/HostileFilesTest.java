package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TraceFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bad input soon ends in one clear line, without memory for the sizes that it claims. */
class HostileFilesTest {
  private static final String BINS = "(1 1.00 0 1.00 0 1.00){0.00 1.00 1.00 1.00 2.00 1}";

  private static String valid() {
    return new ScalaTraceText(4)
        .event(
            1113,
            "a_b",
            "COMP 4b-0: i " + BINS,
            "LOOP0: iter: ( 10 )[ 1 -1 0 4 1 ] mem: ( 2 )[ 1 -1 0 4 1 ]",
            "10 2",
            "12 ( 20480 )[ 1 -1 0 2 2 ]",
            "12 ( 10 )[ 1 -1 1 2 2 ]",
            "14 16",
            "1a 1",
            "1b 0")
        .event(1102, "c_d", "COMM 4b-0: a_b " + BINS, "10 2", "12 20480", "14 16", "1b 0", "2b 3")
        .event(1149, "w", "c 9999 9998", "12 2")
        .event("1 -2 0 2 2 2 1", 1006, "v", "1 1 2 3 4", "3 1 2 3 4", "10 2", "14 16", "16 16")
        .text();
  }

  /** The error after a line of the valid file was replaced. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "12 20480 | 12 -1 | t:21: found count -1; expected at least 0",
        "12 20480 | 12 99999999999 | t:21: found value 99999999999; expected -2147483648 to 2147483647",
        "12 20480 | 12 2x | t:21: found value 2x; expected -2147483648 to 2147483647",
        "12 20480 | 12 | t:21: found no value; expected at least one",
        "12 20480 | zz 1 | t:21: found line of kind \"zz\"; expected RANKS, EVENT, COMP, COMM, LOOP or a parameter's hexadecimal tag",
        "12 20480 | 12 ( 1 )[ 1 -1 0 4 0 ] | t:21: found rank list with stride 0 and 4 iterations; expected stride >= 1",
        "12 20480 | 12 ( 1 )[ 1 -1 0 1099511627776 1 ] | t:21: found iterations of a rank list 1099511627776; expected 1 to 16777216",
        "12 20480 | 12 ( 1 )[ 1 -2 0 16777216 16777216 2 1 ] | t:21: found rank list up to rank 281474959933440; expected ranks below 16777216",
        "12 20480 | 12 ( 1 )[ 1 -1 0 5 1 ] | t:21: found value of parameter 12 for rank 4, which does not take part; expected only ranks of the event",
        "12 20480 | 12 ( 1 )[ 1 -1 0 3 1 ] | t:21: found no value of parameter 12 for rank 3; expected one for each rank of the event",
        "12 20480 | 12 ( 1 )[ 99999 -1 0 3 1 ] | t:21: found depth of a rank list \"]\"; expected -16 to -1",
        "12 20480 | 14 16 | t:17: found MPI_Recv without parameter 12; expected this parameter; the file is probably incomplete or damaged",
        "2b 3 | 2b 4 | t:24: found source 4; expected 0 to 3, relative to the rank",
        "c 9999 9998 | c 9999 10000 | t:28: found request 10000; expected -1 or 0 to 9999",
        "12 2 | 12 2147483647 | t:28: found lists that repeat after 2 x 2147483647 values only; expected at most 33554448 values here",
        "12 2 | 12 -2 | t:28: found a list of -2 values; expected 0 to 2147483647",
        "10 2 | 10 1000 | t:10: found communicator 1000 of rank 0; expected 0, 1, 2 or a communicator that the rank created; the recorder misses some calls that create communicators (MPI_Cart_create, MPI_Intercomm_create)",
        "RANKS: 1 -2 0 2 2 2 1 | RANKS: 1 -1 0 5 1 | t:31: found rank 4; expected 0 to 3, the ranks of MPI_Init",
        "RANKS: 1 -2 0 2 2 2 1 | RANKS: 0 | t:31: found number of sections in a rank list 0; expected 1 to 16777216",
        "EVENT1: 1113 a_b | RANKS: 1 -1 0 4 1 | t:7: found a second RANKS line in one block; expected an empty line between events",
        "EVENT1: 1113 a_b | EVENT1: x | t:7: found opcode x; expected 0 to 2147483647",
        "33 2 | 33 2 ( | t:3: found value \"(\"; expected -2147483648 to 2147483647",
      })
  void aDamagedLineIsNamed(String line, String replacement, String message) {
    String text = valid();
    int at = text.indexOf("\n" + line + "\n") + 1;
    assertThat(at).isPositive();
    String damaged = text.substring(0, at) + replacement + text.substring(at + line.length());
    assertThatThrownBy(() -> ScalaTraceText.read(damaged))
        .isInstanceOf(TraceException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "iter: ( 4611686018427387904 )[ 1 -1 0 4 1 ] mem: ( 2 )[ 1 -1 0 4 1 ] | t:9: found value 4611686018427387904; expected -2147483648 to 2147483647",
        "iter: ( 0 )[ 1 -1 0 4 1 ] mem: ( 2 )[ 1 -1 0 4 1 ] | t:9: found 0 iterations; expected at least 1",
        "iter: ( 2 )[ 1 -1 0 4 1 ] mem: ( 100 )[ 1 -1 0 4 1 ] | t:9: found a loop over 100 events for rank 0; expected at most 5, the number of events left for the rank",
        "iter: ( 2 )[ 1 -1 0 4 1 ] mem: ( -1 )[ 1 -1 0 4 1 ] | t:9: found a body of -1 events; expected the same number, at least 1, in each execution",
        "iter: ( 2 )[ 1 -1 0 4 1 ] mem: ( 2 )[ 1 -1 0 3 1 ] | t:9: found no number of members for rank 3; expected a number for each rank that loops",
        "iter: ( 2 )[ 1 -1 0 5 1 ] mem: ( 2 )[ 1 -1 0 5 1 ] | t:9: found a loop of rank 4, which does not take part; expected only ranks of the event",
        "iter: ( 2 )[ 1 -1 0 4 1 ]( 3 )[ 1 -1 0 1 0 ] mem: ( 2 )[ 1 -1 0 4 1 ] | t:9: found a second number of iterations for rank 0; expected one for each rank",
        "iter: ( 2 )[ 1 -1 0 4 1 ] | t:9: found the end of the line; expected \"mem:\"",
      })
  void aDamagedLoopIsNamed(String loop, String message) {
    String damaged = valid().replaceAll("LOOP0: .*", "LOOP0: " + loop);
    assertThatThrownBy(() -> ScalaTraceText.read(damaged))
        .isInstanceOf(TraceException.class)
        .hasMessage(message);
  }

  @Test
  void aLoopThatReachesBeyondTheOneAroundItIsNamed() {
    String damaged = valid()
        .replace(
            "COMM 4b-0: a_b " + BINS, "LOOP0: iter: ( 3 )[ 1 -1 0 4 1 ] mem: ( 2 )[ 1 -1 0 4 1 ]");
    assertThatThrownBy(() -> ScalaTraceText.read(damaged))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "t:19: found a loop over 2 events for rank 0; expected at most 1, the number of events left in the enclosing loop");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(1 1.00 0 1.00 0 1.00){0.00 1.00 1.00 1.00 2.00 -1} | t:8: found count of a bin -1; expected 0 to 2147483647",
        "(1 1.00 0 1.00 0 1.00){0.00 3.00 1.00 1.00 2.00 1} | t:8: found bin 0.0 3.0 1.0 1.0 2.0; expected start <= end and minimum <= average <= maximum",
        "(1 1.00 0 1.00 0 1.00){0.00 1.00 NaN 1.00 2.00 1} | t:8: found average of a bin \"NaN\"; expected a number of at least 0",
        "(1 1.00 0 1.00 0 1.00){0.00 1.00 1.00 1.00 2.00 1 | t:8: found the end of the line; expected \"}\"",
        "(1 1.00 0 1.00 0 1.00) | t:8: found the end of the line; expected the histogram's bins, \"{start min average max end count}\"",
        "(1 1.00 0 1.00 0 1.00){5.00 6.00 6.00 6.00 7.00 1}{1.00 2.00 2.00 2.00 3.00 1} | t:8: found bin from 1.0 after bin from 5.0; expected bins in ascending order",
      })
  void aDamagedHistogramIsNamed(String histogram, String message) {
    String damaged = valid().replace("COMP 4b-0: i " + BINS, "COMP 4b-0: i " + histogram);
    assertThatThrownBy(() -> ScalaTraceText.read(damaged))
        .isInstanceOf(TraceException.class)
        .hasMessage(message);
  }

  @Test
  void aHistogramsMinusZeroIsZero() {
    String bins = "(1 0.00 0 0.00 0 0.00){0.00 0.00 0.00 -0 0.40 1}";

    assertThat(ScalaTraceText.read(valid().replace("COMP 4b-0: i " + BINS, "COMP 4b-0: i " + bins)))
        .isEqualTo(ScalaTraceText.read(
            valid().replace("COMP 4b-0: i " + BINS, "COMP 4b-0: i " + bins.replace("-0 ", "0 "))));
  }

  @Test
  void aFileThatWasCutIsRefusedWhereverItWasCut() {
    byte[] whole = valid().getBytes(StandardCharsets.ISO_8859_1);
    ScalaTraceText.read(whole);
    for (int length = 0; length < whole.length - 1; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> ScalaTraceText.read(cut))
          .as("first %d bytes", length)
          .isInstanceOf(TraceException.class)
          .hasMessageStartingWith("t:");
    }
  }

  @Test
  void aCutFileSaysSo() {
    String whole = valid();
    assertThatThrownBy(() -> ScalaTraceText.read(whole.substring(0, whole.length() - 1)))
        .hasMessage(
            "t:40: found the end of the file within an event; expected an empty line after the last event; the file is probably incomplete");
    assertThatThrownBy(() -> ScalaTraceText.read(whole.substring(0, whole.indexOf("RANKS: 1 -2"))))
        .hasMessage(
            "t:26: found the end of the file after MPI_Finalize by 0 of 4 ranks; expected MPI_Finalize by all ranks; the file is probably incomplete");
    assertThatThrownBy(() -> ScalaTraceText.read(whole.substring(0, whole.indexOf("9998"))))
        .hasMessage(
            "t:28: found the end of the file in the middle of a line; expected a complete line; the file is probably incomplete");
  }

  private static String withCommunicators() {
    String all = "[ 1 -1 0 4 1 ]";
    return new ScalaTraceText(4)
        .event(1036, "s", "10 2", "23 ( 0 )[ 1 -1 0 2 2 ]", "23 ( 1 )[ 1 -1 1 2 2 ]", "24 0")
        .event(1030, "g", "10 1000")
        .event(1063, "i", "21 1000", "12 1", "a 1")
        .event(1066, "r", "21 1000", "12 1", "b 0 1 1")
        .event(1070, "u", "25 1001", "26 1002")
        .event(1026, "c", "10 1000", "21 1003")
        .event(1018, "k", "10 2", "5 2 2")
        .event(1027, "d", "LOOP0: iter: ( 3 )" + all + " mem: ( 2 )" + all, "10 1")
        .event(
            1113,
            "n",
            "10 1000",
            "12 8",
            "14 10",
            "1b 0",
            "1a ( 1 )[ 1 -1 0 2 3 ]",
            "1a ( 3 )[ 1 -1 1 2 1 ]")
        .event(1010, "b", "10 1000 1001")
        .text();
  }

  @Test
  void damagedBytesNeverEndInAnythingButAComplaint() {
    ScalaTraceText.read(withCommunicators());
    for (String whole : new String[] {valid(), withCommunicators()}) {
      for (int seed = 1; seed <= 5_000; seed++) {
        Random random = new Random(seed);
        byte[] damaged = whole.getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i <= random.nextInt(3); i++) {
          damaged[random.nextInt(damaged.length)] = random.nextBoolean()
              ? (byte) random.nextInt()
              : (byte) "0123456789 ()[]-:\n".charAt(random.nextInt(18));
        }
        int number = seed;
        assertTimeoutPreemptively(
            Duration.ofSeconds(120), () -> readOrComplain(damaged), () -> "seed " + number);
      }
    }
  }

  private static void readOrComplain(byte[] damaged) {
    try {
      ScalaTraceText.read(damaged);
    } catch (TraceException e) {
      assertThat(e.getMessage()).startsWith("t:").doesNotContain("\n");
    }
  }

  @Test
  void realFilesCutOrFlippedNeverEndInAnythingButAComplaint() throws IOException {
    byte[] whole = Files.readAllBytes(SharedTraces.scalaTrace("lu/A.4/I.scalatrace"));
    for (int length = 0; length < whole.length - 1; length += 997) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> ScalaTraceText.read(cut))
          .as("first %d bytes", length)
          .isInstanceOf(TraceException.class)
          .hasMessageStartingWith("t:");
    }
    for (int seed = 1; seed <= 100; seed++) {
      byte[] damaged = whole.clone();
      damaged[new Random(seed).nextInt(damaged.length)] ^=
          (byte) (1 << new Random(seed).nextInt(8));
      readOrComplain(damaged);
    }
  }

  @Test
  void otherFilesAreRefusedByWhatTheyLookLike(@TempDir Path folder) throws IOException {
    String known = "; expected a trace, plain or gzipped, in one of these formats: "
        + TraceFormat.supportedLabels();
    assertRefused(folder, new byte[0], "found an empty file" + known);
    assertRefused(
        folder,
        "\u007fELF\2".getBytes(StandardCharsets.ISO_8859_1),
        "found a program (ELF)" + known);
    assertRefused(
        folder,
        "PK\u0003\u0004".getBytes(StandardCharsets.ISO_8859_1),
        "found a zip archive" + known);
    assertRefused(
        folder,
        "\0\1\2".getBytes(StandardCharsets.ISO_8859_1),
        "found binary data of unknown kind" + known);
    assertRefused(
        folder,
        "\nDear Sir\n".getBytes(StandardCharsets.ISO_8859_1),
        "found text that starts with \"Dear Sir\"" + known);
    assertRefused(
        folder,
        gzip("Dear Sir".getBytes(StandardCharsets.ISO_8859_1)),
        "found text that starts with \"Dear Sir\"" + known);
    assertRefused(
        folder,
        Arrays.copyOf(gzip(valid().getBytes(StandardCharsets.ISO_8859_1)), 8),
        "found damaged compressed data; expected a complete file. Copy the file again");
    Files.delete(folder.resolve("x"));
    assertThatThrownBy(() -> Importers.read(folder))
        .isInstanceOf(TraceException.class)
        .hasMessage(folder
            + ": found no trace among the 0 files of this folder; expected a trace in one of these formats: "
            + TraceFormat.supportedLabels());
    assertThatThrownBy(() -> Importers.read(folder.resolve("no")))
        .isInstanceOf(TraceException.class)
        .hasMessage(folder.resolve("no") + ": no such file");
  }

  private static void assertRefused(Path folder, byte[] content, String message)
      throws IOException {
    Path file = Files.write(folder.resolve("x"), content);
    assertThatThrownBy(() -> Importers.read(file))
        .isInstanceOf(TraceException.class)
        .hasMessage(file + ": " + message);
  }

  @Test
  void aGzippedFileThatBreaksOffIsRefused(@TempDir Path folder) throws IOException {
    byte[] whole = gzip(valid().getBytes(StandardCharsets.ISO_8859_1));
    for (int length = 18; length < whole.length; length++) {
      Path file = Files.write(folder.resolve("x"), Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> Importers.read(file))
          .as("first %d bytes", length)
          .isInstanceOf(TraceException.class);
    }
  }

  @Test
  void allKnownFormsReadBackTheSame(@TempDir Path folder) throws IOException {
    Path text = Files.writeString(folder.resolve("0"), valid());
    Trace trace = Importers.read(text);
    assertThat(Importers.read(folder)).isEqualTo(trace);
    Path zipped = Files.write(folder.resolve("z"), gzip(Files.readAllBytes(text)));
    assertThat(Importers.read(zipped).events()).isEqualTo(trace.events());
    for (Encoding encoding : Encoding.values()) {
      Path own = folder.resolve("own");
      TraceFiles.write(trace, own, encoding);
      assertThat(Importers.read(own)).isEqualTo(trace);
      assertThat(Importers.read(Files.write(folder.resolve("ownz"), gzip(Files.readAllBytes(own)))))
          .isEqualTo(trace);
    }
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }
}
