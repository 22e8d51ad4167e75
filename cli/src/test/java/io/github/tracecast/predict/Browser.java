package io.github.tracecast.predict;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A headless Chromium with one page, controlled by the DevTools protocol. */
final class Browser implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final int PATIENCE_SECONDS = 900;

  /** The number of frames until a visible chart must be drawn. */
  private static final int MOST_FRAMES = 600;

  /** The errors of the page, and every address that it requested. */
  final List<String> complaints = new CopyOnWriteArrayList<>();

  final List<String> requests = new CopyOnWriteArrayList<>();

  private final Process process;
  private final WebSocket socket;
  private final Map<Integer, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();
  private CompletableFuture<Void> loaded = new CompletableFuture<>();
  private String session;
  private int last;

  private Browser(Process process, Path profile) throws Exception {
    this.process = process;
    List<String> port = port(profile);
    this.socket = HttpClient.newHttpClient()
        .newWebSocketBuilder()
        .buildAsync(URI.create("ws://127.0.0.1:" + port.get(0) + port.get(1)), new Listener())
        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Starts it where it is installed; elsewhere the test is skipped. */
  static Browser startOrSkip(Path folder) throws Exception {
    Path program = installed()
        .orElseGet(
            () -> Assumptions.abort(
                "no Chromium found on the PATH: reports are not opened in a browser (apt-get install chromium)"));
    return start(program, Files.createDirectory(folder.resolve("profile")));
  }

  private static Optional<Path> installed() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts it.
   *
   * @param profile an empty folder
   */
  private static Browser start(Path program, Path profile) throws Exception {
    Process process = new ProcessBuilder(
            program.toString(),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--remote-debugging-port=0",
            "--user-data-dir=" + profile,
            "--window-size=1200,900",
            "about:blank")
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
    try {
      Browser browser = new Browser(process, profile);
      browser.attach();
      return browser;
    } catch (Exception e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** The port and the path that it writes down once it listens. */
  private static List<String> port(Path profile) throws IOException, InterruptedException {
    Path file = profile.resolve("DevToolsActivePort");
    for (int i = 0; i < PATIENCE_SECONDS * 20; i++) {
      if (Files.exists(file)) {
        List<String> lines = Files.readAllLines(file);
        if (lines.size() >= 2) {
          return lines;
        }
      }
      Thread.sleep(Duration.ofMillis(50));
    }
    throw new IOException("the browser does not listen after " + PATIENCE_SECONDS + " s");
  }

  private void attach() throws Exception {
    String target = call("Target.createTarget", Map.of("url", "about:blank"))
        .get("targetId")
        .stringValue();
    session = call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
        .get("sessionId")
        .stringValue();
    for (String domain : List.of("Page", "Runtime", "Log", "Network", "Accessibility")) {
      call(domain + ".enable", Map.of());
    }
  }

  /** Opens a file and waits until it is loaded and its scripts have run. */
  void open(Path file) throws Exception {
    loaded = new CompletableFuture<>();
    complaints.clear();
    requests.clear();
    call("Page.navigate", Map.of("url", file.toUri().toString()));
    loaded.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** The value of an expression on the page. */
  JsonNode evaluate(String script) throws Exception {
    JsonNode answer = call(
        "Runtime.evaluate",
        Map.of("expression", script, "returnByValue", true, "awaitPromise", true));
    if (answer.has("exceptionDetails")) {
      throw new AssertionError(script + ": " + answer.get("exceptionDetails"));
    }
    return answer.get("result").path("value");
  }

  /** The same as text. */
  String text(String script) throws Exception {
    return evaluate(script).asString();
  }

  /** The same of a list, as texts. */
  List<String> list(String script) throws Exception {
    List<String> values = new ArrayList<>();
    evaluate(script).forEach(value -> values.add(value.asString()));
    return values;
  }

  /** The number of colours of each canvas, in the order of the page, after scrolling to it. */
  List<Integer> coloursOfCanvases() throws Exception {
    for (String chart :
        list("[...document.querySelectorAll('canvas')].map(canvas => canvas.dataset.chart)")) {
      scrollTo(chart);
    }
    return coloursNow();
  }

  /** The current number of colours of each canvas. */
  List<Integer> coloursNow() throws Exception {
    return list("[...document.querySelectorAll('canvas')].map(canvas => new Set(canvas"
            + ".getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size)")
        .stream()
        .map(Integer::valueOf)
        .toList();
  }

  /** Scrolls to a chart and waits until it is drawn. */
  void scrollTo(String chart) throws Exception {
    String drawn = """
        (async () => {
          const canvas = document.querySelector('[data-chart=%s]');
          canvas.closest('details')?.setAttribute('open', '');
          canvas.scrollIntoView();
          for (let frame = 0; frame < %d; frame++) {
            await new Promise(requestAnimationFrame);
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            if (data.some(value => value > 0)) {
              return true;
            }
          }
          return false;
        })()""".formatted(chart, MOST_FRAMES);
    if (!evaluate(drawn).booleanValue()) {
      throw new AssertionError(chart + " is not drawn when it is scrolled to");
    }
  }

  /** Presses a key, as a user does. */
  void press(String key, String text) throws Exception {
    call(
        "Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key, "code", key, "text", text));
    call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key, "code", key));
  }

  /** Sends a command of the protocol and waits for its answer. */
  JsonNode call(String method, Map<String, ?> parameters) throws Exception {
    int id = ++last;
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    open.put(id, answer);
    Map<String, Object> message = session == null
        ? Map.of("id", id, "method", method, "params", parameters)
        : Map.of("id", id, "method", method, "params", parameters, "sessionId", session);
    socket
        .sendText(JsonMapper.shared().writeValueAsString(message), true)
        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    JsonNode reply = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (reply.has("error")) {
      throw new AssertionError(method + ": " + reply.get("error"));
    }
    return reply.get("result");
  }

  @Override
  public void close() {
    socket.sendText("{\"id\":0,\"method\":\"Browser.close\"}", true).join();
    List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
    process
        .onExit()
        .orTimeout(10, TimeUnit.SECONDS)
        .exceptionally(e -> process.destroyForcibly())
        .join();
    all.forEach(ProcessHandle::destroyForcibly);
    socket.abort();
  }

  private void event(JsonNode message) {
    JsonNode what = message.get("params");
    switch (message.get("method").stringValue()) {
      case "Page.loadEventFired" -> loaded.complete(null);
      case "Network.requestWillBeSent" ->
        requests.add(what.get("request").get("url").stringValue());
      case "Runtime.exceptionThrown" ->
        complaints.add(what.get("exceptionDetails").toString());
      case "Log.entryAdded" -> complaints.add(what.get("entry").toString());
      case "Runtime.consoleAPICalled" -> complaints.add(what.toString());
      default -> {}
    }
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean end) {
      text.append(data);
      if (end) {
        JsonNode message = JsonMapper.shared().readTree(text.toString());
        text.setLength(0);
        if (message.has("id")) {
          CompletableFuture<JsonNode> answer = open.remove(message.get("id").intValue());
          if (answer != null) {
            answer.complete(message);
          }
        } else {
          event(message);
        }
      }
      from.request(1);
      return null;
    }
  }
}
