// The loops, branches and calls of functions, as far as they may reach MPI: the intra-procedural part of the communication structure tree.
#ifndef TRACECAST_SHAPE_H
#define TRACECAST_SHAPE_H

#include "llvm/IR/Module.h"
#include <memory>
#include <string>
#include <vector>

namespace tracecast {

enum class Kind { Function, Loop, Branch, Call };

// A vertex of a function's tree. A branch is the part of a function that is executed after one outcome of a condition.
struct Vertex {
  Kind kind;
  unsigned line;      // 0 if unknown
  std::string callee; // callee of a call; * for a call through a pointer
  std::vector<std::unique_ptr<Vertex>> children;
  llvm::Instruction *at = nullptr;      // the call, or the first instruction of a loop or branch
  llvm::Instruction *iterate = nullptr; // the first instruction of a loop's iteration
};

enum class Mark { Enter, Iterate, Leave };

struct Place {
  Mark mark;
  unsigned vertex;
  llvm::Instruction *before;
};

class Shape {
public:
  explicit Shape(llvm::Function &of);

  llvm::Function *function;
  std::unique_ptr<Vertex> root;

  bool calls(llvm::function_ref<bool(const std::string &)> relevant) const;
  void prune(llvm::function_ref<bool(const std::string &)> relevant);
  unsigned size() const;              // number of vertices, including the root
  std::vector<Place> places() const;  // places of marks; marks before the same instruction are in the order of execution
  void write(std::string &text) const;
};

// All functions of a file that may reach MPI.
class Unit {
public:
  explicit Unit(llvm::Module &module);

  std::vector<Shape> functions;

  // One line for each vertex:
  //   unit FILE
  //   pointer NAME                         a function of which the file takes the address
  //   function|static NAME LINE FILE       then the function's vertices with their depths, each after its parent
  //   DEPTH loop LINE
  //   DEPTH branch LINE
  //   DEPTH call LINE NAME
  std::string text() const;

private:
  llvm::Module &module;
};

} // namespace tracecast

#endif
