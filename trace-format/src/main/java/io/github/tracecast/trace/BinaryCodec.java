package io.github.tracecast.trace;

import io.github.tracecast.trace.internal.binary.BinaryReader;
import io.github.tracecast.trace.internal.binary.BinaryWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * The binary form of a trace, version 9. It is small, and checksums show any damage when it is
 * opened.
 *
 * <h2>File</h2>
 *
 * <p>Fixed-width numbers have their highest byte first. u1, u4 and u8 are unsigned, of that many bytes.
 *
 * <pre>{@code
 * file     = magic version oldest section* footer
 * magic    = 89 43 54 52 0D 0A 1A 0A          "\x89CTR\r\n\x1A\n": text transfer and 7-bit transfer damage it
 * version  = u1                               of the format: 9, unless there are more than 100,000 events or the file has at most
 *                                             600 bytes in an older version; then
 * version  = u1                               of the format: 8 where a delta counts calls, else
 *                                             7 where there is a standard deviation, else
 *                                             6 where there are progressions or loops without any iteration, else
 *                                             5 where a histogram names the ranks of its extremes, else
 *                                             4 where there is a provenance, else
 *                                             3 where there are distributions, else 2 where a term is of kind 5 or 6, else 1
 * oldest   = u1                               the oldest version whose reader understands the file: the same
 * section  = id method raw stored payload checksum
 *   id       = u1                             1 to 11, in this order; also 12 in version 4, and from version 5 on where there is a provenance
 *   method   = u1                             0 stored, 1 deflated (zlib's form, RFC 1950), 2 modelled, in version 9
 *   raw      = u4                             bytes of the table
 *   stored   = u4                             bytes of the payload
 *   checksum = u4                             CRC-32C of all bytes from id to the payload's end
 * footer   = 00 length checksum
 *   length   = u8                             of the whole file
 *   checksum = u4                             CRC-32C of all bytes before it
 * }</pre>
 *
 * <p>A reader checks magic, versions, lengths and all checksums before it decodes anything. It
 * checks that the bytes of a count's items exist before it allocates memory for them. Sections
 * below 128 bytes, and those that deflating would not make smaller, are stored.
 *
 * <h2>Tables</h2>
 *
 * <p>A table consists of its number of rows, the length in bytes of each column, and the columns.
 * Numbers in tables are varints: seven bits a byte, lowest first, top bit set where more follow.
 * Zigzag numbers ({@code z}) put the sign into the lowest bit: 0, -1, 1, -2 become 0, 1, 2, 3.
 * Texts ({@code t}) are the number of bytes and UTF-8. Reals ({@code r}) are a varint. Its two low
 * bits give the unit of the rest, which is a zigzag number: 0 ones, 1 hundredths, 2 millionths.
 * After 3 follow the eight bytes of the double. All reals are exact.
 *
 * <pre>{@code
 *  1 header         1 row; numbers: ranks, request ring, number of notes | t: origin, notes
 *  2 call sites     t: names
 *  3 datatypes      t: names | bytes + 1, 0 if unknown
 *  4 groups         runs a group | starts | z: strides | counts
 *  5 communicators  t: names | group + 1, 0 for self
 *  6 rank lists     sections a list | starts, each less the one before in its list | depths | strides | iterations
 *  7 sequences      periods | u1 forms: 1 tuples, 2 terms that are not constants, 3 both, 4 progressions | lengths of tuples (form 1, 3)
 *                   | u1 kinds (form 2, 3): 0 constant, 1 rank+, 2 rank+%size, 3 any, 4 none,
 *                   5 persistent, 6 transposed | z: numbers; for form 4: how many numbers, z: the first less the last before it
 *                   (or 0), and for more than one z: the step
 *  8 distributions  16 x bins (0 for min/avg/max) + form; from version 5 on 32 x bins + form, plus 16 where the ranks of the
 *                   smallest and the largest value follow | counts | r: lower edges | r: upper edges | minima | means | maxima
 *  9 names          rows: calls; t: names of calls | number of parameters, then t: their names
 * 10 events         calls (in 9) | call sites | ranks (in 6) | parameters an event | parameter names (in 9)
 *                   | pieces a parameter | piece ranks | piece sequences (in 7)
 *                   | deltas an event | kinds: 0 compute, 2 inside, 1 more where in instructions, 4 calls | call site before + 2,
 *                     1 for any, 0 for nothing | ranks | distributions a delta | distributions (in 8)
 * 11 loops          first events, each less the one before | length - 1 | ranks (in 6)
 *                   | pieces of the iterations | piece ranks | piece sequences (in 7)
 * 12 provenance     rows: nodes; start in seconds since 1970 | t: command, MPI, counter, recorder
 *                   | t: hosts | t: processor models | cores, processors, usable processors
 *                   | twice (load, share waited): u1 0 if not measured, else 1 and r | ranks (in 6)
 * }</pre>
 *
 * <p>Each rank list, sequence, distribution and name is written once. They are numbered from 0 by
 * first use. The ranks of a piece or delta are 0 if they are all ranks of the event or loop,
 * otherwise the list's number plus 1.
 *
 * <p>All sequences of form 4 together have at most 4,194,304 numbers.
 *
 * <p>A distribution of form 0 stores its values as reals ({@code r}). Before version 3 there is no
 * form, and all distributions do so. Forms 1 to 8 store whole numbers on a scale: {@code (form - 1)
 * / 2} is 0 for ones, 1 for hundredths, 2 for thousandths, 3 for millionths. A minimum is stored as
 * its distance from the maximum of the bin before, or from 0 ({@code z}). A maximum is stored as
 * its distance from its minimum ({@code z}). A mean is stored as 0 and a real, or as 1 + a distance
 * ({@code z}). This distance is count x mean, less count x minimum + count x (maximum - minimum) /
 * 2, rounded down. Odd forms store no edges. Their edges are those of the {@link BinScale} around
 * minimum and maximum. The edges of zero are 0 and the smallest normal number.
 *
 * <p>A row without bins whose form is 8 more has a standard deviation, from version 7 on. It follows the
 * mean: 0 and a real, or 1 + its thousandths.
 *
 * <h2>Version 9</h2>
 *
 * <p>A modelled section is coded arithmetically, bit by bit, by the probabilities that {@code BytePredictor} learns from
 * the bytes before in the same column. {@code ModelledTable} says how. Such a section has at most 1 MiB when it is decoded.
 *
 * <p>Things that are numbered by first use are written as 0 for the next one that was not named yet, otherwise as their
 * number plus 1. These are the call sites, rank lists, sequences and distributions of events and loops. In a delta, the call site before + 2
 * is 2 for the site of the event before, and one more than in older versions for others.
 *
 * <p>A call site is a path of frames, which {@code " < "} separates in its name. Each frame is written once:
 *
 * <pre>{@code
 *  2 call sites     t: frames | frames a site | frames, by first use
 *  8 distributions  as before, with 64 x bins + form, plus 16 for ranks of extremes; for rounded ones: forms 32 coarse, 33 fine, plus 2 where
 *                   the extremes equal the mean | counts | z: gaps before bins | widths of bins, less 1 | z: minima | z: means | z: maxima
 *                   | bins | u1 rest of means
 * }</pre>
 *
 * <p>{@link RoundedTimes} defines rounded distributions. A mean is its number on the {@link BinScale} and the rest, in units of 16 steps if it is coarse. A
 * minimum is its distance below the mean and a maximum its distance above it, in their units. The gap of the first bin counts from that of the minimum.
 *
 * <h2>Worked bytes</h2>
 *
 * <p>One rank calls MPI_Send with tag 7 ten times at site "a". It computes 0.5 to 2 microseconds
 * before each call, 1 on average:
 *
 * <pre>
 * 89 43 54 52 0d 0a 1a 0a 03 03                      magic, version 3, readable from version 3 on
 * 01 00 00 00 00 07 00 00 00 07                      section 1 (header), stored, 7 bytes
 *   01 03 01  01 01 00  00                           1 row, columns of 3 and 1 bytes; 1 rank, ring of 1, 0 notes; origin ""
 *   f5 af e6 5a                                      checksum
 * 02 00 00 00 00 04 00 00 00 04                      section 2 (call sites)
 *   01 02  01 61  f2 ca 91 5d                        1 row of 2 bytes; "a"
 * 03 00 00 00 00 03 00 00 00 03                      section 3 (datatypes)
 *   00 00 00  54 4b e3 1b                            no row
 * 04 00 00 00 00 09 00 00 00 09                      section 4 (groups)
 *   01 01 01 01 01  01 00 02 01  22 84 a9 5b         1 row; 1 run from 0, stride 1, of 1 rank
 * 05 00 00 00 00 09 00 00 00 09                      section 5 (communicators)
 *   02 04 02  01 77 01 73  01 00  1b a9 51 eb        2 rows; "w", "s"; group 0, self
 * 06 00 00 00 00 09 00 00 00 09                      section 6 (rank lists)
 *   01 01 01 01 00 00  01 00 00  c0 25 a2 e3         1 row; 1 section from 0 of depth 0
 * 07 00 00 00 00 0c 00 00 00 0c                      section 7 (sequences)
 *   02 02 02 00 00 02                                2 rows, columns of 2, 2, 0, 0 and 2 bytes
 *   01 01  00 00  0e 14  93 d5 fa 75                 periods 1; constant scalars; 7 and 10
 * 08 00 00 00 00 0e 00 00 00 0e                      section 8 (distributions)
 *   01 01 01 00 00 01 01 02                          1 row
 *   03  01  64  32  ac 02  3a b1 2f f5               min/avg/max in hundredths; count 1; 50; 125 - 25; 50 + 150
 * 09 00 00 00 00 11 00 00 00 11                      section 9 (names)
 *   01 09 05                                         1 row
 *   08 4d 50 49 5f 53 65 6e 64                       "MPI_Send"
 *   01 03 74 61 67  b0 19 ab 9b                      1 parameter, "tag"
 * 0a 00 00 00 00 1d 00 00 00 1d                      section 10 (events)
 *   01 01 01 01 01 01 01 01 01 01 01 01 01 01 01
 *   00 00 00  01 00  01 00 00                        call 0, site 0, ranks 0; 1 parameter, 0; 1 piece for all ranks, sequence 0
 *   01 00 01 00 01 00  e0 16 cf 18                   1 delta: compute in microseconds after any, for all ranks, 1 distribution, 0
 * 0b 00 00 00 00 0d 00 00 00 0d                      section 11 (loops)
 *   01 01 01 01 01 01 01
 *   00 00 00  01 00 01  45 e2 6f 37                  from event 0, 1 event, ranks 0; 1 piece for all ranks, sequence 1
 * 00 00 00 00 00 00 00 01 2f f4 aa 85 7e             footer: 303 bytes, checksum
 * </pre>
 */
public final class BinaryCodec {
  /** No text begins with this byte. */
  static final byte FIRST_BYTE = (byte) 0x89;

  private BinaryCodec() {}

  /** The first bytes of every binary trace. */
  public static byte[] magic() {
    return BinaryWriter.magic();
  }

  /**
   * Reads and validates a trace.
   *
   * @param sourceName name in error messages
   * @throws TraceException that begins with {@code sourceName: byte OFFSET:} where the bytes are not a valid trace
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
   * Writes the same bytes without holding them all. Memory: one copy of each distinct part of the
   * events, and about the size of the file.
   *
   * @throws TraceException if a table would have 2 GB or more
   */
  public static void write(Trace trace, OutputStream out) throws IOException {
    BinaryWriter.write(trace, out);
  }
}
