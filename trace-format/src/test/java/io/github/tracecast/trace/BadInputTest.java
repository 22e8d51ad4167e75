package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import io.github.tracecast.trace.codec.TraceFiles;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.times.RoundedTimes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadInputTest {
  private static final byte[] BINARY = BinaryCodec.write(WorkedExamplesTest.tiny());

  /** The number of the table of sequences. */
  private static final int SEQUENCES = 10;

  /** The ring of {@link WorkedExamplesTest} with all ranks and one parameter per line. */
  private static final String TEXT = """
      tracecast-trace 7
      ranks 4
      requests 100
      origin "by hand"
      note "an example"

      site 0 "ring.c:12"
      site 1 "ring.c:20"
      datatype 0 "MPI_DOUBLE" bytes 8
      group 0 (0 1 4)
      communicator 0 "MPI_COMM_WORLD" group 0
      communicator 1 "MPI_COMM_SELF" self

      loop 0 to 0 ranks 1 0 1 1 4
        iterations 10
      event 0 MPI_Send site 0 ranks 1 0 1 1 4
        communicator 0
        destination rank+1 for 1 0 1 1 3
        destination none for 1 3 0
        tag 0
        count 20480 1024
        datatype 0
        compute microseconds first count 4 min 150.0 avg 152.25 max 155.0
        compute microseconds after 0 bins (0.0 60.0 20) (60.0 120.0 16 61.0 70.5 119.0)

      event 1 MPI_Finalize site 1 ranks 1 0 1 1 4

      end 2 events
      """;

  private static final String SHORT_TEXT = """
      tracecast-trace 7
      ranks 4
      requests 100
      site 0 "a"
      site 1 "b"
      R0 = 1 0 1 2 2
      R1 = 1 1 1 2 2
      V0 = rank+1 for R0 | rank-1 for R1
      event 0 MPI_Send site 0 destination V0 tag 7 count 1*3 2
      event 1 as 0 site 1 ranks R0 destination rank+1
        tag 2..8:3
      event 2 MPI_Waitall site 1 requests [1..3]*2 [none]
      end 3 events
      """;

  @Test
  void whatIsSpeltOutIsReadLikeItsShorthand() {
    assertThat(TraceFiles.read(TEXT.getBytes(StandardCharsets.UTF_8), "lu.ctrace"))
        .isEqualTo(WorkedExamplesTest.ring());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '`',
      value = {
        "trace 7!trace 9!lu.ctrace:1: found version 9; expected 7 or 8; a newer Tracecast reads it",
        "R0 = 1 0!R2 = 1 0!lu.ctrace:6: found \"R2\"; expected loop, event or end",
        "R0 = 1 0!R0 1 0!lu.ctrace:6: found \"1\"; expected =",
        "R0 = 1 0 1 2 2!R0 = 1 0 1 2 3!lu.ctrace:6: found rank 4; expected 0 to 3, as in the header",
        "rank-1 for R1!rank-1 for R2!lu.ctrace:8: found \"R2\"; expected a rank list, or a name from R0 to R1",
        "destination V0!destination V1!lu.ctrace:9: found \"V1\"; expected values, or a name from V0 to V0",
        "destination V0!destination Vx!lu.ctrace:9: found \"Vx\"; expected values, or a name from V0 to V0",
        "rank-1 for R1!rank-1 for R0!lu.ctrace:9: event 0: destination: found a rank that has two values; expected one value for each of the event's ranks, and for no other rank",
        "tag 7!tagg 7!lu.ctrace:9: found \"tagg\"; expected a parameter, compute, inside, TIME:, event, loop or end",
        "rank-1 for R1!transposed:3 for R1!lu.ctrace:9: event 0: destination: found transposed:3 in a communicator of 4 ranks; expected a number whose square divides the communicator's size",
        "rank-1 for R1!other:3 for R1!lu.ctrace:9: event 0: destination: found other:3; expected one of the other ranks of a communicator of 4 ranks",
        "rank-1 for R1!matched:1 for R1!lu.ctrace:9: event 0: destination: found matched:1; expected at most"
            + " the number of earlier receives with a matched source that are in the same loops and"
            + " communicator for all ranks of this event",
        "rank-1 for R1!matched:0 for R1!lu.ctrace:9: event 0: destination: found matched:0; expected a number from 0 to 3, rank+NUMBER, rank+NUMBER%size, transposed:NUMBER, other:NUMBER, NUMBERrank+NUMBER, NUMBERrank+NUMBER%size, matched:NUMBER or the word none",
        "rank-1 for R1!matched:65 for R1!lu.ctrace:9: event 0: destination: found matched:65; expected a number from 0 to 3, rank+NUMBER, rank+NUMBER%size, transposed:NUMBER, other:NUMBER, NUMBERrank+NUMBER, NUMBERrank+NUMBER%size, matched:NUMBER or the word none",
        "rank-1 for R1!matched:1 0 for R1!lu.ctrace:9: event 0: destination: found the source of a match"
            + " together with other values; expected a number from 0 to 3, rank+NUMBER, rank+NUMBER%size,"
            + " transposed:NUMBER, other:NUMBER, NUMBERrank+NUMBER, NUMBERrank+NUMBER%size, matched:NUMBER or"
            + " the word none",
        "tag 7!tag matched:1!lu.ctrace:9: event 0: tag: found the source of a match; expected a number from 0 to 2147483647, NUMBERrank+NUMBER, NUMBERrank+NUMBER%size, any",
        "tag 7!tag other:2!lu.ctrace:9: event 0: tag: found another process; expected a number from 0 to 2147483647, NUMBERrank+NUMBER, NUMBERrank+NUMBER%size, any",
        "tag 7!tag transposed:2!lu.ctrace:9: event 0: tag: found a value relative to the rank; expected a number from 0 to 2147483647, NUMBERrank+NUMBER, NUMBERrank+NUMBER%size, any",
        "[1..3]*2!persistent:101!lu.ctrace:12: event 2: requests: found persistent:101; expected numbers from 1 to 100, persistent:NUMBER or the word none",
        "1*3!1*0!lu.ctrace:9: found \"1*0\"; expected a repetition count from 1 to 2^31 - 1",
        "1*3!1*x!lu.ctrace:9: found \"1*x\"; expected a whole number below 2^63, rank+NUMBER, rank+NUMBER%size, transposed:NUMBER, other:NUMBER, matched:NUMBER, persistent:NUMBER, any or none",
        "1*3!1*2000000000!lu.ctrace:9: found 1999999999 more values by \"1*2000000000\"; expected at most 1024 values in total for each byte read so far",
        "as 0!as 1!lu.ctrace:10: found event 1; expected 0",
        "site 1 ranks R0!site 2 ranks R0!lu.ctrace:10: found site 2; expected 0 to 1",
        "R0 destination rank+1!R0!lu.ctrace:10: event 1: destination: found a value for rank 1, which does not"
            + " take part; expected one value for each of the event's ranks, and for no other rank",
        "2..8:3!2..8:4!lu.ctrace:11: found \"2..8:4\"; expected FIRST..LAST:STEP with a positive STEP that divides the distance from FIRST to LAST",
        "2..8:3!-8..-2:3!lu.ctrace:11: event 1: tag: found -8; expected a number from 0 to 2147483647, NUMBERrank+NUMBER, NUMBERrank+NUMBER%size, any",
        "[1..3]*2!1..2000000000!lu.ctrace:12: found 1999999999 more values by \"1..2000000000\"; expected at most 1024 values in total for each byte read so far",
        "[1..3]*2![1..3]*900000000!lu.ctrace:12: found 2699999997 more values by \"*900000000\"; expected at most 1024 values in total for each byte read so far",
        "end 3!end 2!lu.ctrace:13: found number of events 2; expected 3",
      })
  void damagedShortcutsAreRefusedWithTheirLine(String good, String bad, String message) {
    assertThat(TraceFiles.read(SHORT_TEXT.getBytes(StandardCharsets.UTF_8), "lu.ctrace")
            .events())
        .hasSize(3);
    String damaged = SHORT_TEXT.replace(good, bad);
    assertThat(damaged).isNotEqualTo(SHORT_TEXT);
    assertThatThrownBy(() -> TraceFiles.read(damaged.getBytes(StandardCharsets.UTF_8), "lu.ctrace"))
        .isInstanceOf(TraceException.class)
        .hasMessage(message);
  }

  @Test
  void anEmptyFileIsRefused() {
    assertThatThrownBy(() -> TraceFiles.read(new byte[0], "lu.ctrace"))
        .isInstanceOf(TraceException.class)
        .hasMessage("lu.ctrace: byte 0: found an empty file; expected a trace");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "tracecast-trace 7|tracecast-trace 5|lu.ctrace:1: found version 5; expected 7 or 8; write one of these"
            + " versions in this line, because no other line has changed",
        "tracecast-trace 7|hello|lu.ctrace:1: found \"hello\"; expected tracecast-trace",
        "ranks 4|ranks 0|lu.ctrace:2: found ranks 0; expected 1 to 16777216",
        "ranks 4|ranks 3000000000|lu.ctrace:2: found ranks 3000000000; expected 1 to 16777216",
        "ranks 4|ranks 4 threads 0|lu.ctrace:2: found threads 0; expected 1 to 1048576",
        "ranks 4|ranks 4 threads 9999999|lu.ctrace:2: found threads 9999999; expected 1 to 1048576",
        "ranks 4|ranks 3|lu.ctrace:15: found rank 3; expected 0 to 2, as in the header",
        "\"by hand\"|\"by hand|lu.ctrace:4: found the end of the line; expected a closing double quote",
        "\"by hand\"|\"by \\x hand\"|lu.ctrace:4: found \\x; expected one of \\\" \\\\ \\n \\uXXXX",
        "site 1|site 2|lu.ctrace:8: found site 2; expected site 1, because numbers ascend from 0 without gaps",
        "bytes 8|bytes -8|lu.ctrace:9: found size -8; expected at least 0 bytes, or unknown",
        "bytes 8|bytes 9000000000000|lu.ctrace:9: datatype 0: found 9000000000000 bytes; expected at most 1099511627776",
        "(0 1 4)|(0 0 4)|lu.ctrace:10: group: found run of 4 ranks from 0 with stride 0; expected a stride other than 0, and ranks from 0 to 16777215",
        "(0 1 4)|(0 1 5)|lu.ctrace:10: group 0: found rank 4; expected 0 to 3, as in the header",
        "(0 1 4)|(0 1 3)|lu.ctrace:11: communicator 0: found 3 members; expected all 4 ranks, because it is MPI_COMM_WORLD",
        "(0 1 4)|(0 1 3) (2 1 1)|lu.ctrace:10: group 0: found 4 members of which 3 are different ranks; expected each rank once",
        "WORLD\" group 0|WORLD\" group 1|lu.ctrace:11: found group 1; expected 0",
        "SELF\" self|SELF\" group 0|lu.ctrace:12: communicator 1: found group 0; expected self, because it is MPI_COMM_SELF",
        "ranks 1 0 1 1 4|ranks 1 0 1 0 4|lu.ctrace:15: rank list: found stride 0; expected stride >= 1",
        "ranks 1 0 1 1 4|ranks 1 0 1 1 5|lu.ctrace:15: found rank 4; expected 0 to 3, as in the header",
        "ranks 1 0 1 1 4|ranks 0|lu.ctrace:15: found an empty rank list; expected at least one rank",
        "iterations 10|iterations 4611686018427387904|lu.ctrace:15: loop 0: found 4611686018427387904 iterations; expected 1 to 1000000000000",
        "iterations 10|iterations 0|lu.ctrace:15: loop 0: found 0 iterations; expected 1 to 1000000000000",
        "iterations 10|iterations 9999999999999999999|lu.ctrace:16: found \"9999999999999999999\"; expected a whole number below 2^63, rank+NUMBER, rank+NUMBER%size, transposed:NUMBER, other:NUMBER, matched:NUMBER, persistent:NUMBER, any or none",
        "loop 0 to 0|loop 0 to 2|lu.ctrace:15: loop 0: found last event 2; expected an event of the list, at most 1",
        "loop 0 to 0|loop 1 to 1|lu.ctrace:15: found first event 1; expected 0",
        "event 1|event 2|lu.ctrace:27: found event 2; expected event 1, because numbers ascend from 0 without gaps",
        "MPI_Finalize|MPI_Finalise|lu.ctrace:27: found \"MPI_Finalise\"; expected the name of an MPI call, such as MPI_Send",
        "MPI_Send site 0|MPI_Send site 2|lu.ctrace:17: found site 2; expected 0 to 1",
        "count 20480 1024|count 20480 -1|lu.ctrace:22: event 0: count: found -1; expected a number from 0 to 1099511627776",
        "count 20480 1024|count [20480 1024]|lu.ctrace:22: event 0: count: found a list of 2 values; expected a number from 0 to 1099511627776",
        "tag 0|tagg 0|lu.ctrace:21: found \"tagg\"; expected a parameter, compute, inside, TIME:, event, loop or end",
        "tag 0|tag rank+1|lu.ctrace:21: event 0: tag: found a value relative to the rank; expected a number from 0 to 2147483647, NUMBERrank+NUMBER, NUMBERrank+NUMBER%size, any",
        "datatype 0~|datatype 1~|lu.ctrace:23: event 0: datatype: found 1; expected a number from 0 to 0",
        "rank+1 for 1 0 1 1 3|rank+2 for 1 0 1 1 3|lu.ctrace:19: event 0: destination: found rank+2 where rank is 2; expected a sum from 0 to 3, the ranks of the communicator",
        "rank+1 for 1 0 1 1 3|rank+1 for 1 0 1 1 4|lu.ctrace:19: event 0: destination: found a rank that has two values; expected one value for each of the event's ranks, and for no other rank",
        "rank+1 for 1 0 1 1 3|rank+1 for 1 0 1 1 2|lu.ctrace:19: event 0: destination: found no value for rank 2; expected one value for each of the event's ranks, and for no other rank",
        "rank+1 for 1 0 1 1 3|4 for 1 0 1 1 3|lu.ctrace:19: event 0: destination: found 4; expected a number from 0 to 3, rank+NUMBER, rank+NUMBER%size, transposed:NUMBER, other:NUMBER, NUMBERrank+NUMBER, NUMBERrank+NUMBER%size, matched:NUMBER or the word none",
        "min 150.0|min 153.0|lu.ctrace:24: delta: found min 153.0, average 152.25, max 155.0; expected finite numbers with min <= average <= max",
        "max 155.0|max 155.0 stddev -1|lu.ctrace:24: delta: found standard deviation -1.0; expected 0 to 2.5, half of the distance from min to max",
        "max 155.0|max 155.0 stddev 2.6|lu.ctrace:24: delta: found standard deviation 2.6; expected 0 to 2.5, half of the distance from min to max",
        "max 155.0|max 155.0 stddev many|lu.ctrace:24: found \"many\"; expected stddev, a number",
        "(0.0 60.0 20)|(0.0 60.0 -20)|lu.ctrace:25: bin: found count -20; expected at least 1, because empty bins are left out",
        "compute microseconds first count 4 min 150.0 avg 152.25 max 155.0|TIME: 3 2 1|lu.ctrace:24: found TIME: 3.0 2.0 1.0; expected three numbers with min <= avg <= max, or base stride n1 n2 ...",
        "compute microseconds first count 4 min 150.0 avg 152.25 max 155.0|TIME: 3 2|lu.ctrace:24: found 2 numbers after TIME:; expected min avg max, or base stride n1 n2 ...",
        "compute microseconds first count 4 min 150.0 avg 152.25 max 155.0|TIME: 3 2 -1 4|lu.ctrace:24: found count -1; expected at least 0",
        "after 0 bins|first bins|lu.ctrace:17: event 0: delta: found two deltas of rank 0 with the same kind, unit and previous event; expected one delta",
        "end 2 events|end 3 events|lu.ctrace:29: found number of events 3; expected 2",
        "end 2 events|end 2 events~more|lu.ctrace:30: found \"more\"; expected nothing after the line that ends the trace",
      })
  void damagedTextIsRefusedWithItsLine(String good, String bad, String message) {
    String text = TEXT.replaceFirst("\n\nloop", "\n\n# a comment\nloop");
    String damaged = text.replace(good.replace('~', '\n'), bad.replace('~', '\n'));
    assertThat(damaged).isNotEqualTo(text);
    assertThatThrownBy(() -> TraceFiles.read(damaged.getBytes(StandardCharsets.UTF_8), "lu.ctrace"))
        .isInstanceOf(TraceException.class)
        .hasMessage(message);
  }

  @Test
  void textThatIsCutAnywhereIsRefusedWithItsLine() {
    byte[] whole = TextCodec.write(RandomTraces.trace(400));
    int step = 100;
    for (int length = step; length < whole.length - 1; length += step) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThat(catchThrowable(() -> TraceFiles.read(cut, "lu.ctrace")))
          .as("cut at " + length)
          .isInstanceOf(TraceException.class)
          .hasMessageMatching("lu.ctrace:\\d+: [^\n]+");
    }
    byte[] ring = TEXT.getBytes(StandardCharsets.UTF_8);
    for (int length = 1; length < ring.length - 1; length++) {
      byte[] cut = Arrays.copyOf(ring, length);
      assertThat(catchThrowable(() -> TraceFiles.read(cut, "lu.ctrace")))
          .as("cut at " + length)
          .isInstanceOf(TraceException.class)
          .hasMessageMatching("lu.ctrace:\\d+: [^\n]+");
    }
    assertThatThrownBy(() -> TraceFiles.read(
            TEXT.substring(0, TEXT.indexOf("end 2")).getBytes(StandardCharsets.UTF_8), "lu.ctrace"))
        .hasMessage(
            "lu.ctrace:28: found the end of the file; expected a parameter, compute, inside, TIME:, event, loop or end");
  }

  @Test
  void flippedTextIsRefusedInOneLineOrStillATrace() {
    byte[] ring = TEXT.getBytes(StandardCharsets.UTF_8);
    int refused = 0;
    for (int at = 0; at < ring.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] flipped = ring.clone();
        flipped[at] ^= (byte) (1 << bit);
        Throwable thrown = catchThrowable(() -> TraceFiles.read(flipped, "lu.ctrace"));
        if (thrown != null) {
          refused++;
          assertThat(thrown)
              .as("byte " + at + " bit " + bit)
              .isInstanceOf(TraceException.class)
              .hasMessageMatching("lu.ctrace:\\d+: [^\n]+|lu.ctrace: byte \\d+: [^\n]+");
        }
      }
    }
    assertThat(refused).isGreaterThan(ring.length * 4);
  }

  @Test
  void binaryThatIsCutAnywhereIsRefusedWithItsByte() {
    for (int length = 1; length < BINARY.length; length++) {
      byte[] cut = Arrays.copyOf(BINARY, length);
      assertThat(catchThrowable(() -> TraceFiles.read(cut, "lu.ctrace")))
          .as("cut at " + length)
          .isInstanceOf(TraceException.class)
          .hasMessageStartingWith(
              "lu.ctrace: byte " + length + ": found the end of the file; expected ");
    }
    assertThatThrownBy(() -> TraceFiles.read(Arrays.copyOf(BINARY, 39), "lu.ctrace"))
        .hasMessage(
            "lu.ctrace: byte 39: found the end of the file; expected the 77 bytes of the tables and the checksum from byte 13; copy the incomplete file again, or record the run again");
    byte[] large = BinaryCodec.write(RandomTraces.trace(400));
    for (int length = 100; length < large.length; length += 100) {
      byte[] cut = Arrays.copyOf(large, length);
      assertThat(catchThrowable(() -> TraceFiles.read(cut, "lu.ctrace")))
          .as("cut at " + length)
          .isInstanceOf(TraceException.class)
          .hasMessageMatching("lu.ctrace: byte \\d+: [^\n]+");
    }
  }

  @Test
  void anyFlippedByteOfABinaryTraceIsNoticed() {
    for (int at = 1; at < BINARY.length; at++) {
      for (int mask : new int[] {1, 0x80, 0xff}) {
        byte[] flipped = BINARY.clone();
        flipped[at] ^= (byte) mask;
        assertThat(catchThrowable(() -> TraceFiles.read(flipped, "lu.ctrace")))
            .as("byte " + at)
            .isInstanceOf(TraceException.class)
            .hasMessageMatching("lu.ctrace: byte \\d+: found [^\n]+; expected [^\n]+");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "2|45|lu.ctrace: byte 0: found 89432d520d0a1a0a; expected 894354520d0a1a0a, with which binary traces begin",
        "8|14|lu.ctrace: byte 8: found format version 14; expected 10 to 13; a newer Tracecast reads it",
        "8|9|lu.ctrace: byte 8: found format version 9; expected 10 to 13; record or import the trace again",
        "9|127|lu.ctrace: byte 94: found the end of the file; expected the 2130706509 bytes of the tables and the checksum from byte 13; copy the incomplete file again, or record the run again",
        "12|1|lu.ctrace: byte 9: found a length of 1 bytes in a file of 94 bytes; expected a length of 77 bytes",
        "22|2|lu.ctrace: byte 90: found checksum 31cc44c4 of the whole file; expected 8344c499; copy the damaged file again, or record the run again",
      })
  void damagedBinaryIsRefusedWithItsByte(int at, int value, String message) {
    byte[] damaged = BINARY.clone();
    damaged[at] = (byte) value;
    assertThatThrownBy(() -> TraceFiles.read(damaged, "lu.ctrace"))
        .isInstanceOf(TraceException.class)
        .hasMessage(message);
  }

  /** Damage within a section, with its checksum and that of the file set right, as a hostile or faulty writer would make it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1|0|64|lu.ctrace: inflated byte 0: section rank lists: column lengths, offset 1: found number of rows 64; expected at most 8",
        "1|5|5|lu.ctrace: inflated byte 0: section rank lists: column sections, offset 1: found number of sections 5; expected at most 1",
        "1|7|9|lu.ctrace: inflated byte 0: section rank lists: column depths, offset 1: found number of levels 9; expected at most 0",
        "10|5|5|lu.ctrace: inflated byte 62: section sequences: column periods, offset 1: found number of elements 5; expected at most 2",
        "10|7|10|lu.ctrace: inflated byte 62: section sequences: column forms, offset 1: found form 10; expected 0 to 9",
        "2|2|9|lu.ctrace: inflated byte 18: communicator 0: found 1 member; expected all 9 ranks, because it is MPI_COMM_WORLD",
        "6|5|77|lu.ctrace: inflated byte 27: section names: column calls, offset 9: found call \"MPM_Send\"; expected the name of an MPI call",
        "6|5|10|lu.ctrace: inflated byte 27: section names: column calls, offset 9: found call \"MP _Send\"; expected the name of an MPI call",
        "12|14|3|lu.ctrace: inflated byte 87: section events: column calls, offset 1: found call 3; expected at most 0",
        "12|15|3|lu.ctrace: inflated byte 87: event 0: found call site 2; expected a call site of the trace, which has 1",
        "12|16|3|lu.ctrace: inflated byte 87: section events: column ranks, offset 1: found rank list 3; expected at most 1",
        "12|17|120|lu.ctrace: inflated byte 87: section events: column parameters, offset 1: found number of parameters 120; expected at most 1",
        "13|7|3|lu.ctrace: inflated byte 116: loop 0: found last event 3; expected an event of the list, at most 0",
        "13|1|120|lu.ctrace: inflated byte 116: section loops: column lengths, offset 2: found number of bytes of column firsts 120; expected at most 12",
      })
  void wellSummedNonsenseIsRefusedWithItsSection(
      int section, int offset, int value, String message) {
    UnpackedTrace unpacked = new UnpackedTrace(BINARY);
    unpacked.table(section)[offset] = (byte) value;
    assertRefused(unpacked.packed(), message);
  }

  @Test
  void aProgressionOfMoreNumbersThanItsSequenceIsRefused() {
    UnpackedTrace unpacked = new UnpackedTrace(BinaryCodec.write(WorkedExamplesTest.triangle(50)));
    byte[] sequences = unpacked.table(SEQUENCES);
    int column = 0;
    while (sequences[column] != 50 || sequences[column + 1] != 0 || sequences[column + 2] != 2) {
      column++; // 50 numbers from 0 with step 1
    }
    sequences[column] = 51;

    assertThatThrownBy(() -> TraceFiles.read(unpacked.packed(), "lu.ctrace"))
        .isInstanceOf(TraceException.class)
        .hasMessageEndingWith("found length of a progression 51; expected at most 50");
  }

  @Test
  void wellSummedFlipsAreRefusedInOneLineOrStillATrace() {
    byte[] ring = BinaryCodec.write(WorkedExamplesTest.ring());
    assertFlipsRefusedOrRead(ring, 0, 1, 2, 3, 7, 0x0a, 0x20, 0x7f, 0x80, 0xff);
  }

  @Test
  void wellSummedFlipsInRoundedTimesAndCallPathsAreRefusedInOneLineOrStillATrace() {
    byte[] binary = BinaryCodec.write(roundedTimes());
    assertFlipsRefusedOrRead(binary, 0, 1, 2, 3, 7, 0x21, 0x23, 0x7f, 0x80, 0xff);
  }

  /** With every form of rounded times, and call sites of several frames. */
  private static Trace roundedTimes() {
    Trace ring = WorkedExamplesTest.ring();
    RankList all = RankList.range(0, 4);
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      double unit = 1 + i;
      Distribution exact = i % 3 == 0
          ? new Distribution.MinAvgMax(
              3, unit, i % 2 == 0 ? unit : 1.5 * unit, i % 2 == 0 ? unit : 2 * unit)
          : new Distribution.Histogram(List.of(
              new Bin(1, 2, 3 + i, 1.1, 1.5, 1.9), new Bin(64, 128, 1 + i, 70, 80 + i, 120)));
      Distribution times =
          i % 4 == 3 ? exact : RoundedTimes.rounded(exact, i % 4 == 0).orElseThrow();
      Delta delta =
          new Delta(Delta.Kind.COMPUTE, Unit.MICROSECONDS, Delta.AFTER_ANY, all, List.of(times));
      Map<Parameter, Values> values = Map.of(Parameter.COMMUNICATOR, Values.constant(all, 0));
      events.add(new Event(MpiCall.BARRIER, i % 2, all, values, List.of(delta)));
    }
    return new Trace(
        ring.header(),
        List.of(new CallSite("f (a.c:1) < main (a.c:7)"), new CallSite("g (a.c:3) < main (a.c:7)")),
        ring.datatypes(),
        ring.groups(),
        ring.communicators(),
        events,
        List.of());
  }

  private static void assertFlipsRefusedOrRead(byte[] binary, int... values) {
    int refused = 0;
    int read = 0;
    UnpackedTrace unpacked = new UnpackedTrace(binary);
    for (int section = 1; section <= UnpackedTrace.TABLES; section++) {
      byte[] table = unpacked.table(section);
      for (int at = 0; at < table.length; at++) {
        byte good = table[at];
        for (int value : values) {
          table[at] = (byte) value;
          byte[] flipped = unpacked.packed();
          Throwable thrown = catchThrowable(() -> TraceFiles.read(flipped, "lu.ctrace"));
          if (thrown == null) {
            read++;
          } else {
            refused++;
            assertThat(thrown)
                .as("section " + section + ": byte " + at + " is " + value)
                .isInstanceOf(TraceException.class)
                .hasMessageMatching("lu.ctrace: inflated byte \\d+: [^\n]+");
          }
        }
        table[at] = good;
      }
    }
    assertThat(refused).isGreaterThan(read);
  }

  @Test
  void aTableThatClaimsGigabytesIsRefusedBeforeMemoryIsTaken() {
    byte[] claim = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 7};
    assertRefused(
        new UnpackedTrace(BINARY).withInflated(claim),
        "lu.ctrace: inflated byte 0: section rank lists: found 2147483647 bytes of rank lists; expected at most 7219");
    byte[] more = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff};
    assertRefused(
        new UnpackedTrace(BINARY).withInflated(more),
        "lu.ctrace: inflated byte 0: section rank lists: found 4398046511103 bytes of rank lists; expected at most 5154");
  }

  @Test
  void aTableThatGrowsBeyondAllMeasureIsRefused() {
    byte[] zeros = new byte[1 << 20];
    zeros[0] = (byte) 0x80;
    zeros[1] = (byte) 0x80;
    zeros[2] = (byte) 0x80;
    zeros[3] = 1;
    assertRefused(
        new UnpackedTrace(BINARY).withInflated(zeros),
        "lu.ctrace: inflated byte 0: section rank lists: found 2097152 bytes of rank lists; expected at most 1068116");
  }

  @Test
  void bytesThatDoNotInflateAreRefused() {
    assertRefused(
        new UnpackedTrace(BINARY).withDeflated(new byte[] {7, 1, 2, 3}),
        "lu.ctrace: inflated byte 0: section rank lists: found bytes that cannot be decompressed (invalid block type); expected deflated tables");
  }

  @Test
  void tablesThatEndTooEarlyOrTooLateAreRefused() {
    UnpackedTrace unpacked = new UnpackedTrace(BINARY);
    byte[] inflated = unpacked.inflated();
    for (int length = 0; length < inflated.length; length++) {
      byte[] cut = unpacked.withInflated(Arrays.copyOf(inflated, length));
      assertThatThrownBy(() -> TraceFiles.read(cut, "lu.ctrace"))
          .as("cut at " + length)
          .isInstanceOf(TraceException.class)
          .hasMessageMatching(
              "lu.ctrace: inflated byte \\d+: section [a-z ]+: found the end of the deflated tables after \\d+ bytes; expected \\d+ bytes");
    }
    assertRefused(
        unpacked.withInflated(Arrays.copyOf(inflated, inflated.length + 1)),
        "lu.ctrace: inflated byte 129: found data after the last table; expected the end of the deflated tables");
    byte[] deflated = unpacked.deflated();
    assertThat(unpacked.withDeflated(deflated)).isEqualTo(BINARY);
    assertRefused(
        unpacked.withDeflated(Arrays.copyOf(deflated, deflated.length + 1)),
        "lu.ctrace: inflated byte 129: found data after the last table; expected the end of the deflated tables");
    assertRefused(
        unpacked.withDeflated(Arrays.copyOf(deflated, deflated.length - 1)),
        "lu.ctrace: inflated byte 116: section loops: found the end of the deflated tables after 8 bytes; expected 12 bytes");
  }

  private static void assertRefused(byte[] binary, String message) {
    Throwable thrown = catchThrowable(() -> TraceFiles.read(binary, "lu.ctrace"));
    assertThat(thrown).isInstanceOf(TraceException.class);
    assertThat(thrown.getMessage()).isEqualTo(message);
  }
}
