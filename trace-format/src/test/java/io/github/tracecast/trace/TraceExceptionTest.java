package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TraceExceptionTest {
  @Test
  void textOf400CharactersIsQuotedWhole() {
    assertThat(TraceException.at("f", "a".repeat(400), "b"))
        .hasMessage("f: found " + "a".repeat(400) + "; expected b");
  }

  /** A terminal shows each control character as six other characters. */
  @Test
  void controlCharactersAreQuotedMoreShortlyThanText() {
    assertThat(TraceException.at("f", "\0".repeat(400), "b"))
        .hasMessage("f: found " + "\0".repeat(33) + " ... (334 characters left out) ... "
            + "\0".repeat(33) + "; expected b");
  }

  @Test
  void aFileIsNamedOnce() {
    assertThat(TraceException.at("delta", "count 0", "at least 1").in("f:7").in("f"))
        .hasMessage("f:7: delta: found count 0; expected at least 1");
    assertThat(TraceException.atByte("f", 7, "a", "b").in("f"))
        .hasMessage("f: byte 7: found a; expected b");
    assertThat(new TraceException("g: cannot be written").in("f"))
        .hasMessage("g: cannot be written");
  }
}
