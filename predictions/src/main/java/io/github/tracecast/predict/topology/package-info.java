/**
 * Recognises the topology of a program's point-to-point messages: which grid, torus, tree or hypercube its ranks form, and where
 * each rank stands in it.
 *
 * <p>{@link io.github.tracecast.predict.topology.MessagePattern} says who sends how much to whom.
 * {@link io.github.tracecast.predict.topology.TopologySearch} compares its graph with the candidates of
 * {@link io.github.tracecast.predict.topology.Candidates}, in the order of Xu, Prithivathi, Subhlok and Zheng ("Logicalization of MPI
 * communication traces"): prime factors, edges, degrees, eigenvalues, isomorphism.
 */
package io.github.tracecast.predict.topology;
