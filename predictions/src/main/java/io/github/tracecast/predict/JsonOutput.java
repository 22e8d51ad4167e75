package io.github.tracecast.predict;

import io.github.tracecast.predict.internal.UsageException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Writes JSON reports: snake_case names, members in a fixed order, two spaces of indentation. */
final class JsonOutput {
  /** The target that means standard output. */
  static final String STANDARD_OUTPUT = "-";

  private JsonOutput() {}

  /** Whether a {@code --json} option asks for standard output. */
  static boolean isStandardOutput(String target) {
    return STANDARD_OUTPUT.equals(target);
  }

  /**
   * Writes one object.
   *
   * @param target a file, which appears when it is complete; a pipe or device, written as it stands; or {@link #STANDARD_OUTPUT}
   * @param members writes the object's members
   */
  static void write(String target, PrintWriter out, Consumer<JsonGenerator> members)
      throws IOException {
    if (isStandardOutput(target)) {
      write(out, members);
      out.flush();
      return;
    }
    Path named = Path.of(target);
    boolean special = isSpecial(named);
    Path file = Files.exists(named) && !special ? named.toRealPath() : named;
    Path beside = special
        ? file
        : file.resolveSibling(
            "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    try {
      try (BufferedWriter writer = Files.newBufferedWriter(beside)) {
        write(writer, members);
      }
      if (!special) {
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw refused(target, e.getClass().getSimpleName());
    } catch (JacksonIOException e) {
      throw refused(target, e.getCause().getMessage());
    } finally {
      if (!special) {
        Files.deleteIfExists(beside);
      }
    }
  }

  /** Refuses a target that cannot be written, before long work is done for it; null is fine. */
  static void check(String target) {
    if (target == null || isStandardOutput(target)) {
      return;
    }
    Path file = Path.of(target).toAbsolutePath();
    Path folder = file.getParent();
    if (folder == null || Files.isDirectory(file)) {
      throw refused(target, "it is a folder");
    }
    if (isSpecial(file) && Files.isWritable(file)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw refused(target, "its folder does not exist");
    }
    if (!Files.isWritable(folder)) {
      throw refused(target, "its folder may not be written");
    }
  }

  private static UsageException refused(String target, String reason) {
    return new UsageException("--json: found " + target + ", which cannot be written (" + reason
        + "); expected a file in a folder that exists, or - for standard output");
  }

  private static boolean isSpecial(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
  }

  /** Writes a number, or null where there is none. */
  static void optional(JsonGenerator json, String name, OptionalDouble value) {
    if (value.isPresent()) {
      json.writeNumberProperty(name, value.getAsDouble());
    } else {
      json.writeNullProperty(name);
    }
  }

  private static void write(Writer writer, Consumer<JsonGenerator> members) throws IOException {
    JsonFactory factory =
        JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    try (JsonGenerator json = factory.createGenerator(new Indented(), writer)) {
      json.writeStartObject();
      members.accept(json);
      json.writeEndObject();
    }
    writer.write('\n');
  }

  /** Two spaces and a line feed, whatever the operating system. */
  private static final class Indented extends ObjectWriteContext.Base {
    @Override
    public boolean hasPrettyPrinter() {
      return true;
    }

    @Override
    public PrettyPrinter getPrettyPrinter() {
      return new DefaultPrettyPrinter()
          .withObjectIndenter(new DefaultIndenter("  ", "\n"))
          .withArrayIndenter(new DefaultIndenter("  ", "\n"));
    }
  }
}
