/**
 * Recognises the topology of a program's point-to-point messages: the grid, torus, tree or
 * hypercube that its ranks form, and each rank's position in it.
 *
 * <p>{@link io.github.tracecast.tools.topology.MessagePattern} holds the messages between each pair
 * of ranks. {@link io.github.tracecast.tools.topology.TopologySearch} compares the graph of these
 * messages with the candidates of {@link io.github.tracecast.tools.topology.Candidates}, in the
 * order of Xu, Prithivathi, Subhlok and Zheng ("Logicalization of MPI communication traces"): prime
 * factors, edges, degrees, eigenvalues, isomorphism.
 */
package io.github.tracecast.tools.topology;
