// What is expected to work in a test: the value, or the test fails and says why.
#pragma once

#include <gtest/gtest.h>

#include <utility>

#include "engine/core/expected.h"

namespace rw {

// EXPECT_TRUE(ok(edition.check(position)));
template <class T>
testing::AssertionResult ok(const Expected<T>& expected) {
  return expected ? testing::AssertionSuccess() : testing::AssertionFailure() << expected.error();
}

template <class T>
T good(Expected<T> expected) {
  EXPECT_TRUE(ok(expected));
  return expected ? *std::move(expected) : T();
}

}  // namespace rw
