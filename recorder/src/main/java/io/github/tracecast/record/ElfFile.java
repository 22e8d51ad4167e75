package io.github.tracecast.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The libraries in the dynamic section of a 64-bit little-endian ELF file. The file is not trusted,
 * so an offset beyond its end stops the reading.
 *
 * @param needed names of the libraries with which the file is linked
 * @param rpath folders that are searched for libraries of this file and of its libraries
 *     (DT_RPATH); empty if there is a {@code runpath}
 * @param runpath folders that are searched for libraries of this file only (DT_RUNPATH)
 * @param openMpi whether the file has a symbol that only Open MPI has
 */
public record ElfFile(List<String> needed, String rpath, String runpath, boolean openMpi) {
  private static final int HEADER = 64;
  private static final int PROGRAM_HEADER = 56;
  private static final int PT_LOAD = 1;
  private static final int PT_DYNAMIC = 2;
  private static final int DYNAMIC_ENTRY = 16;
  private static final int DT_NEEDED = 1;
  private static final int DT_STRTAB = 5;
  private static final int DT_STRSZ = 10;
  private static final int DT_RPATH = 15;
  private static final int DT_RUNPATH = 29;
  private static final int ELF = 0x464c457f;
  private static final int CLASS64_LITTLE_ENDIAN = 0x0102;
  private static final long MOST_MAPPED = Integer.MAX_VALUE;
  private static final int MOST_NEEDED = 4096;
  private static final byte[] OPEN_MPI_ALONE =
      "\0ompi_mpi_comm_world\0".getBytes(StandardCharsets.US_ASCII);

  public ElfFile {
    needed = List.copyOf(needed);
  }

  /** Reads an ELF file; empty if the file is not a 64-bit ELF file, or is damaged or static. */
  static Optional<ElfFile> read(Path file) {
    try {
      return Files.isRegularFile(file)
          ? mapped(file).flatMap(bytes -> new Reading(bytes).elf())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Maps an ELF file into memory; empty if the file is not a 64-bit little-endian ELF file. */
  public static Optional<ByteBuffer> mapped(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = Math.min(channel.size(), MOST_MAPPED);
      ByteBuffer bytes =
          channel.map(FileChannel.MapMode.READ_ONLY, 0, size).order(ByteOrder.LITTLE_ENDIAN);
      return Optional.of(bytes)
          .filter(elf ->
              size >= HEADER && elf.getInt(0) == ELF && elf.getShort(4) == CLASS64_LITTLE_ENDIAN);
    }
  }

  /** Reads the dynamic section of one file. */
  private static final class Reading {
    private final ByteBuffer bytes;
    private final long size;
    private final List<Long> needed = new ArrayList<>();
    private long strings = -1;
    private long stringBytes;
    private long rpath = -1;
    private long runpath = -1;

    Reading(ByteBuffer bytes) {
      this.bytes = bytes;
      this.size = bytes.limit();
    }

    Optional<ElfFile> elf() {
      long dynamic = segment(PT_DYNAMIC, 0);
      if (dynamic < 0) {
        return Optional.empty();
      }
      entries(bytes.getLong((int) dynamic + 8), bytes.getLong((int) dynamic + 32));
      long table = strings < 0 ? -1 : offsetOf(strings);
      if (table < 0 || !within(table, stringBytes)) {
        return Optional.empty();
      }
      List<String> names = new ArrayList<>();
      needed.forEach(at -> names.add(string(table, at)));
      names.removeIf(String::isEmpty);
      return Optional.of(new ElfFile(
          names,
          runpath >= 0 || rpath < 0 ? "" : string(table, rpath),
          runpath < 0 ? "" : string(table, runpath),
          has(OPEN_MPI_ALONE, table)));
    }

    private boolean within(long from, long length) {
      return from >= 0 && length >= 0 && length <= size && from <= size - length;
    }

    /**
     * Returns the file offset of a segment's program header; -1 if there is no such segment.
     * PT_LOAD selects the loaded segment that contains the address.
     */
    private long segment(int type, long address) {
      long table = bytes.getLong(32);
      int entrySize = Short.toUnsignedInt(bytes.getShort(54));
      int count = Short.toUnsignedInt(bytes.getShort(56));
      for (int i = 0; i < count && entrySize >= PROGRAM_HEADER; i++) {
        long at = table + (long) i * entrySize;
        if (!within(at, PROGRAM_HEADER)) {
          return -1;
        }
        long begins = bytes.getLong((int) at + 16);
        long length = bytes.getLong((int) at + 32);
        boolean holds = address >= begins && address - begins < length;
        if (bytes.getInt((int) at) == type && (type == PT_DYNAMIC || holds)) {
          return at;
        }
      }
      return -1;
    }

    /** Returns the file offset of a virtual address; -1 if no loaded segment contains it. */
    private long offsetOf(long address) {
      long at = segment(PT_LOAD, address);
      return at < 0 ? -1 : bytes.getLong((int) at + 8) + address - bytes.getLong((int) at + 16);
    }

    private void entries(long from, long length) {
      for (long at = from;
          at - from <= length - DYNAMIC_ENTRY && within(at, DYNAMIC_ENTRY);
          at += DYNAMIC_ENTRY) {
        long tag = bytes.getLong((int) at);
        long value = bytes.getLong((int) at + 8);
        if (tag == 0) {
          return;
        }
        if (tag == DT_NEEDED && needed.size() < MOST_NEEDED) {
          needed.add(value);
        }
        strings = tag == DT_STRTAB ? value : strings;
        stringBytes = tag == DT_STRSZ ? value : stringBytes;
        rpath = tag == DT_RPATH ? value : rpath;
        runpath = tag == DT_RUNPATH ? value : runpath;
      }
    }

    private String string(long table, long at) {
      if (at < 0 || at >= stringBytes) {
        return "";
      }
      int from = (int) (table + at);
      int to = from;
      while (to < table + stringBytes && bytes.get(to) != 0) {
        to++;
      }
      byte[] text = new byte[to - from];
      bytes.get(from, text);
      return new String(text, StandardCharsets.UTF_8);
    }

    private boolean has(byte[] wanted, long table) {
      for (long at = table; at <= table + stringBytes - wanted.length; at++) {
        int same = 0;
        while (same < wanted.length && bytes.get((int) at + same) == wanted[same]) {
          same++;
        }
        if (same == wanted.length) {
          return true;
        }
      }
      return false;
    }
  }
}
