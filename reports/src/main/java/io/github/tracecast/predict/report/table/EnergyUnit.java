package io.github.tracecast.predict.report.table;

import java.util.List;

/**
 * The unit of a column of energies, which makes the largest energy at least 1.
 *
 * @param symbol the unit's symbol, for example {@code kJ}
 * @param perJoule units per joule
 */
public record EnergyUnit(String symbol, double perJoule) {
  private static final List<String> SYMBOLS = List.of("uJ", "mJ", "J", "kJ", "MJ", "GJ", "TJ");
  private static final int JOULE = SYMBOLS.indexOf("J");

  /** Returns the unit for energies of which the largest has this number of joules; joules for 0. */
  public static EnergyUnit of(double mostJoules) {
    int prefix = mostJoules <= 0
        ? JOULE
        : Math.clamp(JOULE + (int) Math.floor(Math.log10(mostJoules) / 3), 0, SYMBOLS.size() - 1);
    return new EnergyUnit(SYMBOLS.get(prefix), Math.pow(1000, JOULE - prefix));
  }
}
