package io.github.tracecast.predict.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.text.UsageException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangesTest {
  /** Number of random cases: 20, and more in the nightly run ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.5:4:lin8 | 0.5 1 1.5 2 2.5 3 3.5 4",
        "1:10:lin10 | 1 2 3 4 5 6 7 8 9 10",
        "0us:1us:lin4 | 0us 0.3333us 0.6667us 1us",
        "1us:10ms:log5 | 1us 10us 100us 1000us 10000us",
        "50MBps:1GBps:log3 | 50MBps 223.6MBps 1000MBps",
        "10Gbps:1GBps:lin2 | 10Gbps 8Gbps",
        "1KiB:1MiB:log11 | 1KiB 2KiB 4KiB 8KiB 16KiB 32KiB 64KiB 128KiB 256KiB 512KiB 1024KiB",
        "1KB:10KB:log3 | 1KB 3.162KB 10KB",
        "4:1:lin4 | 4 3 2 1",
        "1us,2us,5us | 1us 2us 5us",
        "xyzt, txyz | xyzt txyz",
        "random:1,random:2 | random:1 random:2",
        "nid[0,4-7],nid[1-2] | nid[0,4-7] nid[1-2]",
        "2x2x2 | 2x2x2"
      })
  void aRangeHasTheseValues(String range, String values) {
    assertThat(Ranges.parse("k", range)).containsExactly(values.split(" "));
  }

  @Test
  void valuesThatFourDigitsWouldMakeEqualHaveMore() {
    assertThat(Ranges.parse("k", "1GBps:1.001GBps:log5"))
        .containsExactly("1GBps", "1.0002499GBps", "1.0004999GBps", "1.0007499GBps", "1.001GBps");
  }

  @ParameterizedTest
  @CsvSource({"1us:1e999us:log3", "1e999GBps:2GBps:lin65536", "1e-300:1:lin3", "1us:1e151us:lin4"})
  void anEndThatNoMachineHasIsRefused(String range) {
    assertThatThrownBy(() -> Ranges.parse("network.link_latency", range))
        .isInstanceOf(UsageException.class)
        .hasMessage("`vary network.link_latency`: found " + range
            + "; expected numbers between 1e-150 and 1e150");
  }

  @Test
  void anErrorQuotesNoMoreThanAHundredCharacters() {
    String longText = "x".repeat(5000);

    for (String vary : List.of(longText, longText + "=1,2", "mpi." + longText + "=1:2:lin1")) {
      assertThatThrownBy(() -> Axis.parse(vary))
          .isInstanceOf(UsageException.class)
          .extracting(error -> String.valueOf(error.getMessage()).length())
          .matches(length -> length < 500);
    }
  }

  @Test
  void sixteenBandwidthsGrowByTheSameFactor() {
    assertThat(Ranges.parse("k", "50MBps:1GBps:log16"))
        .containsExactly(
            "50MBps",
            "61.05MBps",
            "74.55MBps",
            "91.03MBps",
            "111.2MBps",
            "135.7MBps",
            "165.7MBps",
            "202.4MBps",
            "247.1MBps",
            "301.7MBps",
            "368.4MBps",
            "449.8MBps",
            "549.3MBps",
            "670.7MBps",
            "819MBps",
            "1000MBps");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1us:2us:16 | 1us:2us:16; expected START:END:linN, START:END:logN or A,B,C, such as 50MBps:1GBps:log16 or 1us,2us,5us",
        "1us:2us | 1us:2us; expected START:END:linN, START:END:logN or A,B,C, such as 50MBps:1GBps:log16 or 1us,2us,5us",
        "'' | nothing; expected START:END:linN, START:END:logN or A,B,C, such as 50MBps:1GBps:log16 or 1us,2us,5us",
        "1us,,2us | 1us,,2us; expected START:END:linN, START:END:logN or A,B,C, such as 50MBps:1GBps:log16 or 1us,2us,5us",
        "1us:2MBps:lin3 | 1us:2MBps:lin3; expected units of the same kind at both ends",
        "1us:2:lin3 | 1us:2:lin3; expected units of the same kind at both ends",
        "1us:fast:lin3 | 1us:fast:lin3; expected a number with its unit at each end",
        "0us:1us:log3 | 0us:1us:log3; expected ends above 0, because the range is logarithmic",
        "1us:2us:lin1 | 1us:2us:lin1; expected 2 to 100000 values",
        "1us:2us:lin999999999 | 1us:2us:lin999999999; expected 2 to 100000 values",
        "1us:1us:lin2 | 1us:1us:lin2; expected different values, but 1us occurs more than once",
        "1us,2us,1us | 1us,2us,1us; expected different values, but 1us occurs more than once"
      })
  void whatIsNoRangeIsRefused(String range, String expected) {
    assertThatThrownBy(() -> Ranges.parse("mpi.gap", range))
        .isInstanceOf(UsageException.class)
        .hasMessage("`vary mpi.gap`: found " + expected);
  }

  @Test
  void randomRangesKeepTheirEndsAndTheirOrder() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      int start = 1 + random.nextInt(seed);
      int end = start + 1 + random.nextInt(seed);
      int count = 2 + random.nextInt(20);
      String kind = random.nextBoolean() ? "lin" : "log";

      List<String> values = Ranges.parse("k", start + "ms:" + end + "ms:" + kind + count);

      assertThat(values).as("seed %d", seed).hasSize(count);
      assertThat(values.getFirst()).isEqualTo(start + "ms");
      assertThat(values.getLast()).isEqualTo(end + "ms");
      assertThat(values.stream().map(v -> Double.parseDouble(v.replace("ms", ""))))
          .as("seed %d", seed)
          .isSorted();
    }
  }
}
