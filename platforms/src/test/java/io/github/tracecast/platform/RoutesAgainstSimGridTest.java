package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoutesAgainstSimGridTest {

  @Test
  void torusAndFatTreeRoutesCrossTheLinksThatSimGridsCross() throws IOException {
    int pairs = 0;
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(
        RoutesAgainstSimGridTest.class.getResourceAsStream("simgrid-routes.txt"),
        StandardCharsets.UTF_8))) {
      Machine machine = null;
      Map<Integer, Integer> ours = new HashMap<>();
      Map<Integer, Integer> theirs = new HashMap<>();
      for (String line; (line = reader.readLine()) != null; ) {
        if (line.startsWith("[")) {
          machine = machine(line.substring(1, line.length() - 1));
          ours.clear();
          theirs.clear();
        } else if (!line.startsWith("#")) {
          check(machine.routes(), line, ours, theirs);
          pairs++;
        }
      }
    }

    assertThat(pairs).isEqualTo(24 * 23 + 30 * 29 + 12 * 11 + 16 * 15);
  }

  private static Machine machine(String heading) {
    String[] words = heading.split(" ");
    if (words[0].equals("TORUS")) {
      return Machines.torus(words[1].replace(',', 'x'), "torus");
    }
    String[] lists = words[1].split(";");
    return Machines.fatTree(lists[1], lists[2], lists[3]);
  }

  /**
   * Numbers differ, so each of our links must always match the same link of SimGrid, and vice
   * versa.
   */
  private static void check(
      Routes routes, String line, Map<Integer, Integer> ours, Map<Integer, Integer> theirs) {
    String[] words = line.split(" ");
    int[] links = new int[routes.longestRoute()];
    int count = routes.route(Integer.parseInt(words[0]), Integer.parseInt(words[1]), links);

    assertThat(count).as(line).isEqualTo(words.length - 2);
    for (int i = 0; i < count; i++) {
      int expected = Integer.parseInt(words[i + 2]);
      assertThat(ours.computeIfAbsent(links[i], link -> expected)).as(line).isEqualTo(expected);
      int link = links[i];
      assertThat(theirs.computeIfAbsent(expected, number -> link)).as(line).isEqualTo(link);
    }
  }
}
