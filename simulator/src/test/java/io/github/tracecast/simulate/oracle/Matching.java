package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * MPI's matching rule: a message goes to the first posted receive that fits, a receive takes the first
 * unexpected message that fits, and messages of one channel never overtake each other.
 *
 * <p>A message is matched when it is sent: its envelope runs ahead of its data. Receives of a named
 * source wait in their channel, those of any source in a list of their rank; unexpected messages are
 * in both lists. So a program without wildcards finds its match in the channel at once. One thread.
 */
final class Matching {
  /** Any source or any tag. */
  static final int ANY = -1;

  private final Requests requests;
  private final Messages messages;
  private final Channels channels;

  private final int[] anySourceHead;
  private final int[] anySourceTail;
  private final int[] unexpectedHead;
  private final int[] unexpectedTail;
  /** Receives that each rank has posted so far. */
  private final long[] posted;

  Matching(Requests requests, Messages messages, Channels channels, int ranks) {
    this.requests = requests;
    this.messages = messages;
    this.channels = channels;
    anySourceHead = filled(ranks);
    anySourceTail = filled(ranks);
    unexpectedHead = filled(ranks);
    unexpectedTail = filled(ranks);
    posted = new long[ranks];
  }

  private static int[] filled(int size) {
    int[] list = new int[size];
    Arrays.fill(list, -1);
    return list;
  }

  /** The first unexpected message that fits, or {@link Messages#NONE}; it stays where it is. */
  int find(int rank, int source, int context, int tag) {
    if (source == ANY) {
      int m = unexpectedHead[rank];
      while (m != Messages.NONE
          && !(messages.context[m] == context && fits(tag, messages.tag[m]))) {
        m = messages.next[m];
      }
      return m;
    }
    int channel = channels.of(source, rank, context);
    int m = channels.unexpectedHead[channel];
    while (m != Messages.NONE && !fits(tag, messages.tag[m])) {
      m = messages.nextInChannel[m];
    }
    return m;
  }

  /** Takes the first unexpected message that fits the receive; if there is none, posts the receive. */
  int take(int receive, int rank) {
    int message =
        find(rank, requests.peer[receive], requests.context[receive], requests.tag[receive]);
    if (message == Messages.NONE) {
      post(receive, rank);
    } else {
      removeUnexpected(message);
    }
    return message;
  }

  /** Gives the message to the first posted receive that fits; if there is none, keeps it as unexpected. */
  int give(int message) {
    int channel = messages.channel[message];
    int rank = messages.destination[message];
    int named = channels.postedHead[channel];
    int beforeNamed = Requests.NONE;
    while (named != Requests.NONE && !fits(requests.tag[named], messages.tag[message])) {
      beforeNamed = named;
      named = requests.next[named];
    }
    int any = anySourceHead[rank];
    int beforeAny = Requests.NONE;
    while (any != Requests.NONE && !fitsAnySource(any, message)) {
      beforeAny = any;
      any = requests.next[any];
    }
    if (named == Requests.NONE && any == Requests.NONE) {
      keepUnexpected(message);
      return Requests.NONE;
    }
    if (any == Requests.NONE
        || (named != Requests.NONE && requests.sequence[named] < requests.sequence[any])) {
      unlink(channels.postedHead, channels.postedTail, channel, beforeNamed, named);
      return named;
    }
    unlink(anySourceHead, anySourceTail, rank, beforeAny, any);
    return any;
  }

  /** Takes back a posted receive; false if it is no longer posted. */
  boolean withdraw(int receive, int rank) {
    boolean any = requests.peer[receive] == ANY;
    int list = any ? rank : channels.of(requests.peer[receive], rank, requests.context[receive]);
    int[] head = any ? anySourceHead : channels.postedHead;
    int[] tail = any ? anySourceTail : channels.postedTail;
    int before = Requests.NONE;
    for (int r = head[list]; r != Requests.NONE; before = r, r = requests.next[r]) {
      if (r == receive) {
        unlink(head, tail, list, before, r);
        return true;
      }
    }
    return false;
  }

  /** First unexpected message of a rank, then {@link Messages#next}; in order of arrival. */
  int firstUnexpected(int rank) {
    return unexpectedHead[rank];
  }

  /** Runs over the receives that no message has met: those of any source by rank, then the others by channel. */
  void forEachPosted(IntConsumer action) {
    for (int head : anySourceHead) {
      forEach(head, action);
    }
    for (int channel = 0; channel < channels.count(); channel++) {
      forEach(channels.postedHead[channel], action);
    }
  }

  /**
   * Writes down which receives are posted and which messages nobody has asked for, in their orders.
   *
   * @param idOf what the messages are called there
   */
  void describe(StateWriter state, int[] idOf) {
    for (int rank = 0; rank < posted.length; rank++) {
      describePosted(state, anySourceHead[rank], rank);
      state.put(StateWriter.NONE);
      for (int m = unexpectedHead[rank]; m != Messages.NONE; m = messages.next[m]) {
        state.put(idOf[m]);
      }
      state.put(StateWriter.NONE);
    }
    for (int channel = 0; channel < channels.count(); channel++) {
      if (channels.postedHead[channel] != Requests.NONE) {
        state.put(channel);
        describePosted(state, channels.postedHead[channel], channels.destination[channel]);
      }
    }
    state.put(channels.count());
  }

  private void describePosted(StateWriter state, int head, int rank) {
    for (int r = head; r != Requests.NONE; r = requests.next[r]) {
      state.request(r);
      state.put(posted[rank] - requests.sequence[r]);
    }
  }

  private void forEach(int head, IntConsumer action) {
    for (int r = head; r != Requests.NONE; r = requests.next[r]) {
      action.accept(r);
    }
  }

  private boolean fitsAnySource(int receive, int message) {
    return requests.context[receive] == messages.context[message]
        && fits(requests.tag[receive], messages.tag[message]);
  }

  private static boolean fits(int wanted, int tag) {
    return wanted == ANY || wanted == tag;
  }

  private void post(int receive, int rank) {
    requests.sequence[receive] = posted[rank]++;
    if (requests.peer[receive] == ANY) {
      append(anySourceHead, anySourceTail, rank, receive);
    } else {
      int channel = channels.of(requests.peer[receive], rank, requests.context[receive]);
      append(channels.postedHead, channels.postedTail, channel, receive);
    }
  }

  private void append(int[] head, int[] tail, int list, int request) {
    requests.next[request] = Requests.NONE;
    if (head[list] == Requests.NONE) {
      head[list] = request;
    } else {
      requests.next[tail[list]] = request;
    }
    tail[list] = request;
  }

  private void unlink(int[] head, int[] tail, int list, int before, int request) {
    int after = requests.next[request];
    if (before == Requests.NONE) {
      head[list] = after;
    } else {
      requests.next[before] = after;
    }
    if (after == Requests.NONE) {
      tail[list] = before;
    }
    requests.next[request] = Requests.NONE;
  }

  private void keepUnexpected(int message) {
    int channel = messages.channel[message];
    if (channels.unexpectedHead[channel] == Messages.NONE) {
      channels.unexpectedHead[channel] = message;
    } else {
      messages.nextInChannel[channels.unexpectedTail[channel]] = message;
    }
    channels.unexpectedTail[channel] = message;

    int rank = messages.destination[message];
    messages.previous[message] = unexpectedTail[rank];
    if (unexpectedHead[rank] == Messages.NONE) {
      unexpectedHead[rank] = message;
    } else {
      messages.next[unexpectedTail[rank]] = message;
    }
    unexpectedTail[rank] = message;
  }

  private void removeUnexpected(int message) {
    int channel = messages.channel[message];
    int before = Messages.NONE;
    int m = channels.unexpectedHead[channel];
    while (m != message) {
      before = m;
      m = messages.nextInChannel[m];
    }
    int after = messages.nextInChannel[message];
    if (before == Messages.NONE) {
      channels.unexpectedHead[channel] = after;
    } else {
      messages.nextInChannel[before] = after;
    }
    if (after == Messages.NONE) {
      channels.unexpectedTail[channel] = before;
    }
    messages.nextInChannel[message] = Messages.NONE;
    removeFromRank(message);
  }

  private void removeFromRank(int message) {
    int rank = messages.destination[message];
    int before = messages.previous[message];
    int after = messages.next[message];
    if (before == Messages.NONE) {
      unexpectedHead[rank] = after;
    } else {
      messages.next[before] = after;
    }
    if (after == Messages.NONE) {
      unexpectedTail[rank] = before;
    } else {
      messages.previous[after] = before;
    }
    messages.next[message] = Messages.NONE;
    messages.previous[message] = Messages.NONE;
  }
}
