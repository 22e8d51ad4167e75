package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.CallNames;
import io.github.tracecast.trace.MpiCall;
import java.util.Optional;

/**
 * The numbers of calls in ScalaTrace 2. Calls are numbered from 1000 on in alphabetical order, as
 * in its generated {@code umpi_mpi_ops.h}.
 */
final class Opcodes {
  private static final int FIRST = 1000;

  private static final String[] NAMES =
      ("Abort Address Allgather Allgatherv Allreduce Alltoall Alltoallv Attr_delete Attr_get Attr_put Barrier Bcast Bsend"
              + " Bsend_init Buffer_attach Buffer_detach Cancel Cart_coords Cart_create Cart_get Cart_map Cart_rank"
              + " Cart_shift Cart_sub Cartdim_get Comm_compare Comm_create Comm_dup Comm_free Comm_get_name Comm_group"
              + " Comm_rank Comm_remote_group Comm_remote_size Comm_set_name Comm_size Comm_split Comm_test_inter"
              + " Dims_create Errhandler_create Errhandler_free Errhandler_get Errhandler_set Error_class Error_string"
              + " Finalize Finalized Gather Gatherv Get_count Get_elements Get_processor_name Get_version Graph_create"
              + " Graph_get Graph_map Graph_neighbors Graph_neighbors_count Graphdims_get Group_compare Group_difference"
              + " Group_excl Group_free Group_incl Group_intersection Group_range_excl Group_range_incl Group_rank"
              + " Group_size Group_translate_ranks Group_union Handle2int Ibsend Info_c2f Info_create Info_delete Info_dup"
              + " Info_f2c Info_free Info_get Info_get_nkeys Info_get_nthkey Info_get_valuelen Info_set Init Initialized"
              + " Int2handle Intercomm_create Intercomm_merge Iprobe Irecv Irsend Isend Issend Keyval_create Keyval_free"
              + " Op_create Op_free Pack Pack_size Pcontrol Probe Recv Recv_init Reduce Reduce_scatter Request_c2f"
              + " Request_free Rsend Rsend_init Scan Scatter Scatterv Send Send_init Sendrecv Sendrecv_replace Ssend"
              + " Ssend_init Start Startall Status_c2f Status_f2c Test Test_cancelled Testall Testany Testsome Topo_test"
              + " Type_commit Type_contiguous Type_count Type_create_indexed_block Type_create_subarray Type_extent"
              + " Type_free Type_get_contents Type_get_envelope Type_hindexed Type_create_darray Type_hvector"
              + " Type_indexed Type_lb Type_size Type_struct Type_ub Type_vector Unpack Wait Waitall Waitany Waitsome"
              + " Wtick Wtime write read open open64 creat close File_open File_set_view File_write_at File_write_all"
              + " File_read_all File_seek File_close")
          .split(" ");

  private Opcodes() {}

  /**
   * Returns the name of a call, such as {@code MPI_Send}, or {@code read} for a POSIX call; empty
   * for an unknown number.
   */
  static Optional<String> name(int opcode) {
    return recorded(opcode)
        .map(name -> Character.isUpperCase(name.charAt(0)) ? "MPI_" + name : name);
  }

  /**
   * Returns the call with this number; {@link MpiCall#OTHER} if the trace format does not have the
   * call.
   */
  static MpiCall call(int opcode) {
    return recorded(opcode).map(CallNames::call).orElse(MpiCall.OTHER);
  }

  private static Optional<String> recorded(int opcode) {
    int at = opcode - FIRST;
    return at < 0 || at >= NAMES.length ? Optional.empty() : Optional.of(NAMES[at]);
  }
}
