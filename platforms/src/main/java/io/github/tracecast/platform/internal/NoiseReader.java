package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.platform.noise.Interruptions;
import io.github.tracecast.platform.noise.MeasuredNoise;
import io.github.tracecast.platform.noise.Noise;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads a machine's section {@code noise}: regular interruptions, or a file of measured times. */
final class NoiseReader {
  static final String PERIOD = Schema.NOISE + "period";
  static final String LENGTH = Schema.NOISE + "length";
  static final String SPREAD = Schema.NOISE + "spread";
  static final String FILE = Schema.NOISE + "file";

  private NoiseReader() {}

  /** Returns the noise; empty if the interruptions have a length of 0. */
  static Optional<Noise> read(Figures figures) {
    double period = figures.number(PERIOD);
    double length = figures.number(LENGTH);
    if (!figures.get(FILE, String.class).equals("none")) {
      for (String key : List.of(PERIOD, LENGTH, SPREAD)) {
        if (figures.number(key) != 0) {
          throw figures.refuse(key, "no " + key + " beside " + FILE);
        }
      }
      return Optional.of(measured(figures.get(FILE, String.class), figures.file(FILE)));
    }
    if (length == 0) {
      return Optional.empty();
    }
    if (length >= period) {
      throw figures.refuse(LENGTH, "less than " + PERIOD + " (" + figures.text(PERIOD) + ")");
    }
    return Optional.of(new Interruptions(period, length, figures.number(SPREAD)));
  }

  private static Noise measured(String name, String text) {
    List<String> lines = text.lines().toList();
    double[] seconds = new double[lines.size()];
    int count = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String place = name + ":" + (i + 1);
      seconds[count] = Kind.TIME.read(place, line);
      if (seconds[count++] == 0) {
        throw new PlatformException(place + ": found " + line + "; expected a time above 0");
      }
    }
    if (count == 0) {
      throw new PlatformException(
          name
              + ": found no time; expected one line for each fixed work quantum, with its measured time");
    }
    return new MeasuredNoise(Arrays.copyOf(seconds, count));
  }
}
