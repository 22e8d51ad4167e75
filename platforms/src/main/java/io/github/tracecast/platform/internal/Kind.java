package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.Factor;
import io.github.tracecast.platform.Piecewise;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.platform.ReceiveCharge;
import io.github.tracecast.platform.Topology;
import io.github.tracecast.platform.power.LinkPower;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A type of the values of keys, with the function that reads such a value from text. For an illegal
 * text, the reader throws {@link InvalidFigure}, which lists the legal texts.
 *
 * @param name the name of the kind in documents and errors
 * @param reader converts a text to a value
 * @param words the legal texts; empty if there are too many to list
 * @param <T> the value's type
 */
public record Kind<T>(String name, Function<String, T> reader, List<String> words) {
  private static final int LONGEST_LIST = 20_000;
  private static final int MOST_SEGMENTS = 256;

  public static final Kind<Double> BANDWIDTH = new Kind<>("bandwidth", Units::bytesPerSecond);
  public static final Kind<Double> BANDWIDTH_OR_NONE = new Kind<>(
      "bandwidth or `none`",
      text -> isNone(text) ? Double.POSITIVE_INFINITY : Units.bytesPerSecond(text));
  public static final Kind<Double> TIME = new Kind<>("time", Units::seconds);
  public static final Kind<Long> BYTES = new Kind<>("size", Units::bytes);
  public static final Kind<Long> BYTES_OR_NONE =
      new Kind<>("size or `none`", text -> isNone(text) ? Long.MAX_VALUE : Units.bytes(text));
  public static final Kind<Integer> PACKET_BYTES = new Kind<>("size", text -> packetBytes(text, 0));
  public static final Kind<Integer> PACKET_BYTES_POSITIVE =
      new Kind<>("size above 0", text -> packetBytes(text, 1));
  public static final Kind<Double> PRICE_OR_NONE =
      new Kind<>("number or `none`", text -> isNone(text) ? Double.NaN : price(text));
  public static final Kind<Double> POWER = new Kind<>("power", Units::watts);
  public static final Kind<LinkPower> LINK_POWER = new Kind<>("power by use", Kind::linkPower);
  public static final Kind<Double> SPEED = new Kind<>("speed", Units::flopsPerSecond);
  public static final Kind<Double> INSTRUCTION_RATE =
      new Kind<>("instruction rate", Units::instructionsPerSecond);
  public static final Kind<Integer> CORES = new Kind<>("count", text -> count(text, 1, 4096));
  public static final Kind<Integer> NODES_OR_AUTO = new Kind<>(
      "count or `auto`", text -> text.equals("auto") ? 0 : count(text, 1, Topology.MAX_NODES));
  public static final Kind<Integer> NODES =
      new Kind<>("count", text -> count(text, 1, Topology.MAX_NODES));
  public static final Kind<Integer> ENDPOINTS =
      new Kind<>("count", text -> count(text, 1, 1 << 16));
  public static final Kind<Integer> GROUPS = new Kind<>("count", text -> count(text, 1, 1 << 16));
  public static final Kind<Integer> CABLES = new Kind<>("count", text -> count(text, 1, 1 << 10));
  public static final Kind<Integer> RAILS = new Kind<>("count", text -> count(text, 1, 16));
  public static final Kind<Integer> CANDIDATES = new Kind<>("count", text -> count(text, 1, 64));
  public static final Kind<Integer> ARITY = new Kind<>("count", text -> count(text, 2, 1024));
  public static final Kind<Integer> PASSES = new Kind<>("count", text -> count(text, 1, 1000));
  public static final Kind<Double> FRACTION = new Kind<>("number from 0 to 1", Kind::fraction);
  public static final Kind<Boolean> YES_OR_NO = new Kind<>("`yes` or `no`", Kind::yesOrNo);
  public static final Kind<ReceiveCharge> RECEIVE_CHARGE =
      new Kind<>("`yes`, `no` or `at-arrival`", Kind::receiveCharge);
  public static final Kind<List<Integer>> SHAPE =
      new Kind<>("shape", text -> shape(text, "a shape such as 16x6, of 1 to 6 dimensions"));
  public static final Kind<List<Double>> BANDWIDTHS = new Kind<>(
      "bandwidths",
      text -> Arrays.stream(items(text)).map(Units::bytesPerSecond).toList());
  public static final Kind<List<Double>> TIMES =
      new Kind<>("times", text -> Arrays.stream(items(text)).map(Units::seconds).toList());
  public static final Kind<List<Wrap>> WRAPS = new Kind<>("`auto`, `torus` or `mesh`", Kind::wraps);
  public static final Kind<String> TEXT = new Kind<>("text", text -> text);
  public static final Kind<List<Integer>> SHAPE_OR_AUTO = new Kind<>(
      "shape or `auto`",
      text -> text.equals("auto")
          ? List.of()
          : shape(text, "auto or a shape such as 8x8x8, of 1 to 6 dimensions"));
  public static final Kind<List<Integer>> SHAPE_OR_NONE = new Kind<>(
      "shape or `none`",
      text -> isNone(text)
          ? List.of()
          : shape(text, "none or a shape such as 8x8x8, of 1 to 6 dimensions"));
  public static final Kind<List<List<Integer>>> SHAPES_OR_NONE =
      new Kind<>("shapes or `none`", Kind::shapes);
  public static final Kind<List<Integer>> COUNTS = new Kind<>("counts", Kind::counts);
  public static final Kind<Piecewise> OVERHEAD = new Kind<>("time by size", Kind::overhead);
  public static final Kind<List<Integer>> LOADS = new Kind<>("counts", Kind::loads);
  public static final Kind<List<Double>> FACTORS = new Kind<>("factors", Kind::factors);
  public static final Kind<Factor> FACTOR = new Kind<>("factor by size", Kind::factor);

  /** Creates a kind with too many legal texts to list. */
  Kind(String name, Function<String, T> reader) {
    this(name, reader, List.of());
  }

  /** Returns the kind that allows only these words. They are given in lower case and are legal in any case. */
  public static Kind<String> choice(List<String> words) {
    return new Kind<>(
        alternatives(words),
        text -> {
          String word = text.toLowerCase(Locale.ROOT);
          if (!words.contains(word)) {
            throw new InvalidFigure("one of " + String.join(", ", words));
          }
          return word;
        },
        words);
  }

  private static String alternatives(List<String> words) {
    String all = words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
    int last = all.lastIndexOf(", `");
    return words.isEmpty()
        ? "word"
        : last < 0 ? all : all.substring(0, last) + " or " + all.substring(last + 2);
  }

  T read(String text) {
    return reader.apply(text);
  }

  /**
   * Reads a value from a file that is not a machine file.
   *
   * @param place file and line
   * @throws PlatformException if the text is illegal
   */
  public T read(String place, String text) {
    try {
      return read(text);
    } catch (InvalidFigure e) {
      throw new PlatformException(
          place + ": found " + Fields.brief(text) + "; expected " + e.getMessage(), e);
    }
  }

  private static boolean isNone(String text) {
    return text.equals("none");
  }

  private static int count(String text, int least, int most) {
    if (text.matches("[0-9]{1,10}")) {
      long count = Long.parseLong(text);
      if (count >= least && count <= most) {
        return (int) count;
      }
    }
    throw new InvalidFigure("a whole number from " + least + " to " + most);
  }

  private static double price(String text) {
    if (text.matches("[0-9]{1,12}([.][0-9]{1,12})?")) {
      return Double.parseDouble(text);
    }
    throw new InvalidFigure("none or a number such as 2.5, without a currency");
  }

  /**
   * Reads the power of a link: {@code 2W}, {@code 1W to 3W} (idle to busy), {@code 60pJ/B}, or a
   * power, +, and an energy per byte.
   */
  private static LinkPower linkPower(String text) {
    int plus = text.indexOf(" + ");
    if (plus < 0 && text.endsWith("/B")) {
      return new LinkPower(0, 0, Units.joulesPerByte(text));
    }
    String power = plus < 0 ? text : text.substring(0, plus);
    int to = power.indexOf(" to ");
    double idle = Units.watts(to < 0 ? power : power.substring(0, to));
    double busy = to < 0 ? idle : Units.watts(power.substring(to + 4));
    if (busy < idle) {
      throw new InvalidFigure("a busy power of at least the idle power, such as 1W to 3W");
    }
    return new LinkPower(idle, busy, plus < 0 ? 0 : Units.joulesPerByte(text.substring(plus + 3)));
  }

  private static int packetBytes(String text, int least) {
    long bytes = Units.bytes(text);
    if (bytes < least || bytes > 1 << 20) {
      throw new InvalidFigure("a size from " + least + "B to 1MiB");
    }
    return (int) bytes;
  }

  private static double fraction(String text) {
    if (text.matches("0|1|[01]?[.][0-9]{1,12}") && Double.parseDouble(text) <= 1) {
      return Double.parseDouble(text);
    }
    throw new InvalidFigure("a number from 0 to 1, such as 0.5");
  }

  private static boolean yesOrNo(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "yes", "true", "on" -> true;
      case "no", "false", "off" -> false;
      default -> throw new InvalidFigure("yes or no");
    };
  }

  private static ReceiveCharge receiveCharge(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "yes", "true", "on" -> ReceiveCharge.WHEN_TAKEN;
      case "no", "false", "off" -> ReceiveCharge.NEVER;
      case "at-arrival" -> ReceiveCharge.AT_ARRIVAL;
      default -> throw new InvalidFigure("yes, no or at-arrival");
    };
  }

  private static List<Integer> shape(String text, String expected) {
    String[] sizes = Fields.of(text, "xX").toArray(String[]::new);
    List<Integer> shape = new ArrayList<>();
    long nodes = 1;
    for (String size : sizes) {
      if (sizes.length > 6 || !size.matches("[0-9]{1,8}") || Integer.parseInt(size) == 0) {
        throw new InvalidFigure(expected);
      }
      shape.add(Integer.parseInt(size));
      nodes *= Integer.parseInt(size);
      if (nodes > Topology.MAX_NODES) {
        throw new InvalidFigure("at most " + Topology.MAX_NODES + " nodes");
      }
    }
    return shape;
  }

  private static List<List<Integer>> shapes(String text) {
    if (isNone(text)) {
      return List.of();
    }
    return Arrays.stream(items(text))
        .map(item -> shape(item, "none or shapes such as 4x4x2, 4x4x8"))
        .toList();
  }

  private static List<Integer> counts(String text) {
    return Arrays.stream(items(text))
        .map(item -> count(item, 1, Topology.MAX_NODES))
        .toList();
  }

  private static List<Integer> loads(String text) {
    return Fields.of(text.strip(), " ").stream()
        .map(load -> count(load, 0, 1000))
        .toList();
  }

  private static List<Double> factors(String text) {
    List<String> factors =
        Fields.of(text, " ").stream().filter(factor -> !factor.isEmpty()).toList();
    if (factors.isEmpty() || factors.size() > LONGEST_LIST) {
      throw new InvalidFigure("1 to " + LONGEST_LIST + " factors such as 1 1.05 1.4");
    }
    return factors.stream().map(Units::factor).toList();
  }

  private static List<Wrap> wraps(String text) {
    return Arrays.stream(items(text))
        .map(word -> {
          if (!word.matches("(?i)auto|torus|mesh")) {
            throw new InvalidFigure(
                "auto, torus or mesh, or one of these words for each dimension");
          }
          return Wrap.valueOf(word.toUpperCase(Locale.ROOT));
        })
        .toList();
  }

  private static String[] items(String text) {
    String[] items = Fields.of(text, ",;").toArray(String[]::new);
    if (items.length > LONGEST_LIST) {
      throw new InvalidFigure("at most " + LONGEST_LIST + " entries");
    }
    return items;
  }

  /** Reads a cost by size: segments such as {@code 0B: 8.93us + 0.765ns/B; 1420B: 13.97us}, or a single cost for every size. */
  private static Piecewise overhead(String text) {
    List<String[]> segments = segments(text);
    double[] base = new double[segments.size()];
    double[] perByte = new double[segments.size()];
    for (int i = 0; i < base.length; i++) {
      String[] terms = segments.get(i)[1].strip().split("\\s\\+\\s|(?<=[a-zA-Z])\\+", 2);
      base[i] = Units.seconds(terms[0].strip());
      perByte[i] = terms.length == 1 ? 0 : Units.secondsPerByte(terms[1].strip());
    }
    return new Piecewise(starts(segments), base, perByte);
  }

  /** Reads a factor by size: segments such as {@code 0B: 1.355; 1420B: 3.437}, or a single factor for every size. */
  private static Factor factor(String text) {
    List<String[]> segments = segments(text);
    double[] values =
        segments.stream().mapToDouble(segment -> Units.factor(segment[1])).toArray();
    return new Factor(starts(segments), values);
  }

  private static List<String[]> segments(String text) {
    if (text.chars().filter(character -> character == ';').count() >= MOST_SEGMENTS) {
      throw new InvalidFigure("at most " + MOST_SEGMENTS + " segments");
    }
    return Fields.of(text, ";").stream()
        .map(segment -> segment.indexOf(':') < 0 ? "0B:" + segment : segment)
        .map(segment -> segment.split(":", 2))
        .toList();
  }

  private static long[] starts(List<String[]> segments) {
    long[] starts =
        segments.stream().mapToLong(segment -> Units.bytes(segment[0])).toArray();
    for (int i = 0; i < starts.length; i++) {
      if (i == 0 ? starts[0] != 0 : starts[i] <= starts[i - 1]) {
        throw new InvalidFigure(
            "segments FROM: VALUE; FROM: VALUE; ... with the first FROM 0B and the others ascending");
      }
    }
    return starts;
  }
}
