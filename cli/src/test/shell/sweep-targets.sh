#!/bin/sh
# Compares sweeps with their targets, with the built tool: sweep-targets.sh LU_TRACE. The trace is one of NAS LU, such as ScalaTrace's A.16.
# 1. 256 points of a 3D stencil of 1,024 ranks by loggp in less than 30 s, some of them beside their own predictions.
# 2. 16 points of LU by simgrid: killed at three random moments and resumed, the same bytes as undisturbed.
set -eu
lu=$1
root=$(cd "$(dirname "$0")/../../../.." && pwd -P)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
tracecast() { "$root/tracecast" "$@" 2>>errors; }
seconds() { date +%s.%N; }
since() { echo "$(seconds) - $1" | bc; }
# Seconds of processor time, user and system, of all processes that have ended; in the shell itself, whose children they are.
processor() { times >times; tail -n 1 times | sed 's/m/*60+/g; s/s /+/; s/s$//' | bc; }
fail() { echo "FAILED: $1" >&2; exit 1; }

tracecast generate stencil --shape 3d --neighbours faces --ranks 1024 --steps 1000 --bytes 8192 --compute 0.001 -o s.ctrace
begin=$(seconds)
tracecast sweep s.ctrace --platform bluegene-l --engine loggp --csv s.csv --quiet \
  --vary network.hop_latency=10ns:10us:log16 --vary network.link_bandwidth=50MBps:1GBps:log16
took=$(since "$begin")
processor >cpu
echo "256 points of the stencil: $took s, of processors $(cat cpu) s"
# 30 s on two processors, as processor time, because a busy machine takes longer
[ "$(echo "$(cat cpu) < 60" | bc)" = 1 ] || fail "expected less than 60 s of processors"
for row in 2 37 100 171 257; do
  line=$(sed -n "${row}p" s.csv)
  own=$(tracecast predict s.ctrace --platform bluegene-l --engine loggp --json - \
    --set "network.hop_latency=$(echo "$line" | cut -d, -f2)" \
    --set "network.link_bandwidth=$(echo "$line" | cut -d, -f4)" |
    sed -n 's/.*"predicted_seconds" : \(.*\),/\1/p')
  [ "$(echo "$line" | cut -d, -f6)" = "$own" ] || fail "row $row: expected $own, found $line"
done
echo "five of them equal their own predictions"

lu_sweep() {
  tracecast sweep "$lu" --platform graphene --vary network.host_link_latency=10us:100us:log16 \
    --journal "$1.journal" --csv "$1.csv" --quiet
}
processor >before
begin=$(seconds)
lu_sweep whole &
sweep=$!
most=0
while kill -0 "$sweep" 2>/dev/null; do # the workers are processes of the sweep, which is one of the shell's
  now=$(pgrep -f -c -- "--journal whole.journal.* --worker" || true)
  [ "$now" -le "$most" ] || most=$now
  sleep 0.5
done
wait "$sweep"
took=$(since "$begin")
processor >after
echo "16 points of LU: $took s, of processors $(echo "$(cat after) - $(cat before)" | bc) s"
echo "workers at once: $most on $(nproc) processors"
[ "$most" -ge "$(nproc)" ] || fail "expected a worker for each processor"
touch killed.journal
points() { grep -c predicted_seconds killed.journal || true; }
for kill in 1 2 3; do
  share=$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')
  enough=$((4 * kill - 3 + share % 4)) # at random, and while there is something left to do
  "$root/tracecast" sweep "$lu" --platform graphene --vary network.host_link_latency=10us:100us:log16 \
    --journal killed.journal --csv killed.csv --quiet >/dev/null 2>>errors &
  sweep=$!
  while kill -0 "$sweep" 2>/dev/null && [ "$(points)" -lt "$enough" ]; do sleep 0.2; done
  sleep "$(echo "scale=2; $share / 65536" | bc)"
  kill -KILL "$sweep"
  wait "$sweep" 2>/dev/null || true
  sleep 1
  echo "killed with $(points) points in the journal"
done
lu_sweep killed
cmp whole.csv killed.csv || fail "the bytes differ"
echo "resumed, the same bytes"
