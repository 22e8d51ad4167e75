package io.github.tracecast.trace.codec;

import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.internal.binary.BinaryReader;
import io.github.tracecast.trace.internal.binary.BinaryWriter;
import io.github.tracecast.trace.times.BinScale;
import io.github.tracecast.trace.times.RoundedTimes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * The binary form of a trace, version 13. The file is small, and a checksum reveals any damage when
 * the file is opened.
 *
 * <h2>File</h2>
 *
 * <p>Fixed-width numbers have their highest byte first. u1 and u4 are unsigned numbers of 1 and 4
 * bytes.
 *
 * <pre>{@code
 * file     = magic version length tables checksum
 *   magic    = 89 43 54 52 0D 0A 1A 0A        "\x89CTR\r\n\x1A\n": text transfer and 7-bit transfer damage it
 *   version  = u1                             of the format: 10, 11, 12 if table 12 has rows, or 13 if table 10 or 13 has newer forms; no other one is read
 *   length   = u4                             bytes of the deflated tables
 *   tables   = 14 tables, in versions 10 and 11 all but table 12, one after the other, deflated as one stream (RFC 1951) with a preset dictionary
 *   checksum = u4                             CRC-32C of all bytes before it
 * }</pre>
 *
 * <p>The dictionary is {@code UsualText}: names of MPI and of parameters, and other texts that many
 * traces have. The dictionary is part of the version.
 *
 * <p>A reader checks magic, version, length and checksum first. Before it allocates memory for
 * counted items, it checks that their bytes exist. The tables inflate to at most 268,435,456 bytes,
 * or to 64 bytes for each deflated byte if that is more.
 *
 * <h2>Tables</h2>
 *
 * <p>A table consists of the number of its bytes, its number of rows, the length in bytes of each
 * column but the last, and the columns. A table without rows and without bytes in its columns has 0
 * bytes. Numbers in tables are varints: seven bits in each byte, lowest bits first, and the top bit
 * is set if another byte follows. Zigzag numbers ({@code z}) put the sign into the lowest bit: 0,
 * -1, 1, -2 become 0, 1, 2, 3. Texts ({@code t}) are the number of bytes and UTF-8. A real ({@code
 * r}) is a varint. Its two low bits give the unit of the rest, which is a zigzag number: 0 ones, 1
 * hundredths, 2 millionths. The unit 3 means that the eight bytes of the double follow. All reals
 * are exact.
 *
 * <p>A table refers only to earlier tables. Provenance and families may be absent; then their
 * tables are empty.
 *
 * <pre>{@code
 *  1 rank lists     sections a list | starts, each less the one before in its list | depths | strides | iterations
 *  2 header         1 row; numbers: ranks, request ring, number of notes, and for more threads of a rank than 1 or flops: threads, u1 1 for flops | t: origin, notes
 *  3 provenance     rows: nodes; start in seconds since 1970 | t: command, MPI, counter, recorder
 *                   | t: hosts | t: processor models | cores, processors, usable processors
 *                   | twice (load, share waited): u1 0 if not measured, else 1 and r | ranks (in 1)
 *  4 datatypes      t: names | bytes + 1, 0 if unknown
 *  5 communicators  t: names | group + 1, 0 for self; of an inter-communicator 2^31 + group + 1, then the size of its first group
 *  6 names          rows: calls; t: names of calls | number of parameters, then t: their names
 *  7 call sites     t: frames | frames a site | s: frames
 *  8 groups         runs a group | starts | z: strides | counts
 *  9 families       rows: families; for each row of 8: further groups, and if there are any z: their step
 *                   | for each row of 5: further communicators, and if there are any z: the step of the numbers in their names, and
 *                   unless 0 the first number, t: before it, t: after it | communicators of a family, and what 10 has for form 4;
 *                   or 0, the number of an earlier family, and in the same form numbers for its communicators
 * 10 sequences      periods | u1 forms: 1 tuples, 2 terms that are not constants, 3 both, 4 progressions, 5 progressions of kind 9,
 *                   from version 13 on 6 progressions of tuples, 7 progressions of another kind, 8 starts, 9 ends | lengths of tuples (form 1, 3, 6)
 *                   | u1 kinds (form 2, 3; one of form 7 to 9): 0 constant, 1 rank+, 2 rank+%size, 3 any, 4 none,
 *                   5 persistent, 6 transposed, from version 11 on 7 slope x rank + offset, 8 the same %size,
 *                   both numbers as offset x 2^20 + slope, and 9 other, from version 13 on 10 matched | z: numbers; for forms 4 to 7: how many numbers, z: the first less the last before it
 *                   (or 0), and for more than one z: the step; for forms 8 and 9: the length of the first row, z: the step of the lengths, number of terms of
 *                   the pattern, and these as in form 4
 * 11 distributions  64 x bins (0 for min/avg/max) + form, plus 16 where the ranks of the smallest and the largest value
 *                   follow | counts | r: lower edges | r: upper edges | minima | means | maxima
 * 12 ordered times  rows: deltas whose times are in order | 0 a time of 0, 1 one of the next column, or 2 + (z: further than expected) | r: times
 * 13 events         calls (in 6) | s: call sites | s: ranks (in 1) | parameters an event | parameter names (in 6)
 *                   | pieces a parameter | piece ranks | s: piece sequences (in 10)
 *                   | deltas an event | kinds: 0 compute, 2 inside, 1 more where in instructions, 4 calls
 *                   | call site before + 3, 2 for that of the event before in the trace, 1 for any, 0 for nothing
 *                   | ranks | distributions a delta, or 0 and a head of ordered times | s: distributions (in 11)
 * 14 loops          first events, each less the one before | length - 1 | s: ranks (in 1)
 *                   | pieces of the iterations | piece ranks | s: piece sequences (in 10)
 * }</pre>
 *
 * <p>Each rank list, sequence, distribution, name and frame is written once. The items of a kind
 * are numbered from 0 in the order of their first use. A number marked {@code s} is 0 for the next
 * item that was not used before, otherwise the number of the item plus 1. Tables 13 and 14 share
 * this order. The ranks of a piece or delta are 0 for all ranks of the event or loop, otherwise
 * {@code s} + 1.
 *
 * <p>If there are families, a row of table 8 or 5 may represent further definitions after it. Each
 * further group has the ranks of the group before it plus {@code step}. Each further communicator
 * has the next group. A value of 0 pieces is one sequence for all ranks. In this sequence, -1 means
 * the rank's own communicator in family 0, -2 its own communicator in family 1, and so on. All
 * these forms together represent at most 1,048,576 definitions and values.
 *
 * <p>A call site is a path of frames, which {@code " < "} separates in its name. All paths together
 * have at most 268,435,456 characters, including a separator for each path.
 *
 * <p>From version 13 on, the parameter {@code receive_counts} may have 0 pieces and no sequence.
 * Its values then follow from {@code counts}, which all members of the event's only communicator
 * have: what rank r receives from rank s is what s sends to r. All such values together have at
 * most 4,194,304 counts.
 *
 * <p>A sequence of form 8 or 9 consists of rows of numbers, whose lengths are a progression. Each
 * row has the first (8) or the last (9) numbers of the pattern, repeated without end. The last row
 * may be incomplete.
 *
 * <p>All sequences of forms 4 to 9 together have at most 4,194,304 numbers.
 *
 * <p>A distribution of form 0 stores its values as reals ({@code r}). Forms 1 to 8 store whole
 * numbers on a scale: {@code (form - 1) / 2} is 0 for ones, 1 for hundredths, 2 for thousandths, 3
 * for millionths. A minimum is stored as its distance from the maximum of the bin before, or from 0
 * ({@code z}). A maximum is stored as its distance from its minimum ({@code z}). A mean is stored
 * as 0 and a real, or as 1 + a distance ({@code z}). This distance is count x mean, less count x
 * minimum + count x (maximum - minimum) / 2, rounded down. Odd forms store no edges. Their edges
 * are the edges of the {@link BinScale} that enclose minimum and maximum. The edges of zero are 0
 * and the smallest normal number.
 *
 * <p>A row without bins has a standard deviation if 8 was added to its form. The deviation follows
 * the mean, as 0 and a real or as 1 + its thousandths.
 *
 * <p>Forms from 32 on are {@link RoundedTimes}: 32 coarse, 33 fine, and 2 more where the extremes
 * equal the mean and are not stored. Mean and extremes are {@code z}, in units of steps. The
 * minimum is stored as its distance below the mean, the maximum as its distance above it. Both
 * distances are in units of {@link RoundedTimes#extremes(boolean)}; the mean is first rounded down
 * to a multiple of this unit. Edges are numbers on the {@link BinScale}. A lower edge is stored as
 * its distance above the end of the bin before. For the first bin it is the distance above the
 * number of the minimum ({@code z}). An upper edge is stored as the number of further scale numbers
 * in the bin.
 *
 * <p>Ordered times are single values. The n calls of each rank take these values in turn, so the
 * count of time i of p is ranks x (n - i + p - 1) / p, rounded down. The head is 0 if p, unit and n
 * are as in the row before; otherwise it is these three numbers. The middle follows, less the
 * middle of the row before ({@code z}). A time is the value of step middle + unit x (expected +
 * further) of {@link RoundedTimes}. An expected distance is kept in sixteenths. It begins with 0 in
 * a row that has p, unit and n. Each row adds a quarter of the difference between the actual and
 * the expected distance, rounded towards 0. To compute a step, the expected distance is rounded to
 * the nearest whole number, halves up. This table is deflated in separate blocks.
 *
 * <h2>Worked bytes</h2>
 *
 * <p>One rank calls MPI_Send with tag 7 ten times at site "a". It computes 0.5 to 2 microseconds
 * before each call, 1 on average. The file has 94 bytes. Its tables, inflated:
 *
 * <pre>
 * 08  01 01 01 01 00  01 00 00                       1, rank lists: 8 bytes, 1 row; 1 section from 0 of depth 0
 * 06  01 03  01 01 00  00                            2, header: 1 row; 1 rank, ring of 1, 0 notes; origin ""
 * 00                                                 3, provenance: unknown
 * 00                                                 4, datatypes: none
 * 08  02 04  01 77 01 73  01 00                      5, communicators: 2 rows; "w", "s"; group 0, self
 * 10  01 09                                          6, names: 1 row
 *   08 4d 50 49 5f 53 65 6e 64                       "MPI_Send"
 *   01 03 74 61 67                                   1 parameter, "tag"
 * 07  01 02 01  01 61  01  00                        7, call sites: 1 row; "a"; 1 frame: the next
 * 08  01 01 01 01  01 00 02 01                       8, groups: 1 row; 1 run from 0, stride 1, of 1 rank
 * 00                                                 9, families: none
 * 0b  02 02 02 00 00                                 10, sequences: 2 rows, columns of 2, 2, 0, 0 and 2 bytes
 *   01 01  00 00  0e 14                              periods 1; constant scalars; 7 and 10
 * 0c  01 01 01 00 00 01 01                           11, distributions: 1 row
 *   20  01  10  00  10                               coarse min/avg/max; count 1; 8 x 128 steps below 0; 0; 8 x 128 above
 * 1c  01 01 01 01 01 01 01 01 01 01 01 01 01 01      13, events: 1 row
 *   00 00 00  01 00  01 00 00                        call 0, next site, next ranks; 1 parameter, 0; 1 piece for all ranks, next sequence
 *   01 00 01 00 01 00                                1 delta: compute in microseconds after any, for all ranks, 1 distribution, the next
 * 0c  01 01 01 01 01 01                              14, loops: 1 row
 *   00 00 01  01 00 00                               from event 0, 1 event, ranks 0; 1 piece for all ranks, next sequence
 * </pre>
 */
public final class BinaryCodec {
  /** The first byte of a binary trace. No text begins with this byte. */
  static final byte FIRST_BYTE = (byte) 0x89;

  private BinaryCodec() {}

  /** Returns the first bytes of every binary trace. */
  public static byte[] magic() {
    return BinaryWriter.magic();
  }

  /**
   * Reads and validates a trace.
   *
   * @param sourceName the name of the trace in error messages
   * @throws TraceException that begins with {@code sourceName: byte OFFSET:}, or {@code inflated
   *     byte} within the tables, where the bytes are not a valid trace
   */
  public static Trace read(byte[] bytes, String sourceName) {
    return BinaryReader.read(bytes, sourceName);
  }

  /** Returns the bytes of a valid trace. The same trace gives the same bytes. */
  public static byte[] write(Trace trace) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      write(trace, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /**
   * Writes the same bytes as {@link #write(Trace)} without holding all of them in memory. Memory:
   * one copy of each distinct part of the events, and about the size of the file.
   *
   * @throws TraceException if a table or the file would have 2 GB or more
   */
  public static void write(Trace trace, OutputStream out) throws IOException {
    BinaryWriter.write(trace, out);
  }
}
