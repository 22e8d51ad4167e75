! A ring and a reduction, by mpif.h (the default), by module mpi (-DBY_MPI) or by mpi_f08 (-DBY_F08); all must be recorded alike.
program halo
#if defined(BY_F08)
  use mpi_f08
  implicit none
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: status, statuses(2)
#elif defined(BY_MPI)
  use mpi
  implicit none
  integer :: requests(2), status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 2)
#else
  implicit none
  include 'mpif.h'
  integer :: requests(2), status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 2)
#endif
  integer :: rank, ranks, error, step, own(4), other(4), all(4)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  own = rank
  do step = 1, 20
    call MPI_Irecv(other, 4, MPI_INTEGER, modulo(rank - 1, ranks), 5, MPI_COMM_WORLD, requests(1), error)
    call MPI_Isend(own, 4, MPI_INTEGER, modulo(rank + 1, ranks), 5, MPI_COMM_WORLD, requests(2), error)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
  end do
  call MPI_Sendrecv(own, 4, MPI_INTEGER, modulo(rank + 1, ranks), 6, other, 4, MPI_INTEGER, MPI_ANY_SOURCE, 6, &
      MPI_COMM_WORLD, status, error)
  call MPI_Irecv(all, 4, MPI_INTEGER, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, requests(1), error)
  call MPI_Irecv(other, 4, MPI_INTEGER, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, requests(2), error)
  call MPI_Send(own, 4, MPI_INTEGER, modulo(rank + 1, ranks), 7, MPI_COMM_WORLD, error)
  call MPI_Send(own, 4, MPI_INTEGER, modulo(rank - 1, ranks), 8, MPI_COMM_WORLD, error)
  call MPI_Waitall(2, requests, statuses, error)
  call MPI_Bcast(MPI_BOTTOM, 0, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  all = own
  call MPI_Allreduce(MPI_IN_PLACE, all, 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
#if defined(BY_F08)
  if (rank == 0) print *, 'sum', all(1), statuses(1)%MPI_SOURCE, statuses(2)%MPI_TAG
#else
  if (rank == 0) print *, 'sum', all(1), statuses(MPI_SOURCE, 1), statuses(MPI_TAG, 2)
#endif
  call MPI_Finalize(error)
end program halo
