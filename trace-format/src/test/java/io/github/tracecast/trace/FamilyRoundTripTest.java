package io.github.tracecast.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Communicators of families, such as the rows of a grid, are written once for all of them. */
class FamilyRoundTripTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final String FAMILY = """
      tracecast-trace 7
      ranks 8
      requests 1

      site 0 "s"
      group 0 (0 1 8)
      group 1..4 (0 1 2) step 2
      communicator 0 "w" group 0
      communicator 1 "s" self
      communicator 2..5 "pair " 0..6:2 "!" group 1
      C0 = 2..5

      event 0 MPI_Barrier site 0 communicator C0
      end 1 events
      """;

  private static final String SPLIT = FAMILY
      .replace(
          "event 0 MPI_Barrier site 0 communicator C0",
          "event 0 MPI_Comm_split site 0 communicator 0 new_communicator C0 color C1")
      .replace("C0 = 2..5\n", "C0 = 2..5\nC1 = 7 0 3 7 of C0\n");

  private static Trace read(String text) {
    return TextCodec.read(text.getBytes(UTF_8), "t");
  }

  private static void refuses(String text, String old, String other, String message) {
    assertThat(text).contains(old);
    assertThatThrownBy(() -> read(text.replace(old, other)))
        .isInstanceOf(TraceException.class)
        .hasMessage(message);
  }

  @Test
  void aFamilyStandsForItsMembers() {
    Trace trace = read(FAMILY);
    assertThat(trace.groups().get(3)).isEqualTo(Group.of(4, 5));
    assertThat(trace.communicators().get(4)).isEqualTo(new Communicator("pair 4!", 3));
    Values values = trace.events().getFirst().parameter(Parameter.COMMUNICATOR);
    assertThat(values.pieces()).hasSize(4);
    assertThat(values.at(5)).isEqualTo(Sequence.constant(4));
    assertThat(new String(TextCodec.write(trace), UTF_8)).isEqualToIgnoringNewLines(FAMILY);
    assertThat(BinaryCodec.read(BinaryCodec.write(trace), "b")).isEqualTo(trace);
  }

  @Test
  void colorsOfAFamilyAreANumberForEachCommunicator() {
    Trace trace = read(SPLIT);
    Values colors = trace.events().getFirst().parameter(Parameter.COLOR);
    assertThat(colors.pieces()).hasSize(3);
    assertThat(colors.at(5)).isEqualTo(Sequence.constant(3));
    assertThat(colors.at(6)).isEqualTo(Sequence.constant(7));
    assertThat(BinaryCodec.read(BinaryCodec.write(trace), "b")).isEqualTo(trace);
  }

  /** Some traces have ranks outside a family, members in two, or values that are no formula. */
  @Test
  void anyCommunicatorsComeBack() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Trace trace = random(seed);
      assertThat(TextCodec.read(TextCodec.write(trace), "t")).as("case " + seed).isEqualTo(trace);
      assertThat(BinaryCodec.read(BinaryCodec.write(trace), "b"))
          .as("case " + seed)
          .isEqualTo(trace);
    }
  }

  private static Trace random(int seed) {
    Random random = new Random(seed);
    int side = 2 + random.nextInt(2 + seed / 20);
    int ranks = side * (2 + random.nextInt(2 + seed / 20));
    List<Group> groups = new ArrayList<>(List.of(Group.world(ranks)));
    List<Communicator> all =
        new ArrayList<>(List.of(new Communicator("w", 0), new Communicator("s", -1)));
    for (int row = 0; row < ranks / side; row++) {
      groups.add(new Group(List.of(new Run(row * side, 1, side))));
    }
    for (int column = 0; column < side; column++) {
      groups.add(new Group(List.of(new Run(column, side, ranks / side))));
    }
    int kind = random.nextInt(4);
    for (int group = 1; group < groups.size(); group++) {
      String name = kind == 0 ? "same" : kind == 1 ? "of 0" + group : "7." + group * kind + "x";
      all.add(new Communicator(name, group, random.nextInt(40) == 0 ? 1 : 0));
    }
    List<Event> events = new ArrayList<>();
    for (int i = random.nextInt(3) + 1; i > 0; i--) {
      events.add(event(random, ranks, side));
    }
    return new Trace(
        new Header(ranks, 1, "", List.of()),
        List.of(new CallSite("a")),
        List.of(),
        groups,
        all,
        events,
        List.of());
  }

  private static Event event(Random random, int ranks, int side) {
    RankList all = random.nextInt(3) > 0
        ? RankList.range(0, ranks)
        : RankList.range(0, 1 + random.nextInt(ranks));
    int form = random.nextInt(4);
    Values communicators = values(all, rank -> {
      int row = 2 + rank / side;
      int column = 2 + ranks / side + rank % side;
      return switch (form) {
        case 0 -> Sequence.constant(row);
        case 1 -> Sequence.scalars(row, column);
        case 2 -> Sequence.scalars(0, column, 0, row);
        default -> Sequence.constant(random.nextInt(5) == 0 ? column : row);
      };
    });
    Map<Parameter, Values> parameters = new EnumMap<>(Parameter.class);
    boolean split = random.nextBoolean();
    parameters.put(split ? Parameter.NEW_COMMUNICATOR : Parameter.COMMUNICATOR, communicators);
    if (split) {
      parameters.put(Parameter.COLOR, colors(random, all, side));
    }
    return new Event(split ? MpiCall.COMM_SPLIT : MpiCall.BARRIER, 0, all, parameters, List.of());
  }

  /** Most depend on the row or the column alone, some are equal for several, some for none. */
  private static Values colors(Random random, RankList all, int side) {
    int form = random.nextInt(5);
    int factor = random.nextInt(4);
    return values(all, rank -> {
      int row = rank / side;
      int column = rank % side;
      return switch (form) {
        case 0 -> Sequence.constant(factor * row);
        case 1 -> Sequence.scalars(row, factor * column);
        case 2 -> Sequence.scalars(1, column, 5, row % 2);
        case 3 -> Sequence.constant(random.nextInt(9) == 0 ? 7 : row);
        default -> Sequence.constant(rank);
      };
    });
  }

  private static Values values(RankList all, IntFunction<Sequence> ofRank) {
    Map<Sequence, List<Integer>> bySequence = new LinkedHashMap<>();
    all.forEach(rank ->
        bySequence.computeIfAbsent(ofRank.apply(rank), key -> new ArrayList<>()).add(rank));
    List<Piece> pieces = new ArrayList<>();
    bySequence.forEach(
        (sequence, members) -> pieces.add(new Piece(RankList.of(members), sequence)));
    return new Values(pieces);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "group 1..4|group 1..x|t:7: found \"1..x\"; expected numbers from 1 on, FIRST..LAST",
        "group 1..4|group 1..999999999|t:7: families: found 999999999 numbers and definitions or more; expected at most 1048576",
        "step 2|step -1|t:7: group: found rank -1; expected 0 to 16777215",
        "0..6:2|0..6|t:10: found \"0..6\"; expected FIRST..LAST:STEP with a number for each of 4 names",
        "C0 = 2..5|C0 = 2..4|t:13: family 0: found rank 6 in none of its communicators; expected each rank in one communicator of the family",
        "C0 = 2..5|C0 = 0 2..5|t:13: family 0: found rank 0 in communicators 0 and 2; expected each rank in one communicator of the family",
        "C0 = 2..5|C0 = 1..5|t:13: family 0: found communicator 1; expected a communicator that has a group",
        "communicator C0|communicator C0 -1|t:13: found other values beside families; expected communicators",
        "communicator C0|communicator C1|t:13: found \"C1\"; expected a value, or a name from C0 to C0"
      })
  void badFamiliesAreRefused(String old, String other, String message) {
    refuses(FAMILY, old, other, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "of C0|of C1|t:12: found \"C1\"; expected a family, or a name from C0 to C0",
        "7 0 3 7|7 0 3|t:12: family 0: found 3 numbers for 4 communicators; expected 4 numbers, or a count that divides 4",
        "color C1|color C1 -1|t:14: found other values beside families; expected communicators"
      })
  void badColorsOfFamiliesAreRefused(String old, String other, String message) {
    refuses(SPLIT, old, other, message);
  }
}
