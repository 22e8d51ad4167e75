"""The exchange that every benchmark here measures: each rank of a 3D periodic torus and its six neighbours swap a
message a step (six Irecv, six Isend, one Waitall). Written as a SimGrid time-independent trace with its platform."""

import math
import os

LINK_BANDWIDTH = "175MBps"
LINK_LATENCY = "90ns"

# What makes SimGrid take a platform file's figures as they are.
PLAIN_NETWORK = [
    "network/model:CM02",
    "network/crosstraffic:0",
    "network/TCP-gamma:0",
    "network/weight-S:0",
    "network/latency-factor:1",
    "network/bandwidth-factor:1",
]


def shape_of(ranks):
    """The three dimensions, as equal as powers of two allow and the largest first: 64 is 4x4x4, 1024 is 16x8x8."""
    if ranks < 8 or ranks & (ranks - 1):
        raise ValueError(f"found {ranks} ranks; expected a power of two, 8 or more")
    bits = ranks.bit_length() - 1
    return tuple(1 << (bits + d) // 3 for d in (2, 1, 0))


def neighbours(rank, shape):
    """The six neighbours of a rank, x fastest, as -x +x -y +y -z +z."""
    x_size, y_size, z_size = shape
    x, y, z = rank % x_size, rank // x_size % y_size, rank // (x_size * y_size)

    def at(i, j, k):
        return i % x_size + x_size * (j % y_size + y_size * (k % z_size))

    return (at(x - 1, y, z), at(x + 1, y, z), at(x, y - 1, z), at(x, y + 1, z), at(x, y, z - 1), at(x, y, z + 1))


def messages(ranks, steps):
    return 6 * ranks * steps


def write_trace(folder, ranks, steps, message_bytes):
    """One file a rank and the index that names them; returns the index's path."""
    index_path = os.path.join(folder, f"exchange-{ranks}.tit")
    shape = shape_of(ranks)
    with open(index_path, "w") as index:
        for rank in range(ranks):
            path = os.path.join(folder, f"exchange-{ranks}-{rank}.tit")
            index.write(path + "\n")
            # A message sent towards -x arrives from +x: its tag is the sender's direction, so that it stays
            # apart from the other one where a dimension of two makes both neighbours the same rank.
            around = neighbours(rank, shape)
            lines = [f"{rank} irecv {peer} {d ^ 1} {message_bytes} 6\n" for d, peer in enumerate(around)]
            lines += [f"{rank} isend {peer} {d} {message_bytes} 6\n" for d, peer in enumerate(around)]
            lines.append(f"{rank} waitall 12\n")
            step = "".join(lines)
            with open(path, "w") as out:
                out.write(f"{rank} init\n")
                for _ in range(steps):
                    out.write(step)
                out.write(f"{rank} finalize\n")
    return index_path


def write_platform(folder, ranks):
    """A torus of one-core hosts and the host file; returns both paths."""
    shape = shape_of(ranks)
    platform_path = os.path.join(folder, f"torus-{ranks}.xml")
    with open(platform_path, "w") as out:
        out.write(f"""<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="world" routing="Full">
    <cluster id="torus" prefix="n" suffix="" radical="0-{math.prod(shape) - 1}" speed="2.8Gf" topology="TORUS"
             topo_parameters="{','.join(map(str, shape))}" bw="{LINK_BANDWIDTH}" lat="{LINK_LATENCY}"
             sharing_policy="SPLITDUPLEX"/>
  </zone>
</platform>
""")
    hosts_path = os.path.join(folder, f"hosts-{ranks}")
    with open(hosts_path, "w") as out:
        out.writelines(f"n{rank}\n" for rank in range(ranks))
    return platform_path, hosts_path
