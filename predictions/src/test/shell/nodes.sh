#!/bin/sh
# Two nodes on this machine, for tests: nodes.sh RATE LAUNCHER COMMAND... runs Open MPI's launcher with a rank on each node.
# Network namespaces are the nodes, a bridge in a third one is the switch, and links are shaped to RATE, such as 100mbit.
# Ends with exit code 99 where it cannot run: root, iproute2 and the kernel's tbf are needed.
set -eu
PATH=$PATH:/usr/sbin:/sbin
rate=$1
launcher=$2
shift 2
id=tc$$
agent=$(mktemp)

down() {
  trap - EXIT
  for name in "$id"a "$id"b "$id"s; do ip netns del "$name" 2>/dev/null || true; done
  rm -f "$agent"
}
trap down EXIT
trap 'kill "$child" 2>/dev/null || true; wait "$child" || true; exit 143' TERM INT HUP

node() { # NAME NUMBER
  ip netns add "$1" &&
    ip link add "$id-$2" netns "$1" type veth peer name "p$2" netns "$id"s &&
    ip -n "$id"s link set "p$2" master br0 up &&
    ip -n "$1" addr add "10.99.0.$2/24" dev "$id-$2" &&
    ip -n "$1" link set "$id-$2" up && ip -n "$1" link set lo up &&
    ip netns exec "$1" tc qdisc add dev "$id-$2" root tbf rate "$rate" burst 64kb latency 200ms &&
    ip netns exec "$id"s tc qdisc add dev "p$2" root tbf rate "$rate" burst 64kb latency 200ms
}
{ [ "$(id -u)" = 0 ] && ip netns add "$id"s && ip -n "$id"s link add br0 type bridge && ip -n "$id"s link set br0 up &&
  node "$id"a 1 && node "$id"b 2; } || exit 99

# The launcher gives options, then the host, then the command of its daemon.
cat >"$agent" <<'AGENT'
#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
host=$1
shift
exec ip netns exec "$host" sh -c "$*"
AGENT
chmod 700 "$agent"
# Both daemons are on one machine: without these they bind ranks to the same core, and share memory that is not theirs.
PMIX_MCA_gds=hash ip netns exec "$id"a "$launcher" --allow-run-as-root --bind-to none --mca rtc ^hwloc --mca plm_rsh_agent "$agent" \
  --mca btl tcp,self --mca btl_tcp_if_include 10.99.0.0/24 --mca oob_tcp_if_include 10.99.0.0/24 \
  -host "$id"a:1,"$id"b:1 -n 2 "$@" &
child=$!
wait "$child"
