package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.PlatformCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command reads a machine file with one damaged line, or refuses it with exit code 2 and the
 * key or the line. {@code -Dseeds=20000} tries as many files.
 */
class DamagedMachineFilesTest {
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final List<String> TEXTS = List.of(
      "0",
      "-1",
      "1",
      "3",
      "99999999999",
      "1e9",
      "1e400",
      "none",
      "auto",
      "4x4",
      "1x1x1x1x1x1x1",
      "\"2, 2\"",
      "\"2;2;2\"",
      "1GBps",
      "0GBps",
      "-1GBps",
      "1us",
      "-1us",
      "NaN",
      "Infinity",
      "65536",
      "16777216",
      "ugal",
      "minimal",
      "yes",
      "{",
      "}",
      "[",
      "[1, 2]",
      "'",
      "\"",
      "!!int x",
      "*x",
      "&x",
      "nodes:x",
      "64KiB",
      "\u0000",
      "\u00e9\u4e2d",
      "{value: 1}",
      "{value: 1, value: 2}",
      "{value: 1, source: x, more: y}",
      "",
      "~",
      "# 1",
      "4096 bytes",
      "1 1",
      "0x10",
      "1_000");

  /** A key with its value on one line, with or without a source. */
  private static final Pattern FIGURE =
      Pattern.compile("^( +)([a-z_]+): (?:\\{value: (?:\"[^\"]*\"|[^,]*)(, source: .*})|(.*))$");

  /** What an error names: a line, or a key. */
  private static final Pattern NAMED = Pattern.compile(
      "machine[.]yaml:\\d+|(node|network|mpi|packets|tree|interrupt|collectives|node_names)[.]?[a-z_]*: ");

  @TempDir
  private Path folder;

  @Test
  void aDamagedFileIsReadOrRefusedByItsKeyOrLine() throws IOException {
    List<String> names = PlatformCatalogue.names();
    List<String> failures = new ArrayList<>();
    int refused = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      String name = names.get(random.nextInt(names.size()));
      List<String> lines =
          new ArrayList<>(PlatformCatalogue.source(name).lines().toList());
      int line = random.nextInt(lines.size());
      String damage = damage(lines, line, random);
      Path file = Files.writeString(folder.resolve("machine.yaml"), String.join("\n", lines));
      Files.copy(
          PlatformCatalogue.class.getResourceAsStream("leonardo-nodes.csv"),
          folder.resolve("leonardo-nodes.csv"),
          StandardCopyOption.REPLACE_EXISTING);
      String[] command = {"platforms", file.toString(), "--verbose"};
      Cli.Result result = Cli.run(seed % 4 == 0 ? command : Arrays.copyOf(command, 2));
      String what =
          "seed " + seed + ", " + name + ":" + (line + 1) + ": " + damage + "\n" + result.err();
      boolean read = result.exitCode() == 0;
      if (!read && !isWellRefused(result)) {
        failures.add(what);
      }
      refused += read ? 0 : 1;
    }
    assertThat(failures).isEmpty();
    assertThat(refused).isBetween(SEEDS / 4, SEEDS);
  }

  private static boolean isWellRefused(Cli.Result result) {
    String error = result.err();
    return result.exitCode() == 2
        && NAMED.matcher(error).find()
        && !error.contains("Exception")
        && !error.contains("\tat ");
  }

  /** Damages a line. Returns what it is then. */
  private static String damage(List<String> lines, int line, Random random) {
    String old = lines.get(line);
    Matcher figure = FIGURE.matcher(old);
    String text = TEXTS.get(random.nextInt(TEXTS.size()));
    int way = random.nextInt(10);
    if (way < 6 && figure.matches()) {
      String value = figure.group(3) == null ? text : "{value: " + text + figure.group(3);
      lines.set(line, figure.group(1) + figure.group(2) + ": " + value);
    } else if (way == 6) {
      lines.remove(line);
      return "removed";
    } else if (way == 7) {
      lines.add(line, old);
    } else if (way == 8) {
      lines.set(line, " ".repeat(random.nextInt(5)) + old.strip());
    } else {
      int at = random.nextInt(old.length() + 1);
      int end = Math.min(old.length(), at + random.nextInt(3));
      lines.set(line, old.substring(0, at) + text + old.substring(end));
    }
    return lines.get(line);
  }
}
