import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Executors;

/**
 * A proxy for apt and debootstrap that keeps what they download: {@code java Mirror.java FOLDER}. It prints its port, listens on this
 * machine alone, and ends with the process that started it. A package and an index with its sum in its address never change, so they
 * are downloaded once. The rest is downloaded each time, and taken from the folder where the server does not answer.
 */
final class Mirror {
  private final HttpClient client =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
  private final Path folder;

  private Mirror(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] arguments) throws IOException {
    ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(0)));
    Mirror mirror = new Mirror(Path.of(arguments[0]).toAbsolutePath().normalize());
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", mirror::answer);
    server.start();
    System.out.println(server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      URI address = exchange.getRequestURI();
      Path kept = folder.resolve(address.getHost() + address.getPath()).normalize();
      if (!exchange.getRequestMethod().equals("GET") || !kept.startsWith(folder)) {
        exchange.sendResponseHeaders(400, -1);
        return;
      }
      int status = isFinal(address) && Files.exists(kept) ? 200 : download(address, kept);
      if (status != 200) {
        exchange.sendResponseHeaders(status, -1);
        return;
      }
      exchange.sendResponseHeaders(200, Files.size(kept));
      Files.copy(kept, exchange.getResponseBody());
    }
  }

  private static boolean isFinal(URI address) {
    return address.getPath().contains("/pool/") || address.getPath().contains("/by-hash/");
  }

  /** Returns the status of the server's answer, or 200 where it gave none and an earlier file is kept. */
  private int download(URI address, Path kept) throws IOException {
    Files.createDirectories(kept.getParent());
    Path part = Files.createTempFile(kept.getParent(), ".part", "");
    try {
      HttpResponse<Path> response =
          client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofFile(part));
      if (response.statusCode() == 200) {
        Files.move(part, kept, StandardCopyOption.ATOMIC_MOVE);
      }
      return response.statusCode();
    } catch (IOException e) {
      return Files.exists(kept) ? 200 : 504;
    } catch (InterruptedException e) {
      return 503;
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
