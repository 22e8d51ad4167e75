package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.trace.text.Sha256;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Computes digests of the inputs of predictions, so that the processes and journals of one job
 * never use two versions of a file.
 */
public final class InputDigest {
  private InputDigest() {}

  /**
   * Returns the digest of one prediction's trace, machine and mapping.
   *
   * @param platform the machine of the request, which the caller has read already
   */
  public static String of(PreparedTrace trace, PredictionRequest request, Platform platform) {
    return Sha256.of(String.join(
        "\n",
        trace.digest(),
        ofMachine(platform, request.platform(), request.figures()),
        ofMapping(request.mapping())));
  }

  /**
   * Returns the digest of a machine's values and of the tables that its file names.
   *
   * @param source the name or file of the machine
   * @param figures the values that replace values of the file
   */
  public static String ofMachine(Platform platform, String source, Map<String, String> figures) {
    StringBuilder text = new StringBuilder(platform.name() + "\n" + platform.figures());
    for (Path file : PlatformCatalogue.files(source, figures)) {
      if (!file.toString().endsWith(".yaml") && !file.toString().endsWith(".yml")) {
        text.append('\n').append(withDigest("", file));
      }
    }
    return Sha256.of(text.toString());
  }

  /** Returns a mapping's name with a digest of its file. */
  public static String ofMapping(String text) {
    return switch (MappingSpec.parse(text)) {
      case MappingSpec.FromFile file -> withDigest(text, file.path());
      case MappingSpec.Allocated nodes
      when Files.isRegularFile(Path.of(nodes.source())) ->
        withDigest(text, Path.of(nodes.source()));
      default -> text;
    };
  }

  private static String withDigest(String text, Path file) {
    try {
      return text + " " + Sha256.of(out -> Files.copy(file, out));
    } catch (IOException e) {
      return text; // reading the mapping will report this error
    }
  }

  /**
   * Refuses inputs that changed while a job ran.
   *
   * @param job what ran, such as a sweep
   */
  public static void require(String job, String expected, String found) {
    if (!expected.equals(found)) {
      throw new UsageException("found a trace, machine or mapping file that changed while " + job
          + " ran; expected no change of these files until the end; run the command again");
    }
  }
}
