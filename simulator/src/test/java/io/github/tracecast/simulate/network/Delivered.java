package io.github.tracecast.simulate.network;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Records the deliveries of a network. */
public class Delivered implements Network.Deliveries {
  public final IntArrayList mayMeet = new IntArrayList();
  public final IntArrayList arrived = new IntArrayList();
  public final IntArrayList resumed = new IntArrayList();

  @Override
  public void mayMeet(int message, int channel) {
    mayMeet.add(message);
  }

  @Override
  public void arrived(int message, int receive) {
    arrived.add(message);
  }

  @Override
  public void resumes(int row) {
    resumed.add(row);
  }

  @Override
  public void visible(int message) {}

  @Override
  public void unseen(int request, int sender, int receiver) {}

  @Override
  public void allStand() {}

  @Override
  public void passed(int row) {}

  @Override
  public void settle() {}
}
