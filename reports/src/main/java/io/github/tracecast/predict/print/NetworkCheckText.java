package io.github.tracecast.predict.print;

import io.github.tracecast.platform.NetworkCheck;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.trace.text.Numbers;
import java.io.PrintWriter;
import java.util.Locale;

/** The output of {@code platforms NAME --verbose}. */
public final class NetworkCheckText {
  private NetworkCheckText() {}

  public static void print(String name, NetworkCheck check, PrintWriter out) {
    TextTable table = new TextTable("ll");
    table.row("nodes", Numbers.count(check.nodes()));
    table.row("links", Numbers.count(check.links()));
    table.row("diameter", Numbers.counted(check.diameter(), "cable"));
    table.row("injection", speed(check.injectionBytesPerSecond()) + " a node");
    table.row(
        "bisection",
        speed(check.bisectionBytesPerSecond())
            + ", if each node sends to the node half the machine away");
    table.row(
        "ping-pong",
        Numbers.time(check.pingSeconds()) + " one way for 8 B between the farthest nodes");
    table.row("all-to-all", speed(check.allToAllBytesPerSecond()) + " a node");
    check
        .levels()
        .forEach((level, links) -> table.row(
            level + " links",
            Numbers.count(links.links()) + " of " + speed(links.bytesPerSecond())
                + " in total, used at " + Numbers.wholePercent(links.use()) + " in an all-to-all"));
    out.println(name);
    table.print(out, "  ");
    check.levels().forEach((level, links) -> {
      if (links.use() > 1.005) {
        out.printf(
            Locale.ROOT,
            "The %s links are tapered, because an all-to-all would need %.2f times their bandwidth.%n",
            level,
            links.use());
      }
    });
  }

  private static String speed(double bytesPerSecond) {
    if (Double.isInfinite(bytesPerSecond)) {
      return "unlimited";
    }
    return bytesPerSecond >= 1e12
        ? String.format(Locale.ROOT, "%.2f TB/s", bytesPerSecond / 1e12)
        : String.format(Locale.ROOT, "%.2f GB/s", bytesPerSecond / 1e9);
  }
}
