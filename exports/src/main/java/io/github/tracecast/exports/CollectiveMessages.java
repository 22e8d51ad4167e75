package io.github.tracecast.exports;

import io.github.tracecast.platform.collective.Algorithm;
import io.github.tracecast.platform.collective.Steps;
import io.github.tracecast.simulate.calls.CollectiveArguments;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes one rank's part of a collective as the messages of its algorithm. Not thread-safe. */
@SuppressWarnings("NullAway.Init") // write() sets the fields before anything reads them
final class CollectiveMessages implements Steps {
  private final Exported exported;
  private final RankActions actions;
  private final Message message = new Message();
  private CollectiveArguments given;
  private final LongArrayList requests = new LongArrayList();

  CollectiveMessages(Exported exported, RankActions actions) {
    this.exported = exported;
    this.actions = actions;
  }

  void write(CollectiveArguments collective) throws IOException {
    given = collective;
    Algorithm algorithm = exported.algorithm(collective);
    try {
      for (int round = 0; algorithm.round(collective, round, this); round++) {
        if (!requests.isEmpty()) {
          actions.await(requests.elements(), requests.size());
          requests.clear();
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public void receive(int peer, long bytes) {
    try {
      requests.add(actions.startReceive(filled(peer, bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void send(int peer, long bytes) {
    try {
      requests.add(actions.startSend(filled(peer, bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Message filled(int peer, long bytes) {
    return message.set(
        given.worldRank(peer),
        exported.tags.ofCollective(given.communicator()),
        bytes,
        Message.BYTES,
        bytes);
  }
}
