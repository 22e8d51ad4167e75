package io.github.tracecast.predict.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvaluationLogTest {
  private static final int HEAD = 16;
  private static final int RECORD = 8 * (1 + 2 + 2) + 8;

  @TempDir
  private Path folder;

  private EvaluationLog open(long identity) {
    return EvaluationLog.open(folder.resolve("fit.evaluations"), identity, 1, 2);
  }

  private static FitProblem.Predicted at(double[] point) {
    return new FitProblem.Predicted(
        new double[] {point[0], 2 * point[0]}, new double[][] {{1}, {2}});
  }

  private byte[] threeRecords() throws IOException {
    try (EvaluationLog log = open(7)) {
      for (int i = 1; i <= 3; i++) {
        log.of(new double[] {i}, EvaluationLogTest::at);
      }
    }
    return Files.readAllBytes(folder.resolve("fit.evaluations"));
  }

  @ParameterizedTest
  @CsvSource({"0, 2", "7, 2", "8, 2", "47, 2", "48, 1", "100, 0"})
  void recordsFromADamagedOneOnAreDropped(int fromEnd, int kept) throws IOException {
    byte[] bytes = threeRecords();
    assertThat(bytes).hasSize(HEAD + 3 * RECORD);
    bytes[bytes.length - 1 - fromEnd] ^= 1;
    Files.write(folder.resolve("fit.evaluations"), bytes);

    open(7).close();

    assertThat(folder.resolve("fit.evaluations")).hasSize(HEAD + (long) kept * RECORD);
  }

  @Test
  void aCutRecordIsDroppedAndTheNextOneFollowsTheWholeOnes() throws IOException {
    byte[] bytes = threeRecords();
    Files.write(
        folder.resolve("fit.evaluations"), java.util.Arrays.copyOf(bytes, bytes.length - 5));

    try (EvaluationLog log = open(7)) {
      assertThat(folder.resolve("fit.evaluations")).hasSize(HEAD + 2 * RECORD);
      log.of(new double[] {3}, EvaluationLogTest::at);
    }

    assertThat(folder.resolve("fit.evaluations")).hasBinaryContent(bytes);
  }

  @Test
  void aFileOfAnotherFitOrOfTheUserIsRefusedAndStays() throws IOException {
    byte[] bytes = threeRecords();

    assertThatThrownBy(() -> open(8))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("does not hold the evaluations of this fit");

    assertThat(folder.resolve("fit.evaluations")).hasBinaryContent(bytes);
  }

  @Test
  void aSymbolicLinkIsNotFollowed() throws IOException {
    Path mine = Files.writeString(folder.resolve("mine"), "a text of the user");
    Files.createSymbolicLink(folder.resolve("fit.evaluations"), mine);

    try (EvaluationLog log = open(7)) {
      log.of(new double[] {1}, EvaluationLogTest::at);
      log.delete();
    }

    assertThat(mine).hasContent("a text of the user");
  }

  @Test
  void ofTwoFitsAtATimeOneKeepsItsEvaluations() throws IOException {
    try (EvaluationLog first = open(7);
        EvaluationLog second = open(7)) {
      second.of(new double[] {1}, EvaluationLogTest::at);
      first.of(new double[] {2}, EvaluationLogTest::at);
    }

    assertThat(folder.resolve("fit.evaluations")).hasSize(HEAD + RECORD);
  }
}
