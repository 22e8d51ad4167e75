package io.github.tracecast.imports.internal.tit;

import io.github.tracecast.imports.ThreadsContract;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

class TitArchiveThreadsTest extends ThreadsContract {
  private static final int BLOCK = 512;

  @Override
  protected Path write(Path into, Set<Integer> damaged) throws IOException {
    Path folder = Files.createDirectory(into.resolve("files"));
    TitThreadsTest.writeFiles(folder, damaged);
    Path archive = into.resolve("run.tar.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(archive));
        Stream<Path> files = Files.list(folder)) {
      List<Path> inOrder = files.sorted().toList();
      for (Path file : inOrder) {
        byte[] bytes = Files.readAllBytes(file);
        byte[] header = new byte[BLOCK];
        put(header, 0, file.getFileName().toString());
        put(header, 124, String.format("%011o", bytes.length));
        put(header, 156, "0");
        put(header, 257, "ustar");
        out.write(header);
        out.write(bytes);
        out.write(new byte[(BLOCK - bytes.length % BLOCK) % BLOCK]);
      }
      out.write(new byte[2 * BLOCK]);
    }
    return archive;
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }
}
