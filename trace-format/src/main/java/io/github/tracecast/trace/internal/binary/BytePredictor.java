package io.github.tracecast.trace.internal.binary;

import java.util.Arrays;

/**
 * Predicts the next bit of a table from the bytes before it in its column. Several models each
 * know how often a bit was 1 after the last 0, 1, 2 ... bytes. Their predictions are weighted by
 * how good they were at this column before. All arithmetic is on integers, so that a reader predicts
 * exactly what the writer did.
 *
 * <p>Takes up to 7 MB, by the size of the table, and some hundred nanoseconds per bit. One thread.
 */
final class BytePredictor {
  /** One in the scale of predictions. */
  static final int ONE = 1 << 16;

  /** Contexts: 0 to 4 bytes before, 6 bytes before, the byte before last, and column alone with the place in a number. */
  private static final int MODELS = 7;

  /** A byte uses up to eight cells of a model. There are twice as many, within limits. */
  private static final int MOST_SLOT_BITS = 18;

  private static final int LEAST_SLOT_BITS = 8;

  /** Low bits of a cell count how often it was used; the high bits are its prediction. */
  private static final int USES = 0x3f;

  private static final int MOST_USES = 60;

  /** A stretched prediction is from -2047 to 2047: 256 x ln(p / (1 - p)). */
  private static final int MOST_STRETCHED = 2047;

  private static final short[] STRETCH = new short[4096];
  private static final int LEARNING = 14;
  private static final int FIRST_WEIGHT = 20_000;

  private static final int[] RECIPROCALS = new int[MOST_USES + 1];

  static {
    int from = 0;
    for (int x = -MOST_STRETCHED; x <= MOST_STRETCHED; x++) {
      int to = squash(x) >> 4;
      for (int p = from; p <= to; p++) {
        STRETCH[p] = (short) x;
      }
      from = to + 1;
    }
    Arrays.fill(STRETCH, from, STRETCH.length, (short) MOST_STRETCHED);
    for (int uses = 0; uses <= MOST_USES; uses++) {
      RECIPROCALS[uses] = (int) (ONE / (uses + 1.6));
    }
  }

  /** Prediction, 26 bits, and uses, 6 bits. */
  private final int[][] cells;

  private final int slotShift;

  private final int[] contexts = new int[MODELS];
  private final int[] at = new int[MODELS];
  private final int[] inputs = new int[MODELS];
  private int[][] weights = new int[0][];
  private int[] chosen;

  private int column;

  /** The bytes before in this column: the last one lowest. */
  private long before;

  /** 1 and the bits of the byte so far. */
  private int partial = 1;

  private int prediction;

  /** @param bytes of the table */
  BytePredictor(int bytes) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(bytes, 1)) + 4;
    int slotBits = Math.clamp(bits, LEAST_SLOT_BITS, MOST_SLOT_BITS);
    slotShift = Integer.SIZE - slotBits;
    cells = new int[MODELS][1 << slotBits];
    for (int[] model : cells) {
      Arrays.fill(model, 1 << 31);
    }
  }

  /** Begins a column. */
  void column(int number) {
    column = number;
    before = 0;
    begin();
  }

  private void begin() {
    partial = 1;
    int last = (int) before & 0xff;
    int inNumber = last >>> 7 | (int) (before >>> 15 & 1) << 1;
    contexts[0] = hash(0, 0);
    contexts[1] = hash(1, last);
    contexts[2] = hash(2, before & 0xffff);
    contexts[3] = hash(3, before & 0xffffff);
    contexts[4] = hash(4, before & 0xffffffffL);
    contexts[5] = hash(5, before & 0xffffffffffffL);
    contexts[6] = hash(6, before & 0xff00 | inNumber);
    predict();
  }

  private int hash(int model, long context) {
    long mixed = (context + 1) * 0x9E3779B97F4A7C15L + (model * 64L + column) * 0xD6E8FEB86659FD93L;
    mixed ^= mixed >>> 29;
    return (int) (mixed * 0xBF58476D1CE4E5B9L >>> 32);
  }

  /** The likelihood, of {@link #ONE}, that the next bit is 1: more than 0 and less than one. */
  int prediction() {
    return prediction;
  }

  private void predict() {
    int known = 0;
    for (int model = 0; model < MODELS; model++) {
      int slot = (contexts[model] + partial * 0x2F0B4C47) >>> slotShift;
      at[model] = slot;
      int cell = cells[model][slot];
      int uses = cell & USES;
      if (uses == 0) {
        inputs[model] = 0;
      } else {
        inputs[model] = STRETCH[cell >>> 20];
        known += model == 0 || model == 6 ? 0 : 1;
      }
    }
    chosen = weights(column * MODELS + known);
    long sum = 0;
    for (int model = 0; model < MODELS; model++) {
      sum += (long) inputs[model] * chosen[model];
    }
    int stretched = Math.clamp(sum >> 16, -MOST_STRETCHED, MOST_STRETCHED);
    prediction = Math.clamp(squash(stretched), 32, ONE - 32);
  }

  private int[] weights(int set) {
    if (set >= weights.length) {
      weights = Arrays.copyOf(weights, 2 * set + 16);
    }
    if (weights[set] == null) {
      weights[set] = new int[MODELS];
      Arrays.fill(weights[set], FIRST_WEIGHT);
    }
    return weights[set];
  }

  /** Learns the bit that followed. */
  void learn(int bit) {
    int error = ((bit << 16) - prediction) * LEARNING >> 4;
    for (int model = 0; model < MODELS; model++) {
      chosen[model] += inputs[model] * error + 0x8000 >> 16;
      int cell = cells[model][at[model]];
      int uses = cell & USES;
      int p = cell >>> 10;
      int moved = p + (int) ((((long) bit << 22) - bit - p) * RECIPROCALS[uses] >> 16);
      cells[model][at[model]] = moved << 10 | Math.min(uses + 1, MOST_USES);
    }
    partial = partial << 1 | bit;
    if (partial >= 256) {
      before = before << 8 | partial & 0xff;
      begin();
    } else {
      predict();
    }
  }

  /** 65,536 / (1 + exp(-x / 256)), between points of a table. */
  private static int squash(int stretched) {
    int place = stretched + 2048;
    int at = place >> 7;
    int part = place & 127;
    return Squash.POINTS[at] * (128 - part) + Squash.POINTS[at + 1] * part >> 7;
  }

  /** In a class of its own, because the tables above are made with it. */
  private static final class Squash {
    private static final int[] POINTS = {
      22, 36, 60, 98, 162, 267, 439, 720, 1179, 1921, 3108, 4971, 7812, 11955, 17625, 24743, 32768,
      40793, 47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816, 65097, 65269, 65374, 65438,
      65476, 65500, 65514, 65523
    };

    private Squash() {}
  }
}
