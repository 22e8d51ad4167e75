package io.github.tracecast.trace.internal.binary;

import java.nio.charset.StandardCharsets;

/**
 * The preset dictionary of the deflated tables: texts that many traces have, so that a small trace
 * need not contain them. The dictionary is part of the format, so a file with another dictionary
 * would have another version.
 */
public final class UsualText {
  private UsualText() {}

  /**
   * Returns the dictionary: the names in UTF-8, each after its length in one byte, then the texts
   * without lengths. The most common texts come last, because references to the end are shortest.
   */
  public static byte[] bytes() {
    StringBuilder all = new StringBuilder();
    for (String line : NAMES.lines().toList()) {
      for (String name : line.split(" ")) {
        all.append((char) name.length()).append(name);
      }
    }
    return all.append(TEXTS).toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static final String NAMES = """
      MPI_Comm_create MPI_Comm_create_group MPI_Comm_free MPI_Cart_create MPI_Cart_sub MPI_Dims_create
      MPI_Type_contiguous MPI_Type_vector MPI_Type_create_struct MPI_Type_commit MPI_Type_free MPI_Request_free
      MPI_Win_create MPI_Win_fence MPI_Put MPI_Get MPI_File_open MPI_File_write_at_all MPI_File_close
      MPI_Ibarrier MPI_Ibcast MPI_Iallreduce MPI_Iallgather MPI_Ialltoall MPI_Neighbor_alltoall
      MPI_Exscan MPI_Scan MPI_Reduce_scatter MPI_Reduce_scatter_block MPI_Scatter MPI_Scatterv
      MPI_Gather MPI_Gatherv MPI_Allgather MPI_Allgatherv MPI_Alltoallv
      MPI_Get_count MPI_Probe MPI_Iprobe MPI_Test MPI_Testall MPI_Testany MPI_Testsome MPI_Waitany MPI_Waitsome
      MPI_Start MPI_Startall MPI_Send_init MPI_Recv_init MPI_Ssend MPI_Bsend MPI_Rsend MPI_Issend
      MPI_Sendrecv_replace MPI_Sendrecv MPI_Comm_split MPI_Comm_dup MPI_Comm_rank MPI_Comm_size MPI_Abort
      MPI_Send MPI_Recv MPI_Isend MPI_Irecv MPI_Wait MPI_Waitall
      MPI_Alltoall MPI_Reduce MPI_Init_thread MPI_Init MPI_Bcast MPI_Barrier MPI_Allreduce MPI_Finalize
      new_communicator color key receive_count receive_datatype receive_tag matched_source matched_tag
      completed source destination tag request requests communicator count datatype root reduction
      MPI_PACKED MPI_SHORT MPI_UNSIGNED_LONG MPI_UNSIGNED MPI_LONG_LONG_INT MPI_LONG_DOUBLE MPI_FLOAT_INT
      MPI_DOUBLE_INT MPI_2INT MPI_COMPLEX MPI_DOUBLE_COMPLEX MPI_CHARACTER MPI_LOGICAL MPI_REAL8 MPI_REAL
      MPI_INTEGER8 MPI_INTEGER MPI_UNSIGNED_CHAR MPI_UINT64_T MPI_INT64_T MPI_LONG_LONG MPI_LONG MPI_FLOAT
      MPI_CHAR MPI_BYTE MPI_INT MPI_DOUBLE_PRECISION MPI_DOUBLE
      """;

  private static final String TEXTS =
      "AMD EPYC Intel(R) Core(TM) i7 CPU Intel(R) Xeon(R) CPU Processor @ .0GHz"
          + "Tracecast 0.1.0instructionscpu-timetimeMPICH 4.Intel(R) MPI Library Open MPI 4.1."
          + "srun -n mpirun -np mpiexec -n mpirun.mpich -n mpirun.openmpi -n ./.x"
          + "tracecast generate tracecast import tracecast record"
          + " in void int double std::vector<double>& const*, _ (_.isra.0_.constprop.0"
          + " (.f:.f90:.hpp:.cpp:.cc:.c:main (main.cpp:main (main.c:MAIN__ ("
          + "communicator 0.\u000eMPI_COMM_WORLD\rMPI_COMM_SELF\u0001\u0000";
}
