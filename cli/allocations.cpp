// Counts what the program takes from the heap, so that `bench` can show that playing takes nothing.
// The counter belongs to its thread and costs one addition.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace rw::cli {

namespace {
thread_local std::uint64_t taken = 0;

void* take(std::size_t bytes) {
  ++taken;
  if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
  throw std::bad_alloc();
}

void* take(std::size_t bytes, std::align_val_t alignment) {
  ++taken;
  const auto unit = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(unit, (bytes + unit - 1) / unit * unit)) return memory;
  throw std::bad_alloc();
}
}  // namespace

std::uint64_t allocations() { return taken; }

}  // namespace rw::cli

void* operator new(std::size_t bytes) { return rw::cli::take(bytes); }
void* operator new[](std::size_t bytes) { return rw::cli::take(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) { return rw::cli::take(bytes, alignment); }
void* operator new[](std::size_t bytes, std::align_val_t alignment) { return rw::cli::take(bytes, alignment); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return std::malloc(bytes == 0 ? 1 : bytes);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return std::malloc(bytes == 0 ? 1 : bytes);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
