package io.github.tracecast.trace;

import io.github.tracecast.trace.recorder.RecorderConstants;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The meaning of an argument of an MPI call, with its letter in the recorder's {@code calls.txt}.
 */
public enum CallArgument {
  SEND_BUFFER('b'),
  RECEIVE_BUFFER('r'),
  COUNT('n'),
  RECEIVE_COUNT('N'),
  DATATYPE('t'),
  RECEIVE_DATATYPE('T'),
  COUNTS('v'),
  RECEIVE_COUNTS('V'),
  DATATYPES('w'),
  RECEIVE_DATATYPES('W'),
  REDUCTION('o'),
  ROOT('R'),
  ROOT_OF_GATHER('y'),
  ROOT_OF_SCATTER('x'),
  DESTINATION('d'),
  SOURCE('s'),
  TAG('g'),
  RECEIVE_TAG('G'),
  MESSAGE('m'),
  COMMUNICATOR('c'),
  COMMUNICATOR_WITH_NEIGHBOURS('u'),
  NEW_COMMUNICATOR('C'),
  /** A new communicator; only its members make the call. */
  NEW_COMMUNICATOR_OF_MEMBERS('M'),
  FREED_COMMUNICATOR('D'),
  /** An inter-communicator, recorded only if the trace defines it. */
  INTER_COMMUNICATOR('X'),
  NEW_REQUEST('q'),
  NEW_PERSISTENT_REQUEST('p'),
  /** A request that the call completes. */
  REQUEST('Q'),
  REQUEST_LOOKED_AT('B'),
  FREED_REQUEST('F'),
  NUMBER_OF_REQUESTS('k'),
  /** Requests that the call completes. */
  REQUESTS('A'),
  REQUESTS_LOOKED_AT('L'),
  STATUS('S'),
  STATUSES('Z'),
  FLAG('f'),
  COMPLETED_INDEX('i'),
  NUMBER_COMPLETED('j'),
  COMPLETED_INDICES('I'),
  COLOUR('l'),
  KEY('K'),
  GROUP('h'),
  NEW_GROUP('H'),
  FREED_DATATYPE('Y'),
  NUMBER_OF_DIMENSIONS('e'),
  DIMENSIONS('E'),
  PERIODS('P'),
  INDEGREE('a'),
  SOURCES('U'),
  OUTDEGREE('z'),
  DESTINATIONS('O'),
  /** Arguments that a trace does not keep. */
  NOT_KEPT('_');

  /**
   * Whether the call of a {@code calls.txt} line is recorded under its own name. A call that is
   * recorded as another call has no letters here, and traces store it, if at all, without
   * parameters.
   */
  private static boolean isItself(String line) {
    return line.indexOf(' ') == line.lastIndexOf(' ');
  }

  /** The letters of a call's arguments, by the name of the call without MPI_, in upper case. */
  private static final Map<String, String> LETTERS = new HashMap<>();

  static {
    RecorderConstants.readLines("calls.txt", CallArgument::take);
  }

  private final char letter;

  CallArgument(char letter) {
    this.letter = letter;
  }

  private static void take(String line) {
    int name = line.indexOf(' ');
    if (name > 0 && line.charAt(0) != '#' && isItself(line)) {
      LETTERS.put(line.substring(0, name).toUpperCase(Locale.ROOT), line.substring(name + 1));
    }
  }

  /**
   * Returns the letter of each argument of a call, in order; empty for a call that the recorder
   * does not wrap.
   */
  static String lettersOf(String call) {
    return LETTERS.getOrDefault(call, "");
  }

  char letter() {
    return letter;
  }
}
