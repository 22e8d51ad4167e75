package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The recorder unites groups of ranks while a program ends, and the compressor does so afterwards. */
class RecorderLimitsTest {
  @Test
  void theRecorderUnitesGroupsByTheLimitsOfTheCompressor() throws IOException {
    String source = Files.readString(Path.of("../recorder/src/unite.c"));
    assertThat(limit(source, "SIGNIFICANT")).isEqualTo(DeltaGroups.SIGNIFICANT);
    assertThat(limit(source, "MATERIAL")).isEqualTo(DeltaGroups.MATERIAL);
    assertThat(limit(source, "GROUPS")).isEqualTo(DeltaGroups.GROUPS);
    assertThat(limit(source, "SECTIONS")).isEqualTo(DeltaGroups.SECTIONS);
    assertThat(limit(source, "DISTRIBUTIONS")).isEqualTo(DeltaGroups.DISTRIBUTIONS);
  }

  private static double limit(String source, String name) {
    Matcher found = Pattern.compile("\\b" + name + " = ([0-9.e-]+)").matcher(source);
    assertThat(found.find()).as(name).isTrue();
    return Double.parseDouble(found.group(1));
  }
}
