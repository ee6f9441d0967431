// A function played through on placeholders: what does each part of two objects hold at its end?
//
// Every part of an object, a number or a pointer or an object of the library, starts with a
// placeholder of its own. Only what is known for certain is played: whole numbers, addresses of
// parts, and where placeholders go. Anything else makes the outcome unclear.
#pragma once

#include "front/lower/types/Members.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <map>
#include <optional>
#include <variant>

namespace treelize::front {

using Steps = std::vector<MemberStep>;

/// Where something lies: in an object or a variable, by members and elements.
struct Spot {
  unsigned owner = 0;
  Steps steps;
  bool operator==(const Spot&) const = default;
};
struct SpotOrder {
  bool operator()(const Spot& one, const Spot& other) const;
};

/// What a part held at the begin; by hand: as the function of its class copies it, not as it was.
struct Held {
  Spot origin;
  bool isByHand = false;
  bool operator==(const Held&) const = default;
};
/// An address; of nothing: a null pointer.
struct Address {
  std::optional<Spot> of;
  bool operator==(const Address&) const = default;
};
struct Unknown {
  bool operator==(const Unknown&) const = default;
};
using Content = std::variant<Unknown, Held, Address, llvm::APSInt>;

/// A part that is not taken apart.
struct Part {
  Steps steps;
  bool isByHand; // copied by a function of its class, or of one around it, that does more
};

class Rehearsal {
public:
  /// Of a constructor or an assignment that copies or moves, from another object or from itself.
  Rehearsal(const clang::CXXMethodDecl* operation, bool isFromItself);
  /// Does the object end with what the other one held, part by part? Another one that does not end
  /// with the operation is left as it was.
  bool isCopy(bool mayChangeOther);

private:
  static constexpr unsigned own = 0;
  enum class Flow { next, broken, continued, returned };
  struct Frame {
    std::optional<Spot> self;
    std::map<const clang::ValueDecl*, Spot> variables; // of references what they refer to
    std::optional<Spot> place;                         // of the result, a reference or an object
    Content result;
  };
  struct Outcome {
    Content content;
    std::optional<Spot> place;
  };

  const clang::CXXMethodDecl* operation;
  const clang::ASTContext& ast;
  unsigned other;
  unsigned owners = 2;
  unsigned steps = 0;
  bool isUnclear = false;
  std::map<const clang::CXXRecordDecl*, bool> copiedByHand;
  std::map<Spot, Content, SpotOrder> contents;
  std::vector<Frame> frames;

  Content unclear();
  Spot unclearSpot();
  Spot variable(clang::QualType type);

  std::vector<Part> partsOf(clang::QualType type);
  void addParts(clang::QualType type, const Steps& steps, bool isByHand, std::vector<Part>& parts);
  bool isByHand(const clang::CXXRecordDecl* record);
  void hold(clang::QualType type, const Spot& spot, bool isKnown);
  void copyParts(clang::QualType type, const Spot& to, const Spot& from, bool isOfSameKind);
  void exchangeParts(clang::QualType type, const Spot& one, const Spot& two);
  bool isOfSameKind(const clang::CXXMethodDecl* method) const;
  void copyObject(const clang::CXXMethodDecl* method, const Spot& to, const Spot& from);

  Spot normal(Spot spot) const;
  Content load(const Spot& spot);
  void store(const Spot& spot, Content content);
  Spot moved(Spot spot, std::int64_t elements);
  Spot placeBehind(const Content& address);

  Flow play(const clang::Stmt* stmt);
  Flow loop(const clang::Expr* test, const clang::Stmt* body, const clang::Expr* step,
            bool isTestedFirst);
  void declare(const clang::Decl* decl);
  bool isTrue(const clang::Expr* test);
  void initialize(clang::QualType type, const Spot& spot, const clang::Expr* init);
  void make(clang::QualType type, const Spot& spot, const clang::Expr* init);
  void makeList(clang::QualType type, const Spot& spot, const clang::InitListExpr* list);
  void construct(const clang::CXXConstructExpr* made, const Spot& spot);

  Spot spotOf(const clang::Expr* expr);
  Spot spotOfMember(const clang::MemberExpr* member);
  Spot changed(const clang::UnaryOperator* expr);
  Content contentOf(const clang::Expr* expr);
  Content cast(const clang::CastExpr* expr);
  Content unary(const clang::UnaryOperator* expr);
  Content binary(const clang::BinaryOperator* expr);
  Content computed(clang::BinaryOperatorKind kind, const Content& left, const Content& right,
                   clang::QualType type);
  Content constant(const clang::Expr* expr);
  void perform(const clang::Expr* expr);

  Outcome call(const clang::CallExpr* expr, std::optional<Spot> target);
  std::optional<Outcome> libraryCall(const clang::CallExpr* expr,
                                     const clang::FunctionDecl* callee);
  Spot object(const clang::Expr* expr);
  Spot argument(const clang::ParmVarDecl* parameter, const clang::Expr* expr);
  Outcome enter(const clang::FunctionDecl* function, std::optional<Spot> self,
                const std::vector<Spot>& arguments, std::optional<Spot> target);
  void copyRun(const clang::Expr* to, const clang::Expr* from, const Content& count, bool inBytes);
};

} // namespace treelize::front
