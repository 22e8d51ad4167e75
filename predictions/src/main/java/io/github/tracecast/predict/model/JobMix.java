package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.decompress.Recorded;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.MappingSpec.JobMapping;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.simulate.result.ReplayResult.EventTimes;
import io.github.tracecast.simulate.result.ReplayResult.LinkLoad;
import io.github.tracecast.simulate.result.ReplayResult.RankTimes;
import io.github.tracecast.tools.jobs.JobProgram;
import io.github.tracecast.tools.jobs.TraceUnion;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A program and the jobs beside it, as one trace on one machine. No two jobs share a node, but the
 * jobs share the links of the network.
 */
public final class JobMix {
  /** The duration of background traffic, as a multiple of the expected time of the programs. */
  private static final double RESERVE = 1.2;

  /** The traces of the programs. */
  private final List<PreparedTrace> traces;

  /** The programs, and then the background traffic. */
  private final List<JobProgram> jobs;

  private final List<String> background;
  private final PredictionRequest request;
  private final PreparedTrace union;

  /**
   * Combines a program, which the request's mapping places, with further jobs. Background traffic
   * lasts at least until the last program ends.
   *
   * @throws UsageException if jobs on this machine never share links
   * @throws ReplayException if a trace cannot be replayed
   * @throws io.github.tracecast.trace.TraceException if the traces cannot be united into one trace
   */
  public static JobMix of(
      PreparedTrace first, List<SideJob> others, PredictionRequest request, Platform platform) {
    List<SideJob.Program> programs = only(SideJob.Program.class, others);
    List<SideJob.Background> traffic = only(SideJob.Background.class, others);
    JobMix mix = new JobMix(first, programs, List.of(), 0, request, platform);
    if (traffic.isEmpty()) {
      return mix;
    }
    double end = mix.end(platform);
    double lasts = 0;
    while (lasts < end) {
      lasts = RESERVE * end;
      mix = new JobMix(first, programs, traffic, lasts, request, platform);
      end = mix.end(platform);
    }
    return mix;
  }

  /**
   * Combines jobs as {@link #of} does, but background traffic is only one message from each node,
   * so that no replay is needed. The result shows whether the jobs can be placed.
   */
  public static JobMix outline(
      PreparedTrace first, List<SideJob> others, PredictionRequest request, Platform platform) {
    return new JobMix(
        first,
        only(SideJob.Program.class, others),
        only(SideJob.Background.class, others),
        Double.MIN_VALUE,
        request,
        platform);
  }

  private static <J extends SideJob> List<J> only(Class<J> kind, List<SideJob> jobs) {
    return jobs.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private JobMix(
      PreparedTrace first,
      List<SideJob.Program> programs,
      List<SideJob.Background> traffic,
      double trafficSeconds,
      PredictionRequest request,
      Platform platform) {
    if (platform.tree().isPresent() || platform.interrupt().isPresent()) {
      throw new UsageException(
          "`job`: found machine " + platform.name()
              + ", where each job has a partition with networks of its own; expected a machine whose jobs share links");
    }
    traces = new ArrayList<>(List.of(first));
    programs.forEach(job -> traces.add(job.trace()));
    for (PreparedTrace trace : traces) {
      trace.trace().header().notReplayable().ifPresent(reason -> {
        throw new ReplayException("the trace " + trace.name() + " " + reason);
      });
    }
    jobs = new ArrayList<>(List.of(new JobProgram(nameOf(first), first.trace(), 0, 1)));
    List<JobMapping> mappings = new ArrayList<>();
    mappings.add(new JobMapping(jobs.getFirst().ranks(), request.mapping()));
    for (SideJob.Program job : programs) {
      jobs.add(new JobProgram(
          unusedName(nameOf(job.trace())), job.trace().trace(), job.startSeconds(), job.runs()));
      mappings.add(new JobMapping(jobs.getLast().ranks(), job.mapping()));
    }
    background = new ArrayList<>();
    for (SideJob.Background job : traffic) {
      int ranks = job.ranks().orElseGet(() -> freeNodes(mappings, platform.withThreads(threads())));
      if (ranks < 2) {
        throw new UsageException(
            "`job`: found " + Numbers.counted(ranks, "node")
                + " for background traffic; expected at least 2 (ranks=N, or a machine with more nodes)");
      }
      long messages = (long) Math.ceil(trafficSeconds / job.traffic().intervalSeconds());
      jobs.add(new JobProgram(
          job.traffic().name(),
          job.traffic().trace(ranks, messages, first.trace().header()),
          0,
          1));
      mappings.add(new JobMapping(ranks, job.mapping()));
      background.add(job.traffic().words(ranks));
    }
    this.request = request.with(draft -> draft.mapping = MappingSpec.beside(mappings));
    this.union = named(PreparedTrace.of(
        traces.stream().map(PreparedTrace::name).collect(Collectors.joining(" + ")),
        TraceUnion.of(jobs)));
  }

  private int threads() {
    return traces.stream()
        .mapToInt(trace -> trace.trace().header().threads())
        .max()
        .orElseThrow();
  }

  /** The number of nodes that no job uses. */
  private static int freeNodes(List<JobMapping> jobs, Platform platform) {
    int ranks = jobs.stream().mapToInt(JobMapping::ranks).sum();
    Machine machine = Machine.fit(platform, ranks, new MappingSpec.SideBySide(jobs));
    return machine.nodes() - machine.usedNodes();
  }

  /** Replays the programs and returns the time in seconds at which the last program ends. */
  private double end(Platform platform) {
    return replay(predictor(platform), union).ranks().subList(0, programRanks()).stream()
        .mapToDouble(RankTimes::endSeconds)
        .max()
        .orElseThrow();
  }

  /** Returns a predictor for further replays. It replaces SimGrid, which can replay only once in a process. */
  private Predictor predictor(Platform platform) {
    return new Predictor(request.repeatable(), platform);
  }

  private int programRanks() {
    return jobs.subList(0, traces.size()).stream().mapToInt(JobProgram::ranks).sum();
  }

  /** The name of a trace's file, without its folder. */
  private static String nameOf(PreparedTrace trace) {
    return String.valueOf(Path.of(trace.name()).getFileName());
  }

  /** Returns the name of a trace as a job's name, with a number if earlier jobs have the same name. */
  private String unusedName(String trace) {
    long before = traces.subList(0, jobs.size()).stream()
        .filter(other -> nameOf(other).equals(trace))
        .count();
    return before == 0 ? trace : trace + " (" + (before + 1) + ")";
  }

  private PreparedTrace named(PreparedTrace prepared) {
    prepared.derived(TraceWarnings.class, made -> new TraceWarnings(warnings()));
    return prepared;
  }

  /** The warnings of the jobs' own traces. */
  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (PreparedTrace trace : traces.stream().distinct().toList()) {
      TraceWarnings.of(trace).forEach(text -> warnings.add(trace.name() + ": " + text));
    }
    String mpi = traces.getFirst().trace().header().mpi();
    traces.stream()
        .filter(trace -> !request.figures().containsKey("mpi.collectives"))
        .filter(trace -> !trace.trace().header().mpi().equals(mpi))
        .findFirst()
        .ifPresent(
            trace -> warnings.add("the collectives of all jobs have the algorithms of the MPI of "
                + traces.getFirst().name() + "; " + trace.name()
                + " names another MPI (`set mpi.collectives` selects one)"));
    if (request.engine().equals(Engines.LOGGP)) {
      warnings.add(
          "engine loggp models no contention, so jobs do not slow each other down; use `engine flows`");
    }
    return warnings.stream().distinct().toList();
  }

  /** The trace of all jobs. */
  public PreparedTrace trace() {
    return union;
  }

  /** The files of the programs' traces. Each file appears once. */
  public List<Path> files() {
    return traces.stream().map(trace -> Path.of(trace.name())).distinct().toList();
  }

  /** The number of programs and patterns of background traffic. */
  public int size() {
    return jobs.size();
  }

  public boolean hasBackground() {
    return !background.isEmpty();
  }

  /** The request with the placement of all jobs. */
  public PredictionRequest request() {
    return request;
  }

  /** Returns the prediction of all jobs, with the times of {@link #times}. */
  public Prediction compared(Prediction all, Platform platform, LongConsumer progress) {
    SideBySide times = times(all.replay(), all.machine(), platform, progress);
    ReplayResult own = ofPrograms(all.replay());
    return all.beside(times, own, CallSiteTimes.of(union.trace(), own), recorded(platform));
  }

  /**
   * Returns each job's times alone and beside the other jobs. SimGrid can replay only once in a
   * process, so engine {@code flows}, which computes the same times, makes these replays.
   *
   * @param all the replay of all jobs
   * @param progress receives the number of finished replays
   */
  public SideBySide times(
      ReplayResult all, Machine machine, Platform platform, LongConsumer progress) {
    Predictor predictor = predictor(platform);
    ReplayResult together =
        request.engine().equals(Engines.SIMGRID) ? replay(predictor, union) : all;
    List<ReplayResult> alone = alone(predictor, progress);
    List<JobTimes> times = new ArrayList<>();
    int first = 0;
    for (JobProgram program : jobs.subList(0, traces.size())) {
      times.add(new JobTimes(
          program.name(),
          program.ranks(),
          nodes(machine, first, program.ranks()),
          program.startSeconds(),
          seconds(alone.get(times.size()), first, program),
          seconds(together, first, program)));
      first += program.ranks();
    }
    return new SideBySide(times, background, sharedLinks(alone, together));
  }

  /** Replays each job without the other jobs. */
  private List<ReplayResult> alone(Predictor predictor, LongConsumer progress) {
    List<ParallelReplays.Task<ReplayResult>> replays = new ArrayList<>();
    for (int job = 0; job < jobs.size(); job++) {
      PreparedTrace own = named(PreparedTrace.of(union.name(), TraceUnion.alone(jobs, job)));
      replays.add(calls -> predictor.replay(own, predictor.lane(own), calls));
    }
    long memory = ParallelReplays.memory(union, predictor.lane(union), predictor.engine());
    return ParallelReplays.results(replays, job -> memory, progress);
  }

  private static ReplayResult replay(Predictor predictor, PreparedTrace trace) {
    return predictor.replay(trace, predictor.lane(trace), calls -> {});
  }

  private static int nodes(Machine machine, int first, int ranks) {
    return (int)
        IntStream.range(first, first + ranks).map(machine::nodeOf).distinct().count();
  }

  /** The time of a job from its start to the end of its last rank. */
  private static double seconds(ReplayResult result, int first, JobProgram job) {
    long end = result.ranks().subList(first, first + job.ranks()).stream()
        .mapToLong(rank -> Picos.ofSeconds(rank.endSeconds()))
        .max()
        .orElseThrow();
    return Picos.seconds(end - Picos.ofSeconds(job.startSeconds()));
  }

  /** A job that uses a link, and its load on this link if the job runs alone. */
  private record LinkUser(String job, LinkLoad load) {
    long bytes() {
      return load.bytes();
    }
  }

  /** The links that several jobs use if each job runs alone, with their load if all jobs run. */
  private List<SharedLink> sharedLinks(List<ReplayResult> alone, ReplayResult together) {
    Map<String, List<LinkUser>> users = new LinkedHashMap<>();
    for (int job = 0; job < alone.size(); job++) {
      for (LinkLoad load : alone.get(job).links()) {
        users
            .computeIfAbsent(load.link(), link -> new ArrayList<>())
            .add(new LinkUser(jobs.get(job).name(), load));
      }
    }
    users.values().removeIf(all -> all.size() == 1);
    if (users.isEmpty()) {
      return List.of();
    }
    Map<String, Double> busy = together.links().stream()
        .filter(load -> users.containsKey(load.link()))
        .collect(Collectors.toMap(LinkLoad::link, LinkLoad::utilization));
    return users.entrySet().stream()
        .map(entry -> new SharedLink(
            entry.getKey(),
            entry.getValue().getFirst().load().level(),
            entry.getValue().stream()
                .sorted(Comparator.comparingLong(LinkUser::bytes).reversed())
                .map(LinkUser::job)
                .toList(),
            entry.getValue().stream().mapToLong(LinkUser::bytes).sum(),
            busy.getOrDefault(entry.getKey(), 0.0)))
        .sorted(
            Comparator.comparingLong(SharedLink::bytes).reversed().thenComparing(SharedLink::link))
        .toList();
  }

  /** Returns the result without the background traffic and the events that only delay a start. */
  public ReplayResult ofPrograms(ReplayResult all) {
    int programRanks = programRanks();
    List<EventTimes> own = new ArrayList<>();
    long others = 0;
    for (EventTimes times : all.events()) {
      boolean isBackground =
          union.trace().events().get(times.event()).ranks().min() >= programRanks;
      if (isBackground || TraceUnion.isStart(union.trace(), times.event())) {
        others += times.calls();
      } else {
        own.add(times);
      }
    }
    List<RankTimes> ranks = new ArrayList<>();
    for (JobProgram job : jobs.subList(0, traces.size())) {
      for (RankTimes rank : all.ranks().subList(ranks.size(), ranks.size() + job.ranks())) {
        ranks.add(new RankTimes(
            rank.rank(),
            rank.endSeconds(),
            rank.computeSeconds(),
            Math.max(0, rank.callSeconds() - job.startSeconds()),
            rank.waitSeconds()));
      }
    }
    return new ReplayResult(
        all.engine(),
        ranks,
        own,
        all.calls() - others,
        all.eventsReplayed(),
        all.skips(),
        all.messages(),
        all.bytes(),
        all.programMessages(),
        all.programBytes(),
        all.traffic(),
        all.links(),
        all.warnings());
  }

  /** The recorded times of the traces, averaged over the ranks of all jobs. */
  private Recorded recorded(Platform platform) {
    List<Recorded> parts = traces.stream()
        .map(trace -> Recorded.of(
            trace.trace(),
            trace.counts(),
            platform.node().countsPerSecond(trace.trace().header().flops())))
        .toList();
    return new Recorded(
        mean(parts, Recorded::computeSeconds),
        mean(parts, Recorded::communicationSeconds),
        OptionalDouble.empty());
  }

  private OptionalDouble mean(List<Recorded> parts, Function<Recorded, OptionalDouble> time) {
    double sum = 0;
    for (int job = 0; job < parts.size(); job++) {
      OptionalDouble own = time.apply(parts.get(job));
      if (own.isEmpty()) {
        return own;
      }
      sum += own.getAsDouble() * jobs.get(job).ranks() * jobs.get(job).runs();
    }
    return OptionalDouble.of(sum / programRanks());
  }
}
