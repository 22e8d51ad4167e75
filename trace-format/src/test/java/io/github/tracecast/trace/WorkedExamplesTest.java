package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import io.github.tracecast.trace.internal.binary.UsualText;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** The examples of the codecs' Javadoc are what the codecs write, and read. */
public class WorkedExamplesTest {
  public static Trace ring() {
    RankList all = RankList.range(0, 4);
    Values destination = new Values(List.of(
        new Piece(RankList.of(3), Sequence.of(Term.NONE)),
        new Piece(RankList.range(0, 3), Sequence.of(Term.rankPlus(1)))));
    Map<Parameter, Values> parameters = Map.of(
        Parameter.COMMUNICATOR, Values.constant(all, 0),
        Parameter.DESTINATION, destination,
        Parameter.COUNT, Values.uniform(all, Sequence.scalars(20480, 1024)),
        Parameter.DATATYPE, Values.constant(all, 0),
        Parameter.TAG, Values.constant(all, 0));
    Delta first = new Delta(
        Delta.Kind.COMPUTE,
        Unit.MICROSECONDS,
        Delta.AFTER_NOTHING,
        all,
        List.of(new Distribution.MinAvgMax(4, 150, 152.25, 155)));
    List<Bin> bins = List.of(Bin.ofEdges(0, 60, 20), new Bin(60, 120, 16, 61, 70.5, 119));
    Delta later = new Delta(
        Delta.Kind.COMPUTE, Unit.MICROSECONDS, 0, all, List.of(new Distribution.Histogram(bins)));
    return new Trace(
        new Header(4, 100, "by hand", List.of("an example")),
        List.of(new CallSite("ring.c:12"), new CallSite("ring.c:20")),
        List.of(new Datatype("MPI_DOUBLE", 8)),
        List.of(Group.world(4)),
        List.of(
            new Communicator("MPI_COMM_WORLD", 0),
            new Communicator("MPI_COMM_SELF", Communicator.SELF_GROUP)),
        List.of(
            new Event(MpiCall.SEND, 0, all, parameters, List.of(first, later)),
            new Event(MpiCall.FINALIZE, 1, all, Map.of(), List.of())),
        List.of(new Loop(0, 0, all, Values.constant(all, 10))));
  }

  static Trace tiny() {
    RankList one = RankList.of(0);
    Delta delta = new Delta(
        Delta.Kind.COMPUTE,
        Unit.MICROSECONDS,
        Delta.AFTER_ANY,
        one,
        List.of(new Distribution.MinAvgMax(1, 0.5, 1, 2)));
    return new Trace(
        new Header(1, 1, "", List.of()),
        List.of(new CallSite("a")),
        List.of(),
        List.of(Group.world(1)),
        List.of(new Communicator("w", 0), new Communicator("s", Communicator.SELF_GROUP)),
        List.of(new Event(
            MpiCall.SEND, 0, one, Map.of(Parameter.TAG, Values.constant(one, 7)), List.of(delta))),
        List.of(new Loop(0, 0, one, Values.constant(one, 10))));
  }

  @Test
  void theTextOfTheSpecificationIsTheRing() throws IOException {
    Matcher block = Pattern.compile(
            "(?s) \\* <pre>\\{@code\\n( \\* tracecast-trace 7\\n.*?) \\* \\}</pre>")
        .matcher(source("TextCodec"));
    assertThat(block.find()).isTrue();
    String text = block
        .group(1)
        .lines()
        .map(line -> line.replaceFirst("^ \\* ?", ""))
        .collect(Collectors.joining("\n", "", "\n"));
    assertThat(new String(TextCodec.write(ring()), StandardCharsets.UTF_8)).isEqualTo(text);
    assertThat(TextCodec.read(text.getBytes(StandardCharsets.UTF_8), "example")).isEqualTo(ring());
  }

  @Test
  void theBytesOfTheSpecificationAreTheTinyTrace() throws IOException {
    Matcher block = Pattern.compile("(?s) \\* <pre>\\n( \\* 08  01.*?) \\* </pre>")
        .matcher(source("BinaryCodec"));
    assertThat(block.find()).isTrue();
    // bytes are pairs of digits set apart by one or two blanks; explanations come after three or
    // more
    String hex = block
        .group(1)
        .lines()
        .map(line -> line.replaceFirst("^ \\* +", ""))
        .map(line -> line.split(" {3,}")[0])
        .collect(Collectors.joining())
        .replace(" ", "");
    byte[] bytes = BinaryCodec.write(tiny());
    UnpackedTrace unpacked = new UnpackedTrace(bytes);
    assertThat(HexFormat.of().formatHex(unpacked.inflated())).isEqualTo(hex);
    assertThat(bytes).hasSize(94).isEqualTo(unpacked.withDeflated(unpacked.deflated()));
    assertThat(BinaryCodec.read(bytes, "example")).isEqualTo(tiny());
  }

  @Test
  void theDictionaryIsThatOfTheVersion() {
    CRC32C crc = new CRC32C();
    crc.update(UsualText.bytes());
    assertThat(BinaryCodec.write(tiny())[8]).isEqualTo((byte) 11);
    assertThat(crc.getValue())
        .as("another dictionary needs another version")
        .isEqualTo(1_379_891_231L);
  }

  @Test
  void aLoopWithOneMoreIterationAtEachExecutionTakesAsManyBytesForAnyNumberOfExecutions() {
    int text = TextCodec.write(triangle(100)).length;
    int binary = BinaryCodec.write(triangle(100)).length;

    assertThat(TextCodec.write(triangle(100_000))).hasSizeLessThan(text + 10);
    assertThat(BinaryCodec.write(triangle(100_000))).hasSizeLessThan(binary + 10);
    assertThat(BinaryCodec.read(BinaryCodec.write(triangle(100_000)), "triangle"))
        .isEqualTo(triangle(100_000));
  }

  /** An outer loop whose inner loop has 0, 1, 2 ... iterations. */
  static Trace triangle(int executions) {
    RankList all = RankList.range(0, 1);
    Sequence trips = Sequence.scalars(LongStream.range(0, executions).toArray());
    Event barrier = new Event(MpiCall.BARRIER, 0, all, Map.of(), List.of());
    return new Trace(
        tiny().header(),
        tiny().callSites(),
        List.of(),
        tiny().groups(),
        tiny().communicators(),
        List.of(barrier, barrier),
        List.of(
            new Loop(0, 1, all, Values.constant(all, executions)),
            new Loop(1, 1, all, Values.uniform(all, trips))));
  }

  private static String source(String name) throws IOException {
    return Files.readString(
        Path.of("src/main/java/io/github/tracecast/trace/codec", name + ".java"));
  }
}
