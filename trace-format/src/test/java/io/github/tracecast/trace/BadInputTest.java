package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadInputTest {
  private static final byte[] BINARY = BinaryCodec.write(WorkedExamplesTest.tiny());

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
        "trace 7!trace 8!lu.ctrace:1: found version 8; expected 7; a newer Tracecast reads it",
        "R0 = 1 0!R2 = 1 0!lu.ctrace:6: found \"R2\"; expected loop, event or end",
        "R0 = 1 0!R0 1 0!lu.ctrace:6: found \"1\"; expected =",
        "R0 = 1 0 1 2 2!R0 = 1 0 1 2 3!lu.ctrace:6: found rank 4; expected 0 to 3, as in the header",
        "rank-1 for R1!rank-1 for R2!lu.ctrace:8: found \"R2\"; expected a rank list, or a name of one from R0 to R1",
        "destination V0!destination V1!lu.ctrace:9: found \"V1\"; expected values, or a name of one from V0 to V0",
        "destination V0!destination Vx!lu.ctrace:9: found \"Vx\"; expected values, or a name of one from V0 to V0",
        "rank-1 for R1!rank-1 for R0!lu.ctrace:9: event 0: destination: found a rank that has two values; expected one value for each of the event's ranks, and for no other rank",
        "tag 7!tagg 7!lu.ctrace:9: found \"tagg\"; expected a parameter, compute, inside, TIME:, event, loop or end",
        "rank-1 for R1!transposed:3 for R1!lu.ctrace:9: event 0: destination: found transposed:3 in a communicator of 4; expected a number whose square divides the communicator's size",
        "tag 7!tag transposed:2!lu.ctrace:9: event 0: tag: found a value relative to the rank; expected a number from 0 to 2147483647, any",
        "[1..3]*2!persistent:101!lu.ctrace:12: event 2: requests: found persistent:101; expected numbers from 1 to 100, persistent:NUMBER or none",
        "1*3!1*0!lu.ctrace:9: found \"1*0\"; expected a repetition count from 1 to 2^31 - 1",
        "1*3!1*x!lu.ctrace:9: found \"1*x\"; expected a whole number below 2^63, rank+NUMBER, rank+NUMBER%size, transposed:NUMBER, persistent:NUMBER, any or none",
        "1*3!1*2000000000!lu.ctrace:9: found 1999999999 more values by \"1*2000000000\"; expected at most 1024 in total for each byte of the file so far",
        "as 0!as 1!lu.ctrace:10: found event 1; expected 0",
        "site 1 ranks R0!site 2 ranks R0!lu.ctrace:10: found site 2; expected 0 to 1",
        "R0 destination rank+1!R0!lu.ctrace:10: event 1: destination: found a value for rank 1, which takes no part; expected one value for each of the event's ranks, and for no other rank",
        "2..8:3!2..8:4!lu.ctrace:11: found \"2..8:4\"; expected FIRST..LAST:STEP with a step that leads from FIRST to LAST",
        "2..8:3!-8..-2:3!lu.ctrace:11: event 1: tag: found -8; expected a number from 0 to 2147483647, any",
        "[1..3]*2!1..2000000000!lu.ctrace:12: found 1999999999 more values by \"1..2000000000\"; expected at most 1024 in total for each byte of the file so far",
        "[1..3]*2![1..3]*900000000!lu.ctrace:12: found 2699999997 more values by \"*900000000\"; expected at most 1024 in total for each byte of the file so far",
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
        "tracecast-trace 7|tracecast-trace 5|lu.ctrace:1: found version 5; expected 7: write this number there, the lines are the same",
        "tracecast-trace 7|hello|lu.ctrace:1: found \"hello\"; expected tracecast-trace",
        "ranks 4|ranks 0|lu.ctrace:2: found ranks 0; expected 1 to 16777216",
        "ranks 4|ranks 3000000000|lu.ctrace:2: found ranks 3000000000; expected 1 to 16777216",
        "ranks 4|ranks 3|lu.ctrace:15: found rank 3; expected 0 to 2, as in the header",
        "\"by hand\"|\"by hand|lu.ctrace:4: found the end of the line; expected a closing double quote",
        "\"by hand\"|\"by \\x hand\"|lu.ctrace:4: found \\x; expected one of \\\" \\\\ \\n \\uXXXX",
        "site 1|site 2|lu.ctrace:8: found site 2; expected site 1: numbers ascend from 0 without gaps",
        "bytes 8|bytes -8|lu.ctrace:9: found size -8; expected at least 0 bytes, or unknown",
        "bytes 8|bytes 9000000000000|lu.ctrace:9: datatype 0: found 9000000000000 bytes; expected at most 1099511627776",
        "(0 1 4)|(0 0 4)|lu.ctrace:10: group: found run of 4 ranks from 0 with stride 0; expected stride other than 0 and ranks from 0 to 16777215",
        "(0 1 4)|(0 1 5)|lu.ctrace:10: group 0: found rank 4; expected 0 to 3, as in the header",
        "(0 1 4)|(0 1 3)|lu.ctrace:11: communicator 0: found 3 members; expected all 4 ranks: it is MPI_COMM_WORLD",
        "(0 1 4)|(0 1 3) (2 1 1)|lu.ctrace:10: group 0: found 4 members of which 3 differ; expected each rank once",
        "WORLD\" group 0|WORLD\" group 1|lu.ctrace:11: found group 1; expected 0",
        "SELF\" self|SELF\" group 0|lu.ctrace:12: communicator 1: found group 0; expected self, because it is MPI_COMM_SELF",
        "ranks 1 0 1 1 4|ranks 1 0 1 0 4|lu.ctrace:15: rank list: found stride 0; expected stride >= 1",
        "ranks 1 0 1 1 4|ranks 1 0 1 1 5|lu.ctrace:15: found rank 4; expected 0 to 3, as in the header",
        "ranks 1 0 1 1 4|ranks 0|lu.ctrace:15: found an empty rank list; expected at least one rank",
        "iterations 10|iterations 4611686018427387904|lu.ctrace:15: loop 0: found 4611686018427387904 iterations; expected 1 to 1000000000000",
        "iterations 10|iterations 0|lu.ctrace:15: loop 0: found 0 iterations; expected 1 to 1000000000000",
        "iterations 10|iterations 9999999999999999999|lu.ctrace:16: found \"9999999999999999999\"; expected a whole number below 2^63, rank+NUMBER, rank+NUMBER%size, transposed:NUMBER, persistent:NUMBER, any or none",
        "loop 0 to 0|loop 0 to 2|lu.ctrace:15: loop 0: found last event 2; expected an event of the list, at most 1",
        "loop 0 to 0|loop 1 to 1|lu.ctrace:15: found first event 1; expected 0",
        "event 1|event 2|lu.ctrace:27: found event 2; expected event 1: numbers ascend from 0 without gaps",
        "MPI_Finalize|MPI_Finalise|lu.ctrace:27: found \"MPI_Finalise\"; expected the name of an MPI call, such as MPI_Send",
        "MPI_Send site 0|MPI_Send site 2|lu.ctrace:17: found site 2; expected 0 to 1",
        "count 20480 1024|count 20480 -1|lu.ctrace:22: event 0: count: found -1; expected a number from 0 to 1099511627776",
        "count 20480 1024|count [20480 1024]|lu.ctrace:22: event 0: count: found a list of 2; expected a number from 0 to 1099511627776",
        "tag 0|tagg 0|lu.ctrace:21: found \"tagg\"; expected a parameter, compute, inside, TIME:, event, loop or end",
        "tag 0|tag rank+1|lu.ctrace:21: event 0: tag: found a value relative to the rank; expected a number from 0 to 2147483647, any",
        "datatype 0~|datatype 1~|lu.ctrace:23: event 0: datatype: found 1; expected a number from 0 to 0",
        "rank+1 for 1 0 1 1 3|rank+2 for 1 0 1 1 3|lu.ctrace:19: event 0: destination: found rank+2 where rank is 2; expected a rank of a communicator of 4",
        "rank+1 for 1 0 1 1 3|rank+1 for 1 0 1 1 4|lu.ctrace:19: event 0: destination: found a rank that has two values; expected one value for each of the event's ranks, and for no other rank",
        "rank+1 for 1 0 1 1 3|rank+1 for 1 0 1 1 2|lu.ctrace:19: event 0: destination: found no value for rank 2; expected one value for each of the event's ranks, and for no other rank",
        "rank+1 for 1 0 1 1 3|4 for 1 0 1 1 3|lu.ctrace:19: event 0: destination: found 4; expected a number from 0 to 3, rank+NUMBER, rank+NUMBER%size, transposed:NUMBER or none",
        "min 150.0|min 153.0|lu.ctrace:24: delta: found min 153.0, average 152.25, max 155.0; expected finite numbers with min <= average <= max",
        "max 155.0|max 155.0 stddev -1|lu.ctrace:24: delta: found standard deviation -1.0; expected 0 to 2.5, half of the distance from min to max",
        "max 155.0|max 155.0 stddev 2.6|lu.ctrace:24: delta: found standard deviation 2.6; expected 0 to 2.5, half of the distance from min to max",
        "max 155.0|max 155.0 stddev many|lu.ctrace:24: found \"many\"; expected stddev, a number",
        "(0.0 60.0 20)|(0.0 60.0 -20)|lu.ctrace:25: bin: found count -20; expected at least 1: empty bins are left out",
        "compute microseconds first count 4 min 150.0 avg 152.25 max 155.0|TIME: 3 2 1|lu.ctrace:24: found TIME: 3.0 2.0 1.0; expected three numbers with min <= avg <= max, or base stride n1 n2 ...",
        "compute microseconds first count 4 min 150.0 avg 152.25 max 155.0|TIME: 3 2|lu.ctrace:24: found 2 numbers after TIME:; expected min avg max, or base stride n1 n2 ...",
        "compute microseconds first count 4 min 150.0 avg 152.25 max 155.0|TIME: 3 2 -1 4|lu.ctrace:24: found count -1; expected at least 0",
        "after 0 bins|first bins|lu.ctrace:17: event 0: delta: found two for rank 0 of one kind and unit after the same event; expected one",
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
            "lu.ctrace: byte 39: found the end of the file; expected the header of section call sites from byte 30; the file is incomplete: copy it again or record it again");
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
        "8|10|lu.ctrace: byte 8: found format version 10; expected 9; a newer Tracecast reads it",
        "8|8|lu.ctrace: byte 8: found format version 8; expected 9; record or import the trace again",
        "9|2|lu.ctrace: byte 9: found section number 2; expected 1 (header)",
        "10|7|lu.ctrace: byte 10: found compression method 7; expected 0 (stored) or 1 (deflated)",
        "15|127|lu.ctrace: byte 305: found the end of the file; expected the 2130706439 bytes of section header and its checksum from byte 19; the file is incomplete: copy it again or record it again",
        "22|2|lu.ctrace: byte 26: found checksum f5afe65a of section header from byte 9; expected 978d6f63; the file is damaged: copy it again or record it again",
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
        "6|0|64|lu.ctrace: byte 115: section rank lists: column lengths, offset 1: found number of rows 64; expected at most 9",
        "6|6|5|lu.ctrace: byte 115: section rank lists: column sections, offset 1: found number of sections 5; expected at most 1",
        "6|8|9|lu.ctrace: byte 115: section rank lists: column depths, offset 1: found number of levels 9; expected at most 0",
        "7|6|5|lu.ctrace: byte 138: section sequences: column periods, offset 1: found number of elements 5; expected at most 2",
        "7|8|9|lu.ctrace: byte 138: section sequences: column forms, offset 1: found form 9; expected 0 to 4",
        "1|3|9|lu.ctrace: byte 92: communicator 0: found 1 members; expected all 9 ranks: it is MPI_COMM_WORLD",
        "9|7|77|lu.ctrace: byte 191: section names: column calls, offset 9: found call \"MPIMSend\"; expected the name of an MPI call",
        "9|7|10|lu.ctrace: byte 191: section names: column calls, offset 9: found call \"MPI Send\"; expected the name of an MPI call",
        "10|15|3|lu.ctrace: byte 222: section events: column calls, offset 1: found call 3; expected at most 0",
        "10|16|3|lu.ctrace: byte 222: event 0: found call site 2; expected one of 1 call sites",
        "10|17|3|lu.ctrace: byte 222: section events: column ranks, offset 1: found rank list 3; expected at most 1",
        "10|18|120|lu.ctrace: byte 222: section events: column parameters, offset 1: found number of parameters 120; expected at most 1",
        "11|8|3|lu.ctrace: byte 265: loop 0: found last event 3; expected an event of the list, at most 0",
        "11|1|120|lu.ctrace: byte 265: section loops: column lengths, offset 2: found number of bytes 120; expected at most 13",
      })
  void wellSummedNonsenseIsRefusedWithItsSection(
      int section, int offset, int value, String message) {
    assertRefused(section, (bytes, payload) -> bytes.put(payload + offset, (byte) value), message);
  }

  @Test
  void aProgressionOfMoreNumbersThanItsSequenceIsRefused() {
    ByteBuffer buffer = ByteBuffer.wrap(BinaryCodec.write(WorkedExamplesTest.triangle(50)));
    int column = start(buffer, 7) + 10;
    while (buffer.get(column) != 50 || buffer.get(column + 1) != 0 || buffer.get(column + 2) != 2) {
      column++; // 50 numbers from 0 with step 1
    }
    buffer.put(column, (byte) 51);
    sign(buffer, 7);

    assertThatThrownBy(() -> TraceFiles.read(buffer.array(), "lu.ctrace"))
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
    for (int section : new int[] {2, 8, 10}) {
      assertThat(binary[start(ByteBuffer.wrap(binary), section) + 1])
          .as("stored")
          .isZero();
    }
    assertFlipsRefusedOrRead(binary, 0, 1, 2, 3, 7, 0x21, 0x23, 0x7f, 0x80, 0xff);
  }

  /** With every form of rounded times, and call sites of several frames, in tables that are too small to be deflated. */
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
    for (int section = 1; section <= 11; section++) {
      int start = start(ByteBuffer.wrap(binary), section) + 10;
      int end = start + ByteBuffer.wrap(binary).getInt(start - 4);
      for (int at = start; at < end; at++) {
        for (int value : values) {
          ByteBuffer buffer = ByteBuffer.wrap(binary.clone());
          buffer.put(at, (byte) value);
          sign(buffer, section);
          Throwable thrown = catchThrowable(() -> TraceFiles.read(buffer.array(), "lu.ctrace"));
          if (thrown == null) {
            read++;
          } else {
            refused++;
            assertThat(thrown)
                .as("byte " + at + " is " + value)
                .isInstanceOf(TraceException.class)
                .hasMessageMatching("lu.ctrace: byte \\d+: [^\n]+");
          }
        }
      }
    }
    assertThat(refused).isGreaterThan(read);
  }

  @Test
  void aSectionThatClaimsToInflateToGigabytesIsRefusedBeforeMemoryIsTaken() {
    assertRefused(
        10,
        (bytes, payload) ->
            bytes.put(payload - 9, (byte) 1).putInt(payload - 8, Integer.MAX_VALUE - 20),
        "lu.ctrace: byte 224: found 2147483627 bytes out of 29 in section events; expected at most 29928");
  }

  @Test
  void aSectionThatDoesNotInflateIsRefused() {
    assertRefused(
        10,
        (bytes, payload) -> bytes.put(payload - 9, (byte) 1),
        "lu.ctrace: byte 232: found bytes that cannot be decompressed (incorrect header check); expected section events in zlib's form");
  }

  @Test
  void aSectionThatInflatesToMoreOrLessThanItClaimsIsRefused() {
    byte[] binary = deflated(10);
    assertThat(TraceFiles.read(binary, "lu.ctrace")).isEqualTo(WorkedExamplesTest.tiny());
    for (int change : new int[] {-1, 1, 100}) {
      assertThatThrownBy(() -> TraceFiles.read(claiming(binary, 10, change), "lu.ctrace"))
          .isInstanceOf(TraceException.class)
          .hasMessageMatching(
              "lu.ctrace: byte \\d+: found a deflated section events of \\d+ bytes or more; expected \\d+ bytes, as its header says");
    }
  }

  /** The tiny trace with a deflated section. */
  private static byte[] deflated(int section) {
    int start = start(ByteBuffer.wrap(BINARY), section) + 10;
    int raw = ByteBuffer.wrap(BINARY).getInt(start - 8);
    Deflater deflater = new Deflater();
    deflater.setInput(BINARY, start, raw);
    deflater.finish();
    byte[] payload = new byte[2 * raw + 64];
    int size = deflater.deflate(payload);
    deflater.end();
    return withPayload(BINARY, section, 1, Arrays.copyOf(payload, size));
  }

  /** Replaces the bytes of a section and sets lengths and checksums right. */
  private static byte[] withPayload(byte[] binary, int section, int method, byte[] payload) {
    int start = start(ByteBuffer.wrap(binary), section) + 10;
    int end = start + ByteBuffer.wrap(binary).getInt(start - 4);
    int length = binary.length - (end - start) + payload.length;
    ByteBuffer changed = ByteBuffer.allocate(length)
        .put(binary, 0, start)
        .put(payload)
        .put(binary, end, binary.length - end);
    changed.put(start - 9, (byte) method).putInt(start - 4, payload.length);
    changed.putLong(length - 12, length);
    sign(changed, section);
    return changed.array();
  }

  /** The same bytes, but the section claims to have some more when it is decoded. */
  private static byte[] claiming(byte[] binary, int section, int more) {
    ByteBuffer changed = ByteBuffer.wrap(binary.clone());
    int start = start(changed, section);
    changed.putInt(start + 2, changed.getInt(start + 2) + more);
    sign(changed, section);
    return changed.array();
  }

  /** Changes a section of the tiny trace and sets its checksums right. */
  private static void assertRefused(
      int section, ObjIntConsumer<ByteBuffer> change, String message) {
    ByteBuffer buffer = ByteBuffer.wrap(BINARY.clone());
    change.accept(buffer, start(buffer, section) + 10);
    sign(buffer, section);
    Throwable thrown = catchThrowable(() -> TraceFiles.read(buffer.array(), "lu.ctrace"));
    assertThat(thrown).isInstanceOf(TraceException.class);
    assertThat(thrown.getMessage()).isEqualTo(message);
  }

  private static int start(ByteBuffer bytes, int section) {
    int start = 9;
    for (int i = 1; i < section; i++) {
      start += 14 + bytes.getInt(start + 6);
    }
    return start;
  }

  private static void sign(ByteBuffer bytes, int section) {
    int start = start(bytes, section);
    int end = start + 10 + bytes.getInt(start + 6);
    bytes.putInt(end, checksum(bytes.array(), start, end));
    bytes.putInt(bytes.capacity() - 4, checksum(bytes.array(), 0, bytes.capacity() - 4));
  }

  private static int checksum(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }
}
