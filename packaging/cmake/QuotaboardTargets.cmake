# SPDX-License-Identifier: Apache-2.0
# Settings that every target of ours shares.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# moc of Qt 6.4 stumbles over <concepts> of libstdc++ 12 where a header begins with it (by way of <compare>); it needs none.
set(CMAKE_AUTOMOC_MOC_OPTIONS -D_GLIBCXX_CONCEPTS)

find_program(QUOTABOARD_CCACHE ccache)
if(QUOTABOARD_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${QUOTABOARD_CCACHE})
endif()

if(QUOTABOARD_SANITIZERS)
    add_compile_options(-fsanitize=${QUOTABOARD_SANITIZERS} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${QUOTABOARD_SANITIZERS})
endif()

function(quotaboard_own_target target)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Werror)
    target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
endfunction()
