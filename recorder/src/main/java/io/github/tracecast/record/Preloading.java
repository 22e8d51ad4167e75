package io.github.tracecast.record;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command that makes its programs preload the recorder before other libraries. Launchers can give
 * ranks a separate environment. If the command sets LD_PRELOAD in this environment, the recorder is
 * put before the given value.
 *
 * @param command the command to run
 * @param environment environment variables for the command
 */
public record Preloading(List<String> command, Map<String, String> environment) {
  private static final String NAME = "LD_PRELOAD";

  /**
   * Words that set LD_PRELOAD, as in {@code -x LD_PRELOAD=tool.so}, {@code env LD_PRELOAD=tool.so}
   * and {@code --export=ALL,LD_PRELOAD=tool.so}.
   */
  private static final Pattern ASSIGNMENT =
      Pattern.compile("((?:--[a-z-]+=)?(?:.*,)?" + NAME + "=)(.*)");

  /**
   * Options of Hydra and other launchers that are followed by a variable and its value as two
   * words: {@code -genv LD_PRELOAD tool.so}.
   */
  private static final Pattern TWO_WORDS = Pattern.compile("--?g?env");

  public Preloading {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** @param own the current environment */
  public static Preloading of(Path library, List<String> command, Map<String, String> own) {
    Map<String, String> environment = new HashMap<>();
    environment.put(NAME, before(library, own.getOrDefault(NAME, "")));
    List<String> words = new ArrayList<>(command);
    for (int i = 0; i < words.size(); i++) {
      Matcher assigned = ASSIGNMENT.matcher(words.get(i));
      if (assigned.matches()) {
        words.set(i, assigned.group(1) + before(library, assigned.group(2)));
      } else if (i >= 2
          && words.get(i - 1).equals(NAME)
          && TWO_WORDS.matcher(words.get(i - 2)).matches()) {
        words.set(i, before(library, words.get(i)));
      }
    }
    return new Preloading(words, environment);
  }

  /** Preloads several libraries, in this order. */
  public static Preloading of(List<Path> libraries, List<String> command, Map<String, String> own) {
    Preloading preloading = new Preloading(command, own);
    for (Path library : libraries.reversed()) {
      preloading = of(library, preloading.command(), preloading.environment());
    }
    return preloading;
  }

  private static String before(Path library, String others) {
    return others.isEmpty() ? library.toString() : library + ":" + others;
  }
}
