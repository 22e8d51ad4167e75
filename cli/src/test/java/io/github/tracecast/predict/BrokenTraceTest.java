package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The error of a trace that is empty, cut or damaged, plain or compressed, names the file that was given. */
class BrokenTraceTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({
    "import OK -o OUT, ctrace",
    "import OK --text -o OUT, txt",
    "export OK --to goal -o OUT, goal",
  })
  void everyCommandNamesTheFileOfABrokenTrace(String written, String ending) throws IOException {
    Path good = folder.resolve("good." + ending);
    Cli.run(written
            .replace("OK", Cli.generate(folder.resolve("a.ctrace"), "stencil --ranks 4"))
            .replace("OUT", good.toString())
            .split(" "))
        .expectOut();
    byte[] bytes = Files.readAllBytes(good);
    byte[] damaged = bytes.clone();
    Arrays.fill(damaged, bytes.length / 2, bytes.length / 2 + 8, (byte) 0xff);
    Path broken = folder.resolve("broken." + ending);
    Path packed = folder.resolve("broken." + ending + ".gz");
    for (byte[] content : new byte[][] {{}, Arrays.copyOf(bytes, bytes.length / 2 + 1), damaged}) {
      Files.write(broken, content);
      ByteArrayOutputStream gzipped = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(gzipped)) {
        out.write(content);
      }
      Files.write(packed, gzipped.toByteArray());
      for (Path file : new Path[] {broken, packed}) {
        for (String command : new String[] {
          "info FILE",
          "import FILE -o OUT",
          "compress FILE -o OUT",
          "export FILE --to tit -o OUT",
          "expand FILE --rank 0",
          "predict FILE --platform cluster --engine flows",
          "topology FILE"
        }) {
          Cli.Result result = Cli.run(command
              .replace("FILE", file.toString())
              .replace("OUT", folder.resolve("out").toString())
              .split(" "));
          assertThat(result.err())
              .as(command + " of " + content.length + " bytes")
              .contains("error: " + file);
          assertThat(result.exitCode()).isEqualTo(2);
          assertThat(folder.resolve("out")).doesNotExist();
        }
      }
    }
  }
}
