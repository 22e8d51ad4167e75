package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.CallingContext;
import io.github.tracecast.imports.internal.otf2.ArchiveDefinitions.Region;
import io.github.tracecast.trace.MpiCall;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names of an archive's regions. Some regions are MPI calls. Immutable. */
final class Regions {
  /**
   * Matches the names of MPI calls as Score-P and TAU write them, in C and Fortran, with or without
   * the suffix of large counts.
   */
  private static final Pattern MPI =
      Pattern.compile("P?(MPI_)([A-Za-z])(\\w*?)(_c|_f08|_)?(\\(\\))?", Pattern.CASE_INSENSITIVE);

  private static final MpiCall[] CALLS = MpiCall.values();

  /** {@code ALONE - call.ordinal()} is the region of a call that was recorded without a region. */
  static final int ALONE = -2;

  private final Int2ObjectOpenHashMap<String> names = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<MpiCall> calls = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<CallingContext> contexts;

  Regions(ArchiveDefinitions definitions) {
    this.contexts = definitions.callingContexts;
    Map<String, Integer> sameName = new HashMap<>();
    definitions.regions.values().forEach(region -> sameName.merge(region.name(), 1, Integer::sum));
    definitions.regions.int2ObjectEntrySet().forEach(entry -> {
      Region region = entry.getValue();
      MpiCall call = call(region.name());
      if (call != null) {
        calls.put(entry.getIntKey(), call);
      }
      names.put(
          entry.getIntKey(),
          sameName.getOrDefault(region.name(), 1) > 1 ? nameWithPlace(region) : region.name());
    });
  }

  /** Returns the MPI call with the name of a region; null if there is none. */
  static @Nullable MpiCall call(String name) {
    Matcher matcher = MPI.matcher(name);
    if (!matcher.matches()) {
      return null;
    }
    String canonical = "MPI_" + matcher.group(2).toUpperCase(Locale.ROOT)
        + matcher.group(3).toLowerCase(Locale.ROOT);
    return MpiCall.byName(canonical).orElse(MpiCall.OTHER);
  }

  private static String nameWithPlace(Region region) {
    if (region.file().isEmpty()) {
      return region.name();
    }
    String file = region.file().substring(region.file().lastIndexOf('/') + 1);
    return region.name() + " (" + file + (region.line() > 0 ? ":" + region.line() : "") + ")";
  }

  /** Returns the MPI call of a region; null if the region is not an MPI call. */
  @Nullable MpiCall call(int region) {
    return calls.get(region);
  }

  /** Returns the name of a region, with its file and line if other regions have the same name. */
  String name(int region) {
    String name = names.get(region);
    if (name != null) {
      return name;
    }
    int ordinal = ALONE - region;
    return ordinal >= 0 && ordinal < CALLS.length
        ? CALLS[ordinal].mpiName()
        : "region " + Integer.toUnsignedString(region);
  }

  /** Returns a calling context; null if there is none. */
  CallingContext context(int reference) {
    return contexts.get(reference);
  }
}
