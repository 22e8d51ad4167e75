package io.github.tracecast.record.structure;

import io.github.tracecast.record.ElfFile;
import io.github.tracecast.trace.system.WholeFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads the section of a 64-bit little-endian ELF file into which compilers with the plugin write:
 * one text for each source file, each ended by a zero byte. The file may be damaged.
 */
record StructureSection(Path file, ByteBuffer bytes) {
  private static final String NAME = ".tracecast.structure";
  private static final String EXPECTED =
      "a program that was compiled with the options that tracecast structure --flags prints";
  private static final int SECTION_HEADER = 64;

  /**
   * Returns the texts of a program, library or object file.
   *
   * @throws UsageException if the file has no such section, or is not an ELF file
   */
  static List<String> texts(Path file) {
    try {
      ByteBuffer bytes = ElfFile.mapped(file)
          .orElseThrow(
              () -> new UsageException(file + ": found no 64-bit ELF file; expected " + EXPECTED));
      return new StructureSection(file, bytes).texts();
    } catch (IOException e) {
      throw new UsageException(
          file + ": cannot be read (" + WholeFile.reason(e) + "); expected " + EXPECTED);
    }
  }

  private List<String> texts() {
    long table = bytes.getLong(40);
    int count = Short.toUnsignedInt(bytes.getShort(60));
    int names = header(table, Short.toUnsignedInt(bytes.getShort(62)));
    for (int i = 0; i < count; i++) {
      int at = header(table, i);
      if (name(names, bytes.getInt(at)).equals(NAME)) {
        return Stream.of(text(at).split("\0")).filter(text -> !text.isEmpty()).toList();
      }
    }
    throw new UsageException(file + ": found no structure; expected " + EXPECTED);
  }

  private int header(long table, int number) {
    return within(table + (long) number * SECTION_HEADER, SECTION_HEADER);
  }

  private int within(long from, long length) {
    if (from < 0 || length < 0 || length > bytes.limit() || from > bytes.limit() - length) {
      throw new UsageException(file + ": byte " + from + ": found the end of the file; expected "
          + length + " more bytes, as the table of sections says");
    }
    return (int) from;
  }

  private String name(int names, int at) {
    int from = within(bytes.getLong(names + 24) + Integer.toUnsignedLong(at), 0);
    int to = from;
    while (to < bytes.limit() && to - from <= NAME.length() && bytes.get(to) != 0) {
      to++;
    }
    return ascii(from, to - from);
  }

  private String text(int section) {
    long length = bytes.getLong(section + 32);
    return ascii(within(bytes.getLong(section + 24), length), (int) length);
  }

  private String ascii(int from, int length) {
    byte[] text = new byte[length];
    bytes.get(from, text);
    return new String(text, StandardCharsets.UTF_8);
  }
}
