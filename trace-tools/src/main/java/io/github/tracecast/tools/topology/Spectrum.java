package io.github.tracecast.tools.topology;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;

/**
 * The eigenvalues of a graph's adjacency matrix. Graphs with different eigenvalues are not
 * isomorphic.
 */
record Spectrum(double[] values) {
  /**
   * The largest number of vertices of a graph whose eigenvalues are computed, because the time
   * grows with the cube of the number of vertices.
   */
  static final int MOST_VERTICES = 256;

  /**
   * Eigenvalues that differ by at most this count as equal. Eigenvalues are at most the largest
   * degree, and exact to about 1e-12 of this degree.
   */
  private static final double TOLERANCE = 1e-7;

  static Spectrum of(RankGraph graph) {
    double[][] matrix = new double[graph.vertices()][graph.vertices()];
    for (int vertex = 0; vertex < matrix.length; vertex++) {
      for (int i = graph.degree(vertex) - 1; i >= 0; i--) {
        matrix[vertex][graph.neighbour(vertex, i)] = 1;
      }
    }
    double[] values =
        new EigenDecomposition(new Array2DRowRealMatrix(matrix, false)).getRealEigenvalues();
    Arrays.sort(values);
    return new Spectrum(values);
  }

  boolean matches(Spectrum other) {
    return IntStream.range(0, values.length)
        .allMatch(i -> Math.abs(values[i] - other.values[i]) <= TOLERANCE);
  }
}
