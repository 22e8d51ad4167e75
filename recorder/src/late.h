/* The MPI functions that this library uses besides the wrapped calls. The functions are looked up on first use. The library is also loaded
   into launchers and shells, which have no MPI. A program such as an interpreter loads its MPI long after this library. */
#define TC_LATE(name) ({ \
    static void *at; \
    if (!at) at = tc_next(#name); \
    (__typeof__(&name))at; \
  })
/* Open MPI's constants are addresses. If the program has its own copy of them, that copy is valid for all. */
#define TC_LATE_DATA(name) (*({ \
    static void *at; \
    if (!at) at = tc_next_data(#name); \
    (__typeof__(&name))at; \
  }))
void *tc_next(const char *name);
void *tc_next_data(const char *name);

#define PMPI_Cart_get TC_LATE(PMPI_Cart_get)
#define PMPI_Cartdim_get TC_LATE(PMPI_Cartdim_get)
#define PMPI_Comm_dup TC_LATE(PMPI_Comm_dup)
#define PMPI_Comm_free TC_LATE(PMPI_Comm_free)
#define PMPI_Comm_get_parent TC_LATE(PMPI_Comm_get_parent)
#define PMPI_Comm_group TC_LATE(PMPI_Comm_group)
#define PMPI_Comm_idup TC_LATE(PMPI_Comm_idup)
#define PMPI_Comm_rank TC_LATE(PMPI_Comm_rank)
#define PMPI_Comm_set_errhandler TC_LATE(PMPI_Comm_set_errhandler)
#define PMPI_Comm_size TC_LATE(PMPI_Comm_size)
#define PMPI_Dist_graph_neighbors TC_LATE(PMPI_Dist_graph_neighbors)
#define PMPI_Dist_graph_neighbors_count TC_LATE(PMPI_Dist_graph_neighbors_count)
#define PMPI_Get_count TC_LATE(PMPI_Get_count)
#define PMPI_Get_elements_x TC_LATE(PMPI_Get_elements_x)
#define PMPI_Get_library_version TC_LATE(PMPI_Get_library_version)
#define PMPI_Graph_neighbors TC_LATE(PMPI_Graph_neighbors)
#define PMPI_Graph_neighbors_count TC_LATE(PMPI_Graph_neighbors_count)
#define PMPI_Group_free TC_LATE(PMPI_Group_free)
#define PMPI_Group_incl TC_LATE(PMPI_Group_incl)
#define PMPI_Group_size TC_LATE(PMPI_Group_size)
#define PMPI_Group_translate_ranks TC_LATE(PMPI_Group_translate_ranks)
#define PMPI_Iallreduce TC_LATE(PMPI_Iallreduce)
#define PMPI_Irecv TC_LATE(PMPI_Irecv)
#define PMPI_Isend TC_LATE(PMPI_Isend)
#define PMPI_Mprobe TC_LATE(PMPI_Mprobe)
#define PMPI_Mrecv TC_LATE(PMPI_Mrecv)
#define PMPI_Pack TC_LATE(PMPI_Pack)
#define PMPI_Pack_size TC_LATE(PMPI_Pack_size)
#define PMPI_Query_thread TC_LATE(PMPI_Query_thread)
#define PMPI_Request_free TC_LATE(PMPI_Request_free)
#define PMPI_Send_init TC_LATE(PMPI_Send_init)
#define PMPI_Status_set_cancelled TC_LATE(PMPI_Status_set_cancelled)
#define PMPI_Status_set_elements_x TC_LATE(PMPI_Status_set_elements_x)
#define PMPI_Test TC_LATE(PMPI_Test)
#define PMPI_Test_cancelled TC_LATE(PMPI_Test_cancelled)
#define PMPI_Topo_test TC_LATE(PMPI_Topo_test)
#define PMPI_Type_dup TC_LATE(PMPI_Type_dup)
#define PMPI_Type_free TC_LATE(PMPI_Type_free)
#define PMPI_Type_get_extent TC_LATE(PMPI_Type_get_extent)
#define PMPI_Type_get_name TC_LATE(PMPI_Type_get_name)
#define PMPI_Type_get_true_extent TC_LATE(PMPI_Type_get_true_extent)
#define PMPI_Type_size TC_LATE(PMPI_Type_size)
#define PMPI_Unpack TC_LATE(PMPI_Unpack)

#define ompi_message_no_proc TC_LATE_DATA(ompi_message_no_proc)
#define ompi_message_null TC_LATE_DATA(ompi_message_null)
#define ompi_mpi_byte TC_LATE_DATA(ompi_mpi_byte)
#define ompi_mpi_comm_null TC_LATE_DATA(ompi_mpi_comm_null)
#define ompi_mpi_comm_self TC_LATE_DATA(ompi_mpi_comm_self)
#define ompi_mpi_comm_world TC_LATE_DATA(ompi_mpi_comm_world)
#define ompi_mpi_datatype_null TC_LATE_DATA(ompi_mpi_datatype_null)
#define ompi_mpi_errors_return TC_LATE_DATA(ompi_mpi_errors_return)
#define ompi_mpi_group_empty TC_LATE_DATA(ompi_mpi_group_empty)
#define ompi_mpi_group_null TC_LATE_DATA(ompi_mpi_group_null)
#define ompi_mpi_op_band TC_LATE_DATA(ompi_mpi_op_band)
#define ompi_mpi_op_bor TC_LATE_DATA(ompi_mpi_op_bor)
#define ompi_mpi_op_bxor TC_LATE_DATA(ompi_mpi_op_bxor)
#define ompi_mpi_op_land TC_LATE_DATA(ompi_mpi_op_land)
#define ompi_mpi_op_lor TC_LATE_DATA(ompi_mpi_op_lor)
#define ompi_mpi_op_lxor TC_LATE_DATA(ompi_mpi_op_lxor)
#define ompi_mpi_op_max TC_LATE_DATA(ompi_mpi_op_max)
#define ompi_mpi_op_maxloc TC_LATE_DATA(ompi_mpi_op_maxloc)
#define ompi_mpi_op_min TC_LATE_DATA(ompi_mpi_op_min)
#define ompi_mpi_op_minloc TC_LATE_DATA(ompi_mpi_op_minloc)
#define ompi_mpi_op_prod TC_LATE_DATA(ompi_mpi_op_prod)
#define ompi_mpi_op_replace TC_LATE_DATA(ompi_mpi_op_replace)
#define ompi_mpi_op_sum TC_LATE_DATA(ompi_mpi_op_sum)
#define ompi_request_null TC_LATE_DATA(ompi_request_null)

/* A number in one MPI, data of the library in the other. */
#ifndef MPI_UNWEIGHTED
#define MPI_UNWEIGHTED TC_LATE_DATA(MPI_UNWEIGHTED)
#endif
