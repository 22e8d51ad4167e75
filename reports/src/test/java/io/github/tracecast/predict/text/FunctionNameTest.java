package io.github.tracecast.predict.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The short names of call sites, as recorders of C, C++ and Fortran write their paths. */
class FunctionNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exchange (heat.c:20) #2 < main (heat.c:67) | exchange (heat.c:20) #2",
        "mpiWait(ompi_request_t**, ompi_status_public_t*) (utilsMpi.cc:62) < main (main.cc:58) | mpiWait (utilsMpi.cc:62)",
        "LAMMPS_NS::CommBrick::reverse_comm() (comm_brick.cpp:525) < main (main.cpp:77) | LAMMPS_NS::CommBrick::reverse_comm (comm_brick.cpp:525)",
        "void ns::sum<std::map<int, long> >(std::vector<int, std::allocator<int> > const&) const (a.cc:3) < f (a.cc:9) | ns::sum (a.cc:3)",
        "(anonymous namespace)::initMesh(MonteCarlo*, Parameters const&) (initMC.cc:299) < main (a.cc:1) | initMesh (initMC.cc:299)",
        "__clover_module_MOD_clover_exchange (clover_leaf+0x1a5c7) < hydro_ (clover_leaf+0x6fa9f) | clover_exchange (clover_leaf+0x1a5c7)",
        "Sum::operator()(int) (a.cc:4) < main (a.cc:9) | Sum::operator()(int) (a.cc:4)",
        "MPI_Send at 829 (mpi.F90, epoch2d) < MPI_Send at 563 (mpi.F90, epoch2d) | MPI_Send at 829 (mpi.F90, epoch2d)",
        "stencil/waitall | stencil/waitall",
        "0x4005d0 | 0x4005d0"
      })
  void theInnermostFunctionHasNeitherParametersNorTemplateArguments(String path, String name) {
    assertThat(FunctionName.of(path)).isEqualTo(name);
  }

  @Test
  void theFirstCallerThatDiffersTellsPathsApart() {
    String near = "f (a.c:3) < g (a.c:7) < main (a.c:1)";
    String far = "f (a.c:3) < h (a.c:8) < step (a.c:4) < main (a.c:1)";
    String further = "f (a.c:3) < h (a.c:8) < last (a.c:5) < main (a.c:1)";

    assertThat(FunctionName.withCallers(List.of(near, far, further, "k (a.c:5) < g (a.c:7)")))
        .containsExactly("f < g", "f < ... < step", "f < ... < last", "k (a.c:5)");
    String balance = "MPI_Send at 829 (mpi.F90, epoch2d) < 563 (balance.F90, epoch2d)";
    String window = "MPI_Send at 829 (mpi.F90, epoch2d) < 71 (window.F90, epoch2d)";
    assertThat(FunctionName.withCallers(List.of(balance, window)))
        .containsExactly(
            "MPI_Send at 829 < 563 (balance.F90, epoch2d)",
            "MPI_Send at 829 < 71 (window.F90, epoch2d)");
    String line = "f (a.c:3) < g (a.c:9) < main (a.c:1)";
    assertThat(FunctionName.withCallers(List.of(near, line))).containsExactly(near, line);
  }
}
