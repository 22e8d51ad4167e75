package io.github.tracecast.imports.internal.dumpi;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes one rank's file, as the recording library does: big-endian, records first, index last. */
final class DumpiBuilder {
  private static final long SECOND = 1_000_000;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);
  private final int[] called = new int[DumpiCalls.COUNTERS];
  private final int[] ignored = new int[DumpiCalls.COUNTERS];
  private long micros;

  DumpiBuilder() {
    write(() -> {
      out.writeLong(DumpiFile.MAGIC);
      out.writeInt(0);
      out.writeInt(0);
    });
  }

  private interface Step {
    void run() throws IOException;
  }

  private static void write(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Time passes in the program. */
  DumpiBuilder compute(long microseconds) {
    micros += microseconds;
    return this;
  }

  /** Calls that were made and not recorded. */
  DumpiBuilder ignore(String name, int count) {
    called[number(name)] += count;
    ignored[number(name)] += count;
    return this;
  }

  static int number(String name) {
    for (int function = 0; function < DumpiCalls.count(); function++) {
      if (DumpiCalls.of(function).name.equals("MPI_" + name)) {
        return function;
      }
    }
    throw new IllegalArgumentException(name);
  }

  /**
   * A call of 2 us.
   *
   * @param fields in the order of the record: numbers, lists, statuses as pairs of source and tag
   *     in a list of lists
   */
  DumpiBuilder call(String name, Object... fields) {
    DumpiCalls function = DumpiCalls.of(number(name));
    called[number(name)]++;
    write(() -> {
      out.writeShort(number(name));
      out.writeByte(0x4b);
      out.writeShort(0);
      time(micros);
      micros += 2;
      time(micros);
      int field = 0;
      for (byte kind : function.layout) {
        if (kind != '[' && kind != ']' && field < fields.length) {
          field(kind, fields[field++]);
        }
      }
    });
    return this;
  }

  private void time(long microseconds) throws IOException {
    out.writeShort((int) (microseconds / SECOND));
    out.writeInt((int) (microseconds % SECOND * 1000));
  }

  private void field(byte kind, Object value) throws IOException {
    switch (kind) {
      case 'i', 'q', 'm', 'r' -> out.writeInt((Integer) value);
      case 't', 'c', 'g', 'h' -> out.writeShort((Integer) value);
      case 'b', 'o' -> out.writeByte((Integer) value);
      case 'l' -> out.writeLong((Integer) value);
      case 's' -> text((String) value);
      case 'v', '2' -> {
        out.writeInt(((String[]) value).length);
        for (String text : (String[]) value) {
          text(text);
        }
      }
      case '3' -> out.writeInt(0);
      case 'I', 'Q', 'X', 'Y' -> {
        int[] list = (int[]) value;
        out.writeInt(list.length);
        for (int number : list) {
          out.writeInt(number);
        }
      }
      case 'T', 'H' -> {
        int[] list = (int[]) value;
        out.writeInt(list.length);
        for (int number : list) {
          out.writeShort(number);
        }
      }
      case 'B' -> {
        int[] list = (int[]) value;
        out.writeInt(list.length);
        for (int number : list) {
          out.writeByte(number);
        }
      }
      case 'J' -> {
        out.writeInt(1);
        field((byte) 'I', value);
      }
      case 'S' -> {
        int[][] statuses = (int[][]) value;
        out.writeInt(statuses.length);
        for (int[] status : statuses) {
          out.writeInt(8);
          out.writeInt(status[0]);
          out.writeShort(0);
          out.writeInt(status[1]);
        }
      }
      default -> throw new IllegalArgumentException("" + (char) kind);
    }
  }

  private void text(String text) throws IOException {
    out.writeInt(text.length());
    out.writeBytes(text);
  }

  /** The whole file. */
  byte[] bytes() {
    write(() -> {
      out.writeShort(DumpiCalls.END_OF_STREAM);
      long header = bytes.size();
      out.write(new byte[] {13, 0, 0});
      out.writeLong(0);
      out.writeShort(0);
      out.writeShort(0);
      out.writeInt(0);
      long footer = bytes.size();
      out.writeLong(0xF007FEE7L);
      for (int count : called) {
        out.writeInt(count);
      }
      for (int count : ignored) {
        out.writeInt(count);
      }
      long keys = bytes.size();
      out.writeInt(0);
      out.writeLong(DumpiFile.MAGIC);
      for (long offset : new long[] {0, 0, 0, header, 8, footer, keys}) {
        out.writeLong(offset);
      }
    });
    return bytes.toByteArray();
  }

  /** Writes the files of a run, and its {@code .meta} file. */
  static Path run(Path folder, DumpiBuilder... ranks) throws IOException {
    for (int rank = 0; rank < ranks.length; rank++) {
      Files.write(folder.resolve(String.format("run-%04d.bin", rank)), ranks[rank].bytes());
    }
    return Files.writeString(
        folder.resolve("run.meta"),
        "hostname=test\nnumprocs=" + ranks.length + "\nfileprefix=run\nversion=13\n");
  }
}
