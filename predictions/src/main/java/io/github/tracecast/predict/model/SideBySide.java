package io.github.tracecast.predict.model;

import java.util.List;

/**
 * How several jobs on one machine delay each other.
 *
 * @param jobs in the order of their ranks
 * @param background descriptions of the background traffic
 * @param links the links that several jobs use, the links with the most bytes first
 */
public record SideBySide(List<JobTimes> jobs, List<String> background, List<SharedLink> links) {
  /** The text of reports if no link is used by several jobs. */
  public static final String NO_LINKS = "The jobs share no link.";

  public SideBySide {
    jobs = List.copyOf(jobs);
    background = List.copyOf(background);
    links = List.copyOf(links);
  }

  /** The time until the job of a rank starts, average per rank. */
  public double meanStartSeconds() {
    return jobs.stream().mapToDouble(job -> job.startSeconds() * job.ranks()).sum()
        / jobs.stream().mapToInt(JobTimes::ranks).sum();
  }
}
