"""A pool of workers on the ranks of the world: which worker does a task is chance."""

from mpi4py import MPI
from mpi4py.futures import MPICommExecutor


def work(number):
    return sum(i * i for i in range(200 * number))


if __name__ == "__main__":
    with MPICommExecutor(MPI.COMM_WORLD, root=0) as pool:
        if pool is not None:
            assert sum(pool.map(work, range(40))) == sum(map(work, range(40)))
