// The compiler plugin that writes the static structure. A pass over each source file finds the loops, branches and calls of its functions
// (Shape.cpp), writes them as text into a section of the object file, and inserts marks. The linker joins the sections. A mark costs
// a load and a branch until the recorder, if it is loaded, fills the mark's slot.
#include "Shape.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace tracecast;

namespace {

// The first slots hold the functions of the recorder that marks call; one slot for each vertex follows. See recorder/src/structure.c.
enum { ENTER, ITERATE, LEAVE, VERTICES };

class Marks {
public:
  Marks(Module &module, unsigned vertices)
      : context(module.getContext()), word(PointerType::getUnqual(Type::getInt8Ty(context))),
        type(FunctionType::get(Type::getVoidTy(context), {word}, false)), array(ArrayType::get(word, VERTICES + vertices)),
        slots(new GlobalVariable(module, array, false, GlobalValue::InternalLinkage, Constant::getNullValue(array), "tracecast.slots")) {}

  // Inserts a mark: if (slot of the vertex) function(slot of the vertex)
  void insert(unsigned function, unsigned vertex, Instruction *before) {
    IRBuilder<> test(before);
    test.SetCurrentDebugLocation(DebugLoc());
    Value *found = test.CreateLoad(word, slot(VERTICES + vertex));
    MDNode *rare = MDBuilder(context).createBranchWeights(1, 1000);
    Instruction *end = SplitBlockAndInsertIfThen(test.CreateIsNotNull(found), before, false, rare);
    IRBuilder<> call(end);
    Value *target = call.CreateBitCast(call.CreateLoad(word, slot(function)), PointerType::getUnqual(type));
    CallInst *mark = call.CreateCall(type, target, {found});
    if (DISubprogram *subprogram = before->getFunction()->getSubprogram()) mark->setDebugLoc(DILocation::get(context, 0, 0, subprogram));
  }

  Constant *first() { return ConstantExpr::getBitCast(slots, word); }

private:
  Constant *slot(unsigned index) {
    Type *number = Type::getInt32Ty(context);
    Constant *indices[] = {ConstantInt::get(number, 0), ConstantInt::get(number, index)};
    return ConstantExpr::getInBoundsGetElementPtr(array, slots, indices);
  }

  LLVMContext &context;
  PointerType *word;
  FunctionType *type;
  ArrayType *array;
  GlobalVariable *slots;
};

// Passes the text and the slots to the recorder before main, if the recorder is loaded.
void registerAtStart(Module &module, const std::string &text, Marks &marks) {
  LLVMContext &context = module.getContext();
  PointerType *word = PointerType::getUnqual(Type::getInt8Ty(context));
  Constant *bytes = ConstantDataArray::getString(context, text);
  auto *section = new GlobalVariable(module, bytes->getType(), true, GlobalValue::PrivateLinkage, bytes, "tracecast.text");
  section->setSection(".tracecast.structure");
  section->setAlignment(Align(1));
  FunctionType *type = FunctionType::get(Type::getVoidTy(context), {word, word}, false);
  Function *known = module.getFunction("tracecast_structure");
  if (!known) known = Function::Create(type, GlobalValue::ExternalWeakLinkage, "tracecast_structure", module);
  known->addFnAttr(Attribute::NonLazyBind); // a call through the global offset table, so that a preloaded library can define it
  Function *start = Function::Create(FunctionType::get(Type::getVoidTy(context), false), GlobalValue::InternalLinkage, "tracecast.start", module);
  BasicBlock *entry = BasicBlock::Create(context, "", start), *call = BasicBlock::Create(context, "", start), *end = BasicBlock::Create(context, "", start);
  IRBuilder<> builder(entry);
  builder.CreateCondBr(builder.CreateIsNotNull(known), call, end);
  builder.SetInsertPoint(call);
  builder.CreateCall(type, builder.CreateBitCast(known, PointerType::getUnqual(type)), {ConstantExpr::getBitCast(section, word), marks.first()});
  builder.CreateBr(end);
  builder.SetInsertPoint(end);
  builder.CreateRetVoid();
  appendToGlobalCtors(module, start, 65535);
}

class StructurePass : public PassInfoMixin<StructurePass> {
public:
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    Unit unit(module);
    if (unit.functions.empty()) return PreservedAnalyses::none();
    unsigned vertices = 0;
    for (const Shape &shape : unit.functions) vertices += shape.size();
    Marks marks(module, vertices);
    unsigned first = 0;
    for (Shape &shape : unit.functions) {
      insert(shape, first, marks);
      first += shape.size();
    }
    registerAtStart(module, unit.text(), marks);
    return PreservedAnalyses::none();
  }

  static bool isRequired() { return true; }

private:
  // Inserts the marks of a function. first: number of its first vertex, which is the function itself
  static void insert(Shape &shape, unsigned first, Marks &marks) {
    for (const Place &place : shape.places()) {
      unsigned function = place.mark == Mark::Enter ? ENTER : place.mark == Mark::Iterate ? ITERATE : LEAVE;
      marks.insert(function, first + place.vertex, place.before);
    }
  }
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "tracecast-structure", "1", [](PassBuilder &builder) {
            builder.registerPipelineStartEPCallback([](ModulePassManager &passes, auto) { passes.addPass(StructurePass()); });
          }};
}
