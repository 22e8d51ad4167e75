// Loops come from the compiler's analysis. A region is the body of a function or of a loop. A loop inside a region counts as one node, so
// that regions have no cycles. A node is in the same vertex as its dominator if it is executed whenever the dominator is; otherwise a
// branch begins with the node. Each call is therefore in one vertex, whatever jumps a function has, and the order of vertices is an order
// of execution.
#include "Shape.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace tracecast {

namespace {

constexpr unsigned NONE = ~0u;

// Returns the immediate dominator of each node of an acyclic graph, whose nodes are numbered in topological order from the root, 0.
std::vector<unsigned> dominators(const std::vector<std::vector<unsigned>> &predecessors) {
  std::vector<unsigned> dominator(predecessors.size(), NONE);
  dominator[0] = 0;
  for (unsigned node = 1; node < predecessors.size(); node++) {
    unsigned common = NONE;
    for (unsigned other : predecessors[node]) {
      if (dominator[other] == NONE) continue;
      while (common != NONE && common != other) (common > other ? common : other) = dominator[std::max(common, other)];
      common = other;
    }
    dominator[node] = common;
  }
  return dominator;
}

bool dominates(const std::vector<unsigned> &dominator, unsigned node, unsigned other) {
  while (other > node && dominator[other] != NONE) other = dominator[other];
  return other == node;
}

unsigned lineOf(const Instruction *instruction) { return instruction && instruction->getDebugLoc() ? instruction->getDebugLoc().getLine() : 0; }

unsigned lineOf(const BasicBlock *block) {
  for (const Instruction &instruction : *block) {
    if (!isa<PHINode>(instruction) && lineOf(&instruction)) return lineOf(&instruction);
  }
  return 0;
}

// Returns the name of a call's callee; empty if the call cannot reach MPI.
std::string calleeOf(const CallBase &call) {
  if (isa<IntrinsicInst>(call) || call.isInlineAsm()) return "";
  const auto *value = dyn_cast<GlobalValue>(call.getCalledOperand()->stripPointerCastsAndAliases());
  return value ? value->getName().str() : "*";
}

class Builder {
public:
  Builder(Function &function, Vertex *root) : trees(function), loops(trees) {
    for (Loop *loop : loops.getLoopsInPreorder()) InsertPreheaderForLoop(loop, &trees, &loops, nullptr, false);
    region(nullptr, &function.getEntryBlock(), root);
  }

private:
  using Block = BasicBlock *;

  // Returns the outermost loop inside the region that contains a block; NULL if the block is directly in the region.
  Loop *inner(Loop *around, Block block) {
    Loop *loop = loops.getLoopFor(block);
    while (loop && loop->getParentLoop() != around) loop = loop->getParentLoop();
    return loop;
  }

  bool inside(Loop *around, Block block) { return !around || around->contains(block); }

  // Returns the block that represents a node: the header of an inner loop, or the block itself.
  Block node(Loop *around, Block block) {
    Loop *loop = inner(around, block);
    return loop ? loop->getHeader() : block;
  }

  static bool returns(const BasicBlock *block) { return isa<ReturnInst>(block->getTerminator()); }

  // Finds the successors inside the region, and whether the region can end here.
  void successors(Loop *around, Block head, std::vector<Block> &next, bool &ends) {
    Loop *loop = inner(around, head);
    SmallVector<Block, 8> targets;
    if (loop) loop->getExitBlocks(targets);
    else targets.append(succ_begin(head), succ_end(head));
    ends = returns(head);
    for (Block target : targets) {
      if (!inside(around, target) || (around && target == around->getHeader())) ends = true;
      else next.push_back(node(around, target));
    }
  }

  static bool quiet(const BasicBlock *block) {
    for (const Instruction &instruction : *block) {
      if (const auto *call = dyn_cast<CallBase>(&instruction)) {
        if (!calleeOf(*call).empty()) return false;
      }
    }
    return true;
  }

  // Returns the block where an iteration begins: after the test at the loop's head, which is executed once more than the body.
  Block beginning(Loop *loop) {
    Block block = loop->getHeader();
    while (quiet(block)) {
      Block only = nullptr;
      unsigned others = 0, leaving = 0;
      for (Block next : llvm::successors(block)) {
        if (!loop->contains(next)) leaving++;
        else if (!only) only = next;
        else others++;
      }
      if (!only || others || !leaving || only == loop->getHeader() || loops.getLoopFor(only) != loop || only->getUniquePredecessor() != block) break;
      block = only;
    }
    return block;
  }

  void order(Loop *around, Block head, DenseMap<Block, unsigned> &seen, std::vector<Block> &sorted) {
    std::vector<std::pair<Block, std::vector<Block>>> open;
    bool ends;
    auto visit = [&](Block block) {
      if (!seen.try_emplace(block, 0).second) return;
      open.emplace_back(block, std::vector<Block>());
      successors(around, block, open.back().second, ends);
    };
    visit(head);
    while (!open.empty()) {
      std::vector<Block> &next = open.back().second;
      if (next.empty()) {
        sorted.push_back(open.back().first);
        open.pop_back();
      } else {
        // the last successor first, because the order is reversed below
        Block block = next.back();
        next.pop_back();
        visit(block);
      }
    }
    std::reverse(sorted.begin(), sorted.end());
    for (unsigned i = 0; i < sorted.size(); i++) seen[sorted[i]] = i;
  }

  void region(Loop *around, Block head, Vertex *vertex) {
    DenseMap<Block, unsigned> number;
    std::vector<Block> sorted;
    order(around, node(around, head), number, sorted);
    unsigned count = sorted.size();
    std::vector<std::vector<unsigned>> before(count), after(count + 1); // after: the reversed graph, with the end as root
    std::vector<bool> ends(count), lasts(count); // lasts: whether the end can be reached
    std::vector<std::vector<unsigned>> next(count);
    for (unsigned i = 0; i < count; i++) {
      std::vector<Block> blocks;
      bool end = false;
      successors(around, sorted[i], blocks, end);
      ends[i] = end;
      for (Block block : blocks) {
        auto found = number.find(block);
        if (found == number.end() || found->second <= i) continue; // the cycle has two entries
        next[i].push_back(found->second);
        before[found->second].push_back(i);
      }
    }
    for (unsigned i = count; i-- > 0;) {
      lasts[i] = ends[i];
      for (unsigned other : next[i]) lasts[i] = lasts[i] || lasts[other];
    }
    bool endless = !lasts[0];
    for (unsigned i = 0; i < count; i++) {
      if (ends[i] || (endless && next[i].empty())) after[count - i].push_back(0);
      for (unsigned other : next[i]) after[count - i].push_back(count - other);
    }
    std::vector<unsigned> dominator = dominators(before), postdominator = dominators(after);
    std::vector<Vertex *> of(count, vertex);
    for (unsigned i = 0; i < count; i++) {
      if (i > 0) {
        unsigned above = dominator[i];
        of[i] = of[above];
        if (!dominates(postdominator, count - i, count - above)) of[i] = branch(around, sorted[i], of[above]);
      }
      take(around, sorted[i], of[i]);
    }
  }

  static Vertex *add(Vertex *to, Kind kind, unsigned line, Instruction *at, std::string callee = "") {
    to->children.push_back(std::make_unique<Vertex>());
    Vertex *vertex = to->children.back().get();
    vertex->kind = kind;
    vertex->line = line;
    vertex->callee = std::move(callee);
    vertex->at = at;
    return vertex;
  }

  Instruction *startOf(Loop *around, Block block) {
    Loop *loop = inner(around, block);
    if (loop) return loop->getLoopPreheader() ? loop->getLoopPreheader()->getTerminator() : nullptr;
    auto at = block->getFirstInsertionPt();
    return at == block->end() ? nullptr : &*at;
  }

  Vertex *branch(Loop *around, Block block, Vertex *to) { return add(to, Kind::Branch, lineOf(block), startOf(around, block)); }

  void take(Loop *around, Block block, Vertex *to) {
    if (Loop *loop = inner(around, block)) {
      unsigned line = loop->getStartLoc() ? loop->getStartLoc().getLine() : 0;
      Vertex *vertex = add(to, Kind::Loop, line, startOf(around, block));
      Block head = beginning(loop);
      auto at = head->getFirstInsertionPt();
      vertex->iterate = at == head->end() ? nullptr : &*at;
      region(loop, head, vertex);
      return;
    }
    for (Instruction &instruction : *block) {
      if (auto *call = dyn_cast<CallBase>(&instruction)) {
        std::string callee = calleeOf(*call);
        if (!callee.empty()) add(to, Kind::Call, lineOf(call), call, callee);
      }
    }
  }

  DominatorTree trees;
  LoopInfo loops;
};

bool anyCall(const Vertex &vertex, function_ref<bool(const std::string &)> relevant) {
  if (vertex.kind == Kind::Call) return relevant(vertex.callee);
  return std::any_of(vertex.children.begin(), vertex.children.end(), [&](const auto &child) { return anyCall(*child, relevant); });
}

void pruneBelow(Vertex &vertex, function_ref<bool(const std::string &)> relevant) {
  auto &all = vertex.children;
  all.erase(std::remove_if(all.begin(), all.end(), [&](const auto &child) { return !anyCall(*child, relevant); }), all.end());
  for (auto &child : all) pruneBelow(*child, relevant);
}

unsigned count(const Vertex &vertex) {
  unsigned sum = 1;
  for (const auto &child : vertex.children) sum += count(*child);
  return sum;
}

void addPlaces(const Vertex &vertex, unsigned &next, std::vector<Place> &places) {
  unsigned number = next++;
  if (vertex.kind != Kind::Function && vertex.at) places.push_back({Mark::Enter, number, vertex.at});
  if (vertex.iterate) places.push_back({Mark::Iterate, number, vertex.iterate});
  for (const auto &child : vertex.children) addPlaces(*child, next, places);
}

void writeBelow(const Vertex &vertex, unsigned depth, std::string &text) {
  for (const auto &child : vertex.children) {
    text += std::to_string(depth) + (child->kind == Kind::Loop ? " loop " : child->kind == Kind::Branch ? " branch " : " call ") + std::to_string(child->line);
    if (child->kind == Kind::Call) text += " " + child->callee;
    text += "\n";
    writeBelow(*child, depth + 1, text);
  }
}

} // namespace

Shape::Shape(Function &of) : function(&of), root(std::make_unique<Vertex>()) {
  root->kind = Kind::Function;
  root->line = of.getSubprogram() ? of.getSubprogram()->getLine() : 0;
  Builder(of, root.get());
}

bool Shape::calls(function_ref<bool(const std::string &)> relevant) const { return anyCall(*root, relevant); }
void Shape::prune(function_ref<bool(const std::string &)> relevant) { pruneBelow(*root, relevant); }
unsigned Shape::size() const { return count(*root); }

std::vector<Place> Shape::places() const {
  std::vector<Place> places;
  BasicBlock &entry = function->getEntryBlock();
  Instruction *start = &*entry.getFirstInsertionPt();
  while (isa<AllocaInst>(start)) start = start->getNextNode();
  places.push_back({Mark::Enter, 0, start});
  unsigned next = 0;
  addPlaces(*root, next, places);
  for (BasicBlock &block : *function) {
    if (isa<ReturnInst>(block.getTerminator()) && !block.getTerminatingMustTailCall()) places.push_back({Mark::Leave, 0, block.getTerminator()});
  }
  return places;
}

void Shape::write(std::string &text) const {
  const DISubprogram *subprogram = function->getSubprogram();
  text += (function->hasLocalLinkage() ? "static " : "function ") + function->getName().str() + " " + std::to_string(root->line) + " "
      + (subprogram ? subprogram->getFilename() : function->getParent()->getSourceFileName()).str() + "\n";
  writeBelow(*root, 1, text);
}

Unit::Unit(Module &module) : module(module) {
  TargetLibraryInfoImpl names{Triple(module.getTargetTriple())};
  TargetLibraryInfo library(names);
  StringSet<> silent; // functions that are known not to reach MPI
  auto relevant = [&](const std::string &callee) {
    LibFunc known;
    return !silent.count(callee) && !library.getLibFunc(callee, known) && callee.rfind("_Fortran", 0) != 0;
  };
  for (Function &function : module) {
    if (!function.isDeclaration() && !function.hasAvailableExternallyLinkage()) functions.emplace_back(function);
  }
  for (bool more = true; more;) {
    more = false;
    for (const Shape &shape : functions) {
      std::string name = shape.function->getName().str();
      if (!silent.count(name) && !shape.calls(relevant)) more = silent.insert(name).second;
    }
  }
  functions.erase(std::remove_if(functions.begin(), functions.end(), [&](const Shape &shape) { return !shape.calls(relevant); }), functions.end());
  for (Shape &shape : functions) shape.prune(relevant);
}

std::string Unit::text() const {
  std::string text = "unit " + module.getSourceFileName() + "\n";
  for (const Function &function : module) {
    if (!function.isIntrinsic() && function.hasAddressTaken()) text += "pointer " + function.getName().str() + "\n";
  }
  for (const Shape &shape : functions) shape.write(text);
  return text;
}

} // namespace tracecast
