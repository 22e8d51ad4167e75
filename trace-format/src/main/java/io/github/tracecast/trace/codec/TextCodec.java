package io.github.tracecast.trace.codec;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.internal.text.TextReader;
import io.github.tracecast.trace.internal.text.TextWriter;

/**
 * The text form of a trace, version 7 or 8: for people to read, write and compare.
 *
 * <p>The text is UTF-8, and blanks separate words. Leading blanks, blank lines and lines that begin
 * with {@code #} are ignored. In the grammar, words in quotes are literal, {@code *} means any
 * number of times, {@code ?} at most once. Each statement begins a line. A parameter, a delta,
 * {@code iterations} and {@code |} may begin a line:
 *
 * <pre>{@code
 * trace        = 'tracecast-trace' ('7' | '8')                       8 if it has forms of terms that are marked so
 *                'ranks' NUMBER ('threads' NUMBER)? 'flops'?        threads of a rank, 1 if not said; instructions are flops
 *                'requests' NUMBER                                  size of the request ring
 *                ('origin' STRING)?  ('note' STRING)*
 *                recorded?
 *                ('site' ID STRING)*
 *                ('datatype' ID STRING 'bytes' (NUMBER | 'unknown'))*
 *                ('group' IDS ('(' start stride count ')')* ('step' NUMBER)?)*  world ranks in the order of local ranks
 *                ('communicator' IDS STRING numbered? ('self' | 'group' NUMBER ['first' NUMBER]))*
 *                ('R'ID '=' ranklist)*                              names for rank lists
 *                ('C'ID '=' element* ('of' 'C'ID)?)*                names for families of communicators, and for numbers of them
 *                ('V'ID '=' pieces)*                                names for values
 *                (loop | event)*
 *                'end' NUMBER 'events'                              a file without it was cut
 *
 * recorded     = 'recorded' DATE 'counter' ('time' | 'cpu-time' | 'instructions')
 *                ('mpi' STRING)? ('by' STRING)? ('command' STRING)?
 *                ('node' STRING ('cpu' STRING)? 'cores' NUMBER 'processors' NUMBER 'usable' NUMBER
 *                 ('load' REAL)? ('waited' REAL)? ranks?)*          Provenance
 *
 * IDS          = ID | FIRST'..'LAST                                 several at once
 * numbered     = FIRST'..'LAST(':'STEP)? STRING                     a number and the rest of each name
 *
 * loop         = 'loop' FIRST 'to' LAST ranks?                      FIRST is the next event, LAST its last
 *                ('iterations' values)*
 * event        = 'event' ID (CALL 'site' NUMBER | 'as' NUMBER ('site' NUMBER)?) ranks?
 *                (PARAMETER values)*  delta*                        CALL as in C: MPI_Send; PARAMETER: Parameter.textName()
 * ranks        = 'ranks' ranklist                                   without it: all ranks of the run
 *
 * values       = pieces | 'V'ID
 * pieces       = piece ('|' piece)*
 * piece        = element* for?                                      executions take them in turn, periodically
 * for          = 'for' ranklist                                     without it: all ranks of the event or loop
 * element      = terms | '[' terms* ']' times? | rows
 * rows         = ('starts:' | 'ends:') LENGTH ('+' | '-') STEP '*' NUMBER '[' terms* ']'   version 8
 * terms        = term times?  |  first'..'LAST(':'STEP)?            each number from that of FIRST to LAST, up or down
 * first        = NUMBER | 'other:'NUMBER | relative                  relative: version 8
 * times        = '*'NUMBER                                          as often
 * relative     = 'rank+'NUMBER '%size'? | 'rank-'NUMBER '%size'?
 * term         = NUMBER | relative | 'transposed:'NUMBER
 *              | NUMBER'rank+'NUMBER '%size'? | NUMBER'rank-'NUMBER '%size'?
 *              | 'other:'NUMBER | 'persistent:'NUMBER | 'any' | 'none' | 'C'ID
 *              | 'matched:'NUMBER                                  version 8
 *
 * delta        = ((('compute' | 'inside') ('microseconds' | 'instructions') | 'calls') ('after' SITE | 'first')?
 *                distribution ('|' distribution)* for?              executions take them in turn, periodically
 *              | time) and the end of the line
 * distribution = 'count' NUMBER 'min' REAL 'avg' REAL 'max' REAL ('stddev' REAL)?
 *              | 'bins' ('(' lower upper count (min mean max)? ')')*
 *                ('extremes' RANK RANK)?                            the ranks that had the smallest and the largest value
 * time         = 'TIME:' min avg max  |  'TIME:' base stride n1 n2 ...
 *
 * ranklist     = N (start depth (stride iterations)*)* | 'R'ID      RankList.toString()
 * DATE         = STRING, as in ISO 8601: "2026-11-22T08:30:00Z"
 * STRING       = in double quotes; a quote, a backslash, a new line and any other UTF-16 unit may be escaped as in JSON
 * }</pre>
 *
 * <p>An event with {@code as} takes the call of the earlier event that it names. It also takes the
 * call site, the ranks and each parameter of the earlier event, unless it states them itself. A
 * value that is the same for all ranks of the earlier event holds for all ranks of the new event.
 * Deltas are always written. Without definitions of groups and communicators, a trace has
 * MPI_COMM_WORLD with all ranks, and MPI_COMM_SELF.
 *
 * <p>The first of the groups {@code 2..9} has the given ranks; in each further group, the ranks are
 * {@code step} higher than in the group before. Communicators {@code 2..9} have successive groups.
 * Their names are equal, or have a number between the two strings. {@code C0} as a value is the
 * rank's own communicator in family {@code C0}. No rank belongs to two communicators of a family.
 * {@code C1 = 0 8 of C0} gives a number to each communicator of {@code C0}, such as its color in
 * the split. All these forms together represent at most 1,048,576 definitions and values.
 *
 * <p>{@code a*3} is {@code a a a}, {@code 6..1} is {@code 6 5 4 3 2 1}, and {@code 0..16:8} is
 * {@code 0 8 16}. {@code rank+1%size..3} is {@code rank+1%size rank+2%size rank+3%size}. {@code
 * starts:1+1*9 [1 0]} is {@code 1  1 0  1 0 1  1 0 1}: nine terms in rows of 1, 2, 3 ... terms,
 * where each row has the first terms of {@code 1 0 1 0 ...}. With {@code ends}, each row is the
 * last terms of {@code ... 1 0 1 0}. All repetitions, progressions and rows together represent at
 * most 1,024 terms for each byte of the text before them.
 *
 * <p>IDs ascend from 0 without gaps. A parameter that differs between ranks has one piece for each
 * group of ranks. {@code rank} is the executing rank in the event's communicator, and {@code size}
 * is that communicator's size. {@code rank+1%size} is (rank + 1) mod size. {@code -1rank+7} is 7 -
 * rank, and {@code 2rank+1%size} is (2 x rank + 1) mod size. {@code transposed:4} is the rank that
 * mirrors this rank at the diagonal of a grid of 4 x 4 blocks of ranks. {@code other:0} is the
 * smallest rank other than the executing rank. {@code matched:1} is the source of the message that
 * the last receive before the event matched. {@code persistent:1} is the rank's most recent
 * persistent request. {@link Term.Kind} defines these terms exactly.
 *
 * <p>{@code calls} is the number of calls that the event represents, at each execution ({@link
 * Delta.Kind#CALLS}).
 *
 * <p>A delta without {@code after} or {@code first} applies after any event. A bin without min,
 * mean and max takes its lower edge, its middle and its upper edge as these values.
 *
 * <p>{@code TIME:} lines come from Ratn's traces. They hold the computation before the event, in
 * microseconds, for all its ranks and after any other event. Three numbers are minimum, average and
 * maximum, and must ascend. Four or more numbers are the base, the stride and the counts of
 * buckets. Bucket i is [base + i x stride, base + (i+1) x stride), and its mean is its mid-point.
 *
 * <p>In ten iterations, four ranks send 20,480 and 1,024 doubles alternately to the next rank. The
 * last rank sends to no process:
 *
 * <pre>{@code
 * tracecast-trace 7
 * ranks 4
 * requests 100
 * origin "by hand"
 * note "an example"
 *
 * site 0 "ring.c:12"
 * site 1 "ring.c:20"
 * datatype 0 "MPI_DOUBLE" bytes 8
 *
 * loop 0 to 0 iterations 10
 * event 0 MPI_Send site 0 communicator 0 destination rank+1 for 1 0 1 1 3 | none for 1 3 0 tag 0
 *   count 20480 1024 datatype 0
 *   compute microseconds first count 4 min 150.0 avg 152.25 max 155.0
 *   compute microseconds after 0 bins (0.0 60.0 20) (60.0 120.0 16 61.0 70.5 119.0)
 * event 1 MPI_Finalize site 1
 * end 2 events
 * }</pre>
 *
 * <p>Only these versions are read. A text of version 1 to 6 becomes a text of version 7 if its
 * version number is changed, because later versions only added forms of lines.
 *
 * <p>A written trace that is read again gives an equal model. Numbers are exact ({@link
 * Double#toString(double)}).
 */
public final class TextCodec {
  private TextCodec() {}

  /**
   * Reads and validates a trace.
   *
   * @param sourceName the name of the trace in error messages
   * @throws TraceException that begins with {@code sourceName:LINE:} where the text is not a valid
   *     trace
   */
  public static Trace read(byte[] bytes, String sourceName) {
    return TextReader.read(bytes, sourceName);
  }

  /** Returns the text of a valid trace, in UTF-8. */
  public static byte[] write(Trace trace) {
    return TextWriter.write(trace);
  }
}
