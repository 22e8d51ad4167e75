/* Runs a command for another process and ends the command when that process ends: supervise PARENT COMMAND... The command has its
   own process group, which gets each signal once. Some launchers treat a second signal as an order to leave their ranks behind. At
   a terminal this group is in the foreground, so Ctrl-C reaches it directly. If a signal ends the command, its remaining processes
   become children of this process, which ends them too. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

enum { GRACE_MS = 10000, ORPHAN_GRACE_MS = 2000, REPEATED_MS = 1000, CANNOT_RUN = 127, NO_ACCESS = 126 };

static pid_t command, parent;
static int at_terminal;
static long long ending_since; /* time of the first forwarded signal; 0 before it */

static long long now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void foreground(pid_t group) {
  if (at_terminal) tcsetpgrp(STDIN_FILENO, group);
}

/* Forwards a signal to the command, unless it is a repetition: a signal to the launcher and this process arrives here twice. */
static void forward(int number) {
  static long long last[NSIG];
  long long now = now_ms();
  if (last[number] && now - last[number] < REPEATED_MS) return;
  last[number] = now;
  if (!ending_since) ending_since = now;
  kill(-command, number);
}

/* Sends a signal to the children of this process other than the command, and counts these children. */
static int signal_orphans(int number) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
  FILE *children = fopen(path, "re");
  int found = 0, pid;
  while (children && fscanf(children, "%d", &pid) == 1) {
    if (pid == command) continue;
    found++;
    if (number) kill(pid, number);
  }
  if (children) fclose(children);
  return found;
}

static void reap(void) {
  while (waitpid(-1, NULL, WNOHANG) > 0) continue;
}

/* Ends the command's remaining processes. */
static void end_orphans(void) {
  kill(-command, SIGTERM);
  signal_orphans(SIGTERM);
  for (long long end = now_ms() + ORPHAN_GRACE_MS; signal_orphans(0) > 0 && now_ms() < end; reap()) usleep(20000);
  kill(-command, SIGKILL);
  for (int tries = 0; signal_orphans(SIGKILL) > 0 && tries < 100; tries++, reap()) usleep(20000);
}

/* Stops the whole job when the command stops. Later continues the command, as shells do. */
static void stopped(void) {
  if (!at_terminal) return;
  foreground(getpgrp());
  signal(SIGTSTP, SIG_DFL);
  kill(0, SIGTSTP);
  foreground(command);
  kill(-command, SIGCONT);
}

static int start(char **arguments, const sigset_t *before) {
  int told[2];
  if (pipe2(told, O_CLOEXEC) != 0) return errno;
  pid_t self = getpid();
  command = fork();
  if (command < 0) return errno;
  if (command == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != self) _exit(CANNOT_RUN);
    if (at_terminal) {
      signal(SIGTTOU, SIG_IGN);
      tcsetpgrp(STDIN_FILENO, getpid());
      signal(SIGTTOU, SIG_DFL);
    }
    sigprocmask(SIG_SETMASK, before, NULL);
    execvp(arguments[0], arguments);
    int why = errno;
    ssize_t written = write(told[1], &why, sizeof why);
    (void)written;
    _exit(why == ENOENT ? CANNOT_RUN : NO_ACCESS);
  }
  setpgid(command, command);
  close(told[1]);
  int why = 0;
  if (read(told[0], &why, sizeof why) != sizeof why) why = 0;
  close(told[0]);
  return why;
}

/* Restores the user's values of variables that the launcher script changes for the JVM. */
static void restore_environment(void) {
  static const char *const names[][2] = {{"TRACECAST_LC_ALL", "LC_ALL"}, {"TRACECAST_LOCPATH", "LOCPATH"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *value = getenv(names[i][0]);
    if (!value) continue;
    if (*value) {
      setenv(names[i][1], value, 1);
    } else {
      unsetenv(names[i][1]);
    }
    unsetenv(names[i][0]);
  }
}

/* Returns 1 and the command's status if the command has ended. */
static int ended(int *status) {
  for (pid_t pid; (pid = waitpid(-1, status, WNOHANG | WUNTRACED)) > 0;) {
    if (pid != command) continue;
    if (!WIFSTOPPED(*status)) return 1;
    stopped();
  }
  return 0;
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "supervise PARENT COMMAND...\n");
    return 2;
  }
  parent = (pid_t)atoi(arguments[1]);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  at_terminal = isatty(STDIN_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp();
  signal(SIGTTOU, SIG_IGN);

  sigset_t mine, before;
  sigemptyset(&mine);
  int numbers[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction action;
    /* Signals that nohup and similar tools ignore stay ignored, here and in the command. */
    if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler == SIG_IGN && numbers[i] != SIGCHLD) continue;
    sigaddset(&mine, numbers[i]);
  }
  signal(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_BLOCK, &mine, &before);
  int signals = signalfd(-1, &mine, SFD_CLOEXEC | SFD_NONBLOCK);

  restore_environment();
  int why = start(arguments + 2, &before);
  if (why != 0) {
    fprintf(stderr, "tracecast: cannot run %s: %s\n", arguments[2], strerror(why));
    return why == ENOENT ? CANNOT_RUN : NO_ACCESS;
  }
  foreground(command);

  int status = 0;
  while (!ended(&status)) {
    struct pollfd wait = {.fd = signals, .events = POLLIN};
    poll(&wait, 1, ending_since ? 100 : 1000);
    struct signalfd_siginfo info;
    while (read(signals, &info, sizeof info) == sizeof info) {
      if (info.ssi_signo != SIGCHLD) forward((int)info.ssi_signo);
    }
    if (getppid() != parent && !ending_since) forward(SIGTERM);
    if (ending_since && getppid() != parent && now_ms() - ending_since > GRACE_MS) kill(-command, SIGKILL);
  }
  foreground(getpgrp());
  if (ending_since || WIFSIGNALED(status)) end_orphans();
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
