// What a source file's functions do, as far as it may reach MPI: the intra-procedural part of the communication structure tree.
#ifndef TRACECAST_SHAPE_H
#define TRACECAST_SHAPE_H

#include "llvm/IR/Module.h"
#include <memory>
#include <string>
#include <vector>

namespace tracecast {

enum class Kind { Function, Loop, Branch, Call };

// A vertex of a function's tree. A branch is the part of a function that some outcome of a condition leads to.
struct Vertex {
  Kind kind;
  unsigned line;      // 0 if unknown
  std::string callee; // of a call; * if it is a pointer
  std::vector<std::unique_ptr<Vertex>> children;
  llvm::Instruction *at = nullptr;      // the call, or where a loop or branch begins
  llvm::Instruction *iterate = nullptr; // where an iteration of a loop begins
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
  unsigned size() const;              // number of vertices with the root
  std::vector<Place> places() const;  // of marks, in the order in which marks before one instruction are passed
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
  //   function|static NAME LINE FILE       then its vertices, each after the one around it, with their depth
  //   DEPTH loop LINE
  //   DEPTH branch LINE
  //   DEPTH call LINE NAME
  std::string text() const;

private:
  llvm::Module &module;
};

} // namespace tracecast

#endif
