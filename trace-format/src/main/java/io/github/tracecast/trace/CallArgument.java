package io.github.tracecast.trace;

/** What an argument of an MPI call is. The letters are those of the recorder's {@code calls.txt}. */
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
  /** A new communicator that its members alone make. */
  NEW_COMMUNICATOR_OF_MEMBERS('M'),
  FREED_COMMUNICATOR('D'),
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

  private final char letter;

  CallArgument(char letter) {
    this.letter = letter;
  }

  char letter() {
    return letter;
  }
}
