// Classes of the user -> what generated code must know of them: the members of records, and for
// data-oriented classes their kernels and how they are constructed.
#pragma once

#include "bind/ClassModel.h"
#include "bind/KernelModel.h"
#include "front/read/Forward.h"

#include <optional>
#include <vector>

namespace treelize::front {

/// The data members, those of the bases first.
bind::RecordModel readRecord(const clang::CXXRecordDecl* record, const clang::ASTContext& ast);

/// Every record that a value of the function's parameters, of its object or of its local variables
/// is made of, inner ones first. Nodes are left out: their members are known by their traits.
std::vector<bind::RecordModel> readRecordsOf(const clang::FunctionDecl* function,
                                             const Annotations& annotations,
                                             const clang::ASTContext& ast);

/// The same of an object alone, whose kernels are those of its bases.
std::vector<bind::RecordModel> readRecordsOf(const clang::CXXRecordDecl* object,
                                             const Annotations& annotations,
                                             const clang::ASTContext& ast);

/// A data-oriented class. Empty after a report.
std::optional<bind::ClassModel> readClass(Session& session, const Annotations& annotations,
                                          const Annotation& dataOriented);

} // namespace treelize::front
