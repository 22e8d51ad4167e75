package io.github.tracecast.predict.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TerminalWriterTest {
  private final StringWriter text = new StringWriter();
  private final PrintWriter writer = new TerminalWriter(new PrintWriter(text));

  @Test
  void everyWayToWriteEscapesControlCharacters() {
    writer.print("a\u001b[2Jb\r");
    writer.print('\u007f');
    writer.print(new char[] {'c', '\u0000', '\u202e'});
    writer.write("xx\u009byy", 1, 3);
    writer.printf("%s", "\u0007");
    writer.append("\u2028");
    assertThat(text.toString())
        .isEqualTo("a\\u001b[2Jb\\u000d\\u007fc\\u0000\\u202ex\\u009by\\u0007\\u2028");
  }

  @Test
  void wordsOfAllLanguagesLineFeedsAndTabsPass() {
    String plain = "naïve\tπ ≈ 3\n日本 𝄞 – “x”\n";
    writer.print(plain);
    assertThat(text.toString()).isEqualTo(plain);
  }
}
