package io.github.tracecast.imports.otf2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Otf2LibraryTest {
  @ParameterizedTest
  @CsvSource({
    "libopen-trace-format2-10, apt-get install libopen-trace-format2-10", // Debian 12
    "libopen-trace-format2-10t64, apt-get install libopen-trace-format2-10t64", // Debian 13
    "libopen-trace-format2-tools, install OTF2 from https://www.vi-hps.org/projects/score-p",
  })
  void theLibraryIsAskedForByTheNameThatTheSystemGivesIt(String known, String advice) {
    assertThat(Otf2Library.advice(List.of("libopen-trace-format2-dev", known)))
        .isEqualTo(advice + ", or set TRACECAST_OTF2_LIBRARY to the file libotf2.so");
  }
}
