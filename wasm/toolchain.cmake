# clang-22 with Debian's libraries for WebAssembly (wasi-libc, libc++-22-dev-wasm32, libclang-rt-22-dev-wasm32).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)  # the folder of those libraries; clang has a newer name for it
set(CMAKE_CXX_FLAGS_INIT -Wno-deprecated)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .wasm)
