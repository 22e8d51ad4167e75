"""Python objects of growing size between ranks, and collectives of objects."""

from mpi4py import MPI

world = MPI.COMM_WORLD
rank, ranks = world.Get_rank(), world.Get_size()
for step in range(20):
    words = {"from": rank, "words": ["word"] * (step + rank)}
    got = world.sendrecv(words, dest=(rank + 1) % ranks, source=(rank - 1) % ranks)
    assert got["from"] == (rank - 1) % ranks
    assert world.allreduce(step) == step * ranks
assert world.bcast([1, 2, 3] if rank == 0 else None) == [1, 2, 3]
assert world.gather(rank) == (list(range(ranks)) if rank == 0 else None)
