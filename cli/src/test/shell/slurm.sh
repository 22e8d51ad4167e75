#!/bin/sh
# A Slurm on this machine, for tests: slurm.sh start FOLDER [NODE,NODE...], slurm.sh stop FOLDER. By default, its node is the host.
# All that it makes lies in FOLDER, slurm.conf too (SLURM_CONF=FOLDER/slurm.conf); its ports are of its own.
# start ends with exit code 3 where it cannot run: Debian's packages slurmctld, slurmd, slurm-client and munge.
set -eu
PATH=$PATH:/usr/sbin:/sbin
action=$1
folder=$2
nodes=${3:-$(hostname -s)}
export SLURM_CONF="$folder/slurm.conf"

stop() {
  for file in "$folder"/slurmd*.pid "$folder/slurmctld.pid" "$folder/munged.pid"; do
    [ -s "$file" ] || continue
    pid=$(cat "$file")
    kill "$pid" 2>/dev/null || continue
    for fifth in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do
      case $(ps -o stat= -p "$pid") in '' | Z*) break ;; esac
      sleep 0.2
    done
    [ "$fifth" -lt 25 ] || echo "$file: it does not stop" >&2
  done
}

cannot() {
  echo "$1" >&2
  stop
  exit 3
}

start() {
  for program in munged slurmctld slurmd sbatch sinfo; do
    command -v "$program" >/dev/null || cannot "no $program on this machine"
  done
  [ "$(id -u)" = 0 ] || cannot "slurmd needs root"
  mkdir -p "$folder/munge" "$folder/state"
  chmod 755 "$folder" "$folder/munge"
  head -c 1024 /dev/urandom >"$folder/munge/key"
  chmod 600 "$folder/munge/key"
  node=$(hostname -s)
  cat >"$SLURM_CONF" <<CONF
ClusterName=tracecast
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=26817
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmUser=root
ReturnToService=2
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool.%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.%n.log
$(port=26818; for one in $(echo "$nodes" | tr , " "); do echo "NodeName=$one NodeHostname=$node NodeAddr=127.0.0.1 Port=$port CPUs=$(nproc)"; port=$((port + 1)); done)
PartitionName=all Nodes=$nodes Default=YES State=UP
CONF
  munged --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
    --pid-file="$folder/munged.pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" ||
    cannot "munged does not start"
  slurmctld || cannot "slurmctld does not start"
  for one in $(echo "$nodes" | tr , " "); do
    mkdir -p "$folder/spool.$one"
    case $nodes in
      *,*) slurmd -N "$one" ;;
      *) slurmd ;;
    esac || cannot "slurmd does not start"
  done
  # A node that has not answered yet is "idle*", and srun would print that it waits for it.
  for second in $(seq 60); do
    [ "$(sinfo --noheader --Node --format=%t 2>/dev/null | sort -u)" != idle ] || return 0
    sleep 1
  done
  cannot "not all nodes of Slurm's are up after $second s: $(tail -n 1 "$folder/slurmctld.log")"
}

case $action in
  start) start ;;
  stop) stop ;;
  *) echo "usage: slurm.sh start|stop FOLDER" >&2; exit 2 ;;
esac
