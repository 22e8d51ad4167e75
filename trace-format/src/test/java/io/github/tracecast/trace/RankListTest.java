package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankListTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  @Test
  void theThesisExampleIsThreeRowsOfThree() {
    RankList ranks = RankList.section(6, 5, 3, 1, 3);
    assertThat(ranks.toArray()).containsExactly(6, 7, 8, 11, 12, 13, 16, 17, 18);
    assertThat(RankList.of(18, 6, 7, 8, 11, 12, 13, 16, 17, 6))
        .isEqualTo(ranks)
        .hasToString("1 6 2 5 3 1 3");
  }

  @Test
  void aSingleRankAndARangeAndNothingHaveTheShortestForms() {
    assertThat(RankList.of(3)).hasToString("1 3 0");
    assertThat(RankList.range(0, 16)).hasToString("1 0 1 1 16");
    assertThat(RankList.EMPTY).hasToString("0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 0 4| rank list: found stride 0; expected stride >= 1",
        "0 -1 4| rank list: found stride -1; expected stride >= 1",
        "0 1 0| rank list: found 0 iterations; expected at least 1",
        "-1| rank list: found start -1; expected 0 to 16777215",
        "0 1 16777217| rank list: found rank 16777216; expected 0 to 16777215",
        "0 65536 65536 1 2| rank list: found rank 4294901761; expected 0 to 16777215",
        "0 2 3 1 3| rank list: found stride 2 of a level whose inner levels have extent 2; expected a stride above this extent, because the outermost level comes first",
        "0 1| rank list: found 1 numbers after the start of a section; expected pairs of stride and iterations",
      })
  void sectionsThatCannotBeAreRefused(String text, String message) {
    int[] numbers = Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
    int[] levels = Arrays.copyOfRange(numbers, 1, numbers.length);
    assertThatThrownBy(() -> RankList.section(numbers[0], levels))
        .isInstanceOf(TraceException.class)
        .hasMessage(message);
  }

  @Test
  void theAlgebraAgreesWithBitsOverRandomSections() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      RankList a = random(random, seed);
      RankList b = random(random, seed);
      String about = "case " + seed + ": " + a + " and " + b;
      BitSet both = bits(a);
      both.and(bits(b));
      assertSame(about, a.intersection(b), both);
      assertThat(a.intersects(b)).as(about).isEqualTo(!both.isEmpty());
      BitSet either = bits(a);
      either.or(bits(b));
      RankList union = a.union(b);
      assertSame(about, union, either);
      BitSet less = bits(a);
      less.andNot(bits(b));
      RankList minus = a.minus(b);
      assertSame(about, minus, less);
      assertThat(a.containsAll(b)).as(about).isEqualTo(both.equals(bits(b)));
      assertThat(union.containsAll(a) && union.containsAll(b)).as(about).isTrue();
      assertThat(minus.union(a.intersection(b))).as(about).isEqualTo(a).hasSameHashCodeAs(a);
      assertThat(union.minus(b)).as(about).isEqualTo(minus).hasSameHashCodeAs(minus);
      assertThat(RankList.ofSections(union.sections()))
          .as(about)
          .isEqualTo(union)
          .hasToString(union.toString());
      assertThat(a.equals(b)).as(about).isEqualTo(bits(a).equals(bits(b)));
    }
  }

  @Test
  void smallSetsHaveOneFormWhicheverWayTheyCameAbout() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      RankList whole = RankList.of(random.ints(2 + seed % 30, 0, 40 + seed).toArray());
      RankList grown = RankList.EMPTY;
      int[] ranks = whole.toArray();
      for (int i = ranks.length - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        int rank = ranks[i];
        ranks[i] = ranks[j];
        ranks[j] = rank;
      }
      for (int rank : ranks) {
        grown = grown.union(RankList.of(rank));
      }
      assertThat(grown).as("case " + seed).isEqualTo(whole).hasToString(whole.toString());
    }
  }

  @Test
  void partsOf65536RanksInTwoDimensionsAreOneSectionEach() {
    assertPartsAreSections(256, 256, 1);
  }

  @Test
  void partsOf65536RanksInThreeDimensionsAreOneSectionEach() {
    assertPartsAreSections(64, 32, 32);
  }

  /**
   * Interior, faces and edges are each one section when they are cut out in steps, as a merge of
   * ranks does. Together they are the whole again.
   */
  private static void assertPartsAreSections(int x, int y, int z) {
    RankList whole = RankList.range(0, x * y * z);
    RankList left = whole;
    List<RankList> parts = new ArrayList<>();
    for (int zPart = 0; zPart < (z > 1 ? 3 : 1); zPart++) {
      for (int yPart = 0; yPart < 3; yPart++) {
        for (int xPart = 0; xPart < 3; xPart++) {
          RankList part = slab(x, y, z, 1, x, xPart).intersection(slab(x, y, z, x, y, yPart));
          if (z > 1) {
            part = part.intersection(slab(x, y, z, x * y, z, zPart));
          }
          assertThat(part.sections()).as("part " + xPart + yPart + zPart).hasSize(1);
          assertThat(whole.containsAll(part)).isTrue();
          parts.add(part);
          left = left.minus(part);
        }
      }
    }
    assertThat(left.isEmpty()).isTrue();
    RankList together = RankList.EMPTY;
    for (RankList part : parts) {
      assertThat(together.intersects(part)).isFalse();
      together = together.union(part);
    }
    assertThat(together).isEqualTo(whole).hasToString("1 0 1 1 65536");
    RankList interior = parts.get(z > 1 ? 13 : 4);
    RankList border = whole.minus(interior);
    assertThat(border.sections().size()).isLessThanOrEqualTo(7);
    assertThat(whole.minus(border)).isEqualTo(interior).hasToString(interior.toString());
  }

  /** The first, the inner or the last layers in one direction, out of whole ranges and planes only. */
  private static RankList slab(int x, int y, int z, int stride, int extent, int part) {
    RankList layers =
        RankList.section(0, stride * extent, x * y * z / (stride * extent), 1, stride);
    RankList first = layers;
    RankList last = RankList.section(
        stride * (extent - 1), stride * extent, x * y * z / (stride * extent), 1, stride);
    return part == 0
        ? first
        : part == 2 ? last : RankList.range(0, x * y * z).minus(first).minus(last);
  }

  @Test
  void aMillionRanksAreIntersectedWithoutSpellingThemOut() {
    RankList interior = RankList.section(1 + 256 + 65536, 65536, 254, 256, 254, 1, 254);
    RankList even = RankList.section(0, 2, 1 << 23);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    RankList common = even;
    for (int i = 0; i < 200; i++) {
      common = interior.intersection(even);
    }
    assertThat(common.sections()).hasSize(1);
    assertThat(common.size()).isEqualTo(254 * 254 * 127);
    assertThat(threads.getCurrentThreadCpuTime() - start)
        .as("nanoseconds of 200 intersections of 16 million ranks")
        .isLessThan(2_000_000_000L);
  }

  private static RankList random(Random random, int size) {
    int sections = 1 + random.nextInt(1 + Math.min(5, size / 100));
    List<Section> list = new ArrayList<>();
    for (int i = 0; i < sections; i++) {
      int depth = random.nextInt(4);
      int[] levels = new int[2 * depth];
      int extent = 0;
      for (int level = depth - 1; level >= 0; level--) {
        // multiples of earlier strides often, so that lattices agree often
        int stride = extent + 1 + random.nextInt(4);
        if (random.nextBoolean()) {
          stride = Integer.highestOneBit(extent + 1) * 2;
        }
        levels[2 * level] = stride;
        levels[2 * level + 1] = 1 + random.nextInt(6);
        extent += stride * (levels[2 * level + 1] - 1);
      }
      list.add(Section.of(random.nextInt(1 + size / 20), levels));
    }
    return RankList.ofSections(list);
  }

  private static BitSet bits(RankList ranks) {
    BitSet bits = new BitSet();
    for (Section section : ranks.sections()) {
      section.forEach(bits::set);
    }
    return bits;
  }

  private static void assertSame(String about, RankList ranks, BitSet expected) {
    assertThat(bits(ranks)).as(about).isEqualTo(expected);
    assertThat(ranks.toArray()).as(about).isEqualTo(expected.stream().toArray());
    assertThat(ranks.size()).as(about).isEqualTo(expected.cardinality());
    for (int rank = 0; rank < expected.length() + 3; rank++) {
      assertThat(ranks.contains(rank)).as(about).isEqualTo(expected.get(rank));
    }
    if (!expected.isEmpty()) {
      assertThat(ranks.min()).as(about).isEqualTo(expected.nextSetBit(0));
      assertThat(ranks.max()).as(about).isEqualTo(expected.length() - 1);
    }
  }
}
