package io.github.tracecast.predict.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.io.StringWriter;
import java.util.Base64;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

public class PackedAmountsTest {
  /** Decodes amounts as the script of the page does. */
  public static double[] unpacked(JsonNode amounts) {
    double unit = amounts.get("unit").doubleValue();
    String packed = amounts.get("packed").stringValue();
    return IntStream.range(0, packed.length() / 3)
        .mapToDouble(i -> {
          byte[] bytes = Base64.getDecoder().decode("A" + packed.substring(3 * i, 3 * i + 3));
          int code = (bytes[0] & 255) << 16 | (bytes[1] & 255) << 8 | bytes[2] & 255;
          int halvings = code >> 12;
          int part = code & 4095;
          return halvings < 63
              ? Math.scalb(unit, -halvings) * (4096 + part) / 8192
              : part == 0 ? 0 : Double.NaN;
        })
        .toArray();
  }

  private static double[] back(double... amounts) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      PackedAmounts.write(json, "amounts", amounts);
      json.writeEndObject();
    }
    return unpacked(JsonMapper.shared().readTree(out.toString()).get("amounts"));
  }

  @Test
  void smallWholeNumbersPowersOfTwoZeroAndNoAmountAreExact() {
    double[] amounts = IntStream.range(0, 8192).asDoubleStream().toArray();
    double[] rare = {0, Double.NaN, 1L << 40, 1, 0.25, 3L << 50};

    assertThat(back(amounts)).isEqualTo(amounts);
    assertThat(back(rare)).isEqualTo(rare);
    assertThat(back()).isEmpty();
    assertThat(back(0, Double.NaN)).isEqualTo(new double[] {0, Double.NaN});
  }

  @Test
  void everyAmountKeepsFourDigits() {
    double[] all = new Random(1)
        .doubles(10_000, -12, 6)
        .map(exponent -> Math.pow(10, exponent))
        .toArray();

    double[] back = back(all);

    for (int i = 0; i < all.length; i++) {
      assertThat(back[i]).isCloseTo(all[i], withPercentage(0.0125));
    }
  }

  @Test
  void whatIsLessThanTheUnitHalvedSixtyTwoTimesIsZero() {
    assertThat(back(0x1p62, 0x1p-2)).containsExactly(0x1p62, 0);
  }
}
