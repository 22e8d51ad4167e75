package io.github.tracecast.trace;

import io.github.tracecast.trace.internal.text.TextReader;
import io.github.tracecast.trace.internal.text.TextWriter;

/**
 * The text form of a trace, version 3: for people to read, write and compare.
 *
 * <p>UTF-8, words apart by blanks. Leading blanks, blank lines and lines that begin with {@code #} mean nothing. In the grammar, words in quotes are
 * literal, {@code *} is any number of times, {@code ?} at most once. Each statement begins a line; a parameter, a delta, {@code iterations} and {@code |} may begin one:
 *
 * <pre>{@code
 * trace        = 'tracecast-trace' ('1' | '2' | '3')
 *                'ranks' NUMBER
 *                'requests' NUMBER                                  size of the request ring
 *                ('origin' STRING)?  ('note' STRING)*
 *                recorded?
 *                ('site' ID STRING)*
 *                ('datatype' ID STRING 'bytes' (NUMBER | 'unknown'))*
 *                ('group' ID ('(' start stride count ')')*)*        world ranks in the order of local ranks
 *                ('communicator' ID STRING ('self' | 'group' NUMBER))*
 *                ('R'ID '=' ranklist)*                              names for rank lists
 *                ('V'ID '=' pieces)*                                names for values
 *                (loop | event)*
 *                'end' NUMBER 'events'                              a file without it was cut
 *
 * recorded     = 'recorded' DATE 'counter' ('time' | 'cpu-time' | 'instructions')
 *                ('mpi' STRING)? ('by' STRING)? ('command' STRING)?
 *                ('node' STRING ('cpu' STRING)? 'cores' NUMBER 'processors' NUMBER 'usable' NUMBER
 *                 ('load' REAL)? ('waited' REAL)? ranks?)*          Provenance
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
 * element      = terms | '[' terms* ']' times?
 * terms        = term times?  |  FIRST'..'LAST(':'STEP)?            each number from FIRST to LAST, up or down
 * times        = '*'NUMBER                                          as often
 * term         = NUMBER | 'rank+'NUMBER | 'rank-'NUMBER | 'rank+'NUMBER'%size' | 'rank-'NUMBER'%size' | 'transposed:'NUMBER
 *              | 'persistent:'NUMBER | 'any' | 'none'
 *
 * delta        = (('compute' | 'inside') ('microseconds' | 'instructions') ('after' SITE | 'first')?
 *                distribution ('|' distribution)* for?              executions take them in turn, periodically
 *              | time) and the end of the line
 * distribution = 'count' NUMBER 'min' REAL 'avg' REAL 'max' REAL
 *              | 'bins' ('(' lower upper count (min mean max)? ')')*
 * time         = 'TIME:' min avg max  |  'TIME:' base stride n1 n2 ...
 *
 * ranklist     = N (start depth (stride iterations)*)* | 'R'ID      RankList.toString()
 * DATE         = STRING, as in ISO 8601: "2026-11-22T08:30:00Z"
 * STRING       = in double quotes; a quote, a backslash, a new line and any other UTF-16 unit may be escaped as in JSON
 * }</pre>
 *
 * <p>An event {@code as} an earlier one has that one's call and, unless it says otherwise, its call site, its ranks and each of its parameters; what is the same for
 * all of the earlier event's ranks is the same for all of this one's. Deltas are never taken over. A trace that defines neither groups nor communicators has
 * MPI_COMM_WORLD, of the group of all ranks, and MPI_COMM_SELF. {@code a*3} is {@code a a a}, {@code 6..1} is {@code 6 5 4 3 2 1}, {@code 0..16:8} is {@code 0 8 16};
 * all together these stand for at most 1,024 terms for each byte of the text before them.
 *
 * <p>IDs ascend from 0 without gaps. A parameter that differs between ranks has a line for each group of ranks. {@code rank} is the executing rank in the event's
 * communicator and {@code size} that communicator's size; {@code rank+1%size} is (rank + 1) mod size. {@code transposed:4} is the rank's partner across the diagonal of a
 * grid of 4 x 4 blocks of ranks, and {@code persistent:1} the rank's most recent persistent request; {@link Term.Kind} has them exactly. A delta without {@code after} or {@code first} holds whatever came
 * before. A bin without its own min, mean and max has those of its edges and its mid-point.
 *
 * <p>{@code TIME:} lines are those of Ratn's traces: computation before the event whatever came before, for all its ranks, in microseconds. Three numbers are minimum,
 * average and maximum, and must ascend; four or more are the base, the width and the counts of buckets, of which bucket i is [base + i x stride, base + (i+1) x stride)
 * with its mid-point as its mean.
 *
 * <p>A ring of four ranks that pass 20,480 and 1,024 doubles on in turn, ten times, the last rank to nobody:
 *
 * <pre>{@code
 * tracecast-trace 2
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
 * <p>A trace without {@code recorded} is written as version 2, which lacks nothing else.
 *
 * <p>Version 1 had one parameter a line and neither names, {@code as}, {@code |}, repetitions, progressions, {@code transposed:} nor {@code persistent:}; it is read as well.
 *
 * <p>Reading back what was written gives an equal model; numbers are exact ({@link Double#toString(double)}).
 */
public final class TextCodec {
  private TextCodec() {}

  /**
   * Reads and validates a trace.
   *
   * @param sourceName what complaints call the file
   * @throws TraceException that begins with {@code sourceName:LINE:} where the text is no proper trace
   */
  public static Trace read(byte[] bytes, String sourceName) {
    return TextReader.read(bytes, sourceName);
  }

  /** The text of a valid trace, in UTF-8. */
  public static byte[] write(Trace trace) {
    return TextWriter.write(trace);
  }
}
