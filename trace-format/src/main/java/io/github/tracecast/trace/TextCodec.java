package io.github.tracecast.trace;

import io.github.tracecast.trace.internal.text.TextReader;
import io.github.tracecast.trace.internal.text.TextWriter;

/**
 * The text form of a trace, version 1: for people to read, write and compare.
 *
 * <p>UTF-8, a statement a line, words apart by blanks. Leading blanks, blank lines and lines that begin with {@code #} mean nothing. In the grammar, words in quotes are
 * literal, {@code *} is any number of times, {@code ?} at most once, and each statement ends its line:
 *
 * <pre>{@code
 * trace        = 'tracecast-trace' '1'
 *                'ranks' NUMBER
 *                'requests' NUMBER                                  size of the request ring
 *                ('origin' STRING)?  ('note' STRING)*
 *                ('site' ID STRING)*
 *                ('datatype' ID STRING 'bytes' (NUMBER | 'unknown'))*
 *                ('group' ID ('(' start stride count ')')*)*        world ranks in the order of local ranks
 *                ('communicator' ID STRING ('self' | 'group' NUMBER))*
 *                (loop | event)*
 *                'end' NUMBER 'events'                              a file without it was cut
 *
 * loop         = 'loop' FIRST 'to' LAST 'ranks' RANKLIST            FIRST is the next event, LAST its last
 *                ('iterations' values)*
 * event        = 'event' ID CALL 'site' NUMBER 'ranks' RANKLIST     CALL as in C: MPI_Send
 *                (PARAMETER values | delta | time)*                 PARAMETER: Parameter.textName()
 *
 * values       = element* for?                                      executions take them in turn, periodically
 * for          = 'for' RANKLIST                                     without it: all ranks of the event or loop
 * element      = term | '[' term* ']'
 * term         = NUMBER | 'rank+'NUMBER | 'rank-'NUMBER | 'rank+'NUMBER'%size' | 'rank-'NUMBER'%size' | 'any' | 'none'
 *
 * delta        = ('compute' | 'inside') ('microseconds' | 'instructions') ('after' SITE | 'first')?
 *                distribution ('|' distribution)* for?              executions take them in turn, periodically
 * distribution = 'count' NUMBER 'min' REAL 'avg' REAL 'max' REAL
 *              | 'bins' ('(' lower upper count (min mean max)? ')')*
 * time         = 'TIME:' min avg max  |  'TIME:' base stride n1 n2 ...
 *
 * RANKLIST     = N (start depth (stride iterations)*)*              RankList.toString()
 * STRING       = in double quotes; a quote, a backslash, a new line and any other UTF-16 unit may be escaped as in JSON
 * }</pre>
 *
 * <p>IDs ascend from 0 without gaps. A parameter that differs between ranks has a line for each group of ranks. {@code rank} is the executing rank in the event's
 * communicator and {@code size} that communicator's size; {@code rank+1%size} is (rank + 1) mod size. A delta without {@code after} or {@code first} holds whatever came
 * before. A bin without its own min, mean and max has those of its edges and its mid-point.
 *
 * <p>{@code TIME:} lines are those of Ratn's traces: computation before the event whatever came before, for all its ranks, in microseconds. Three numbers are minimum,
 * average and maximum, and must ascend; four or more are the base, the width and the counts of buckets, of which bucket i is [base + i x stride, base + (i+1) x stride)
 * with its mid-point as its mean.
 *
 * <p>A ring of four ranks that pass 20,480 and 1,024 doubles on in turn, ten times, the last rank to nobody:
 *
 * <pre>{@code
 * tracecast-trace 1
 * ranks 4
 * requests 100
 * origin "by hand"
 * note "an example"
 *
 * site 0 "ring.c:12"
 * site 1 "ring.c:20"
 * datatype 0 "MPI_DOUBLE" bytes 8
 * group 0 (0 1 4)
 * communicator 0 "MPI_COMM_WORLD" group 0
 * communicator 1 "MPI_COMM_SELF" self
 *
 * loop 0 to 0 ranks 1 0 1 1 4
 *   iterations 10
 * event 0 MPI_Send site 0 ranks 1 0 1 1 4
 *   communicator 0
 *   destination rank+1 for 1 0 1 1 3
 *   destination none for 1 3 0
 *   tag 0
 *   count 20480 1024
 *   datatype 0
 *   compute microseconds first count 4 min 150.0 avg 152.25 max 155.0
 *   compute microseconds after 0 bins (0.0 60.0 20) (60.0 120.0 16 61.0 70.5 119.0)
 *
 * event 1 MPI_Finalize site 1 ranks 1 0 1 1 4
 *
 * end 2 events
 * }</pre>
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
