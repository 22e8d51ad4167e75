package io.github.tracecast.platform;

/**
 * The loads of links at the start of a message, as an engine knows them. Routes that adapt choose
 * by it; static ones ignore it.
 */
public interface Load {
  /** The first message on idle links: no route is busier than another. */
  Load NONE = new Load() {
    @Override
    public long bytes(int link) {
      return 0;
    }

    @Override
    public long message() {
      return 0;
    }
  };

  /** The bytes that messages under way still have to carry over a link, 0 if it is idle. */
  long bytes(int link);

  /** The number of messages between nodes that started before this one. Random choices depend on it. */
  long message();
}
