# find_package(Ordo): the compilers, the user header and the runtime of an installed Ordo.
#
#   ORDO_EXECUTABLE, ORDO_C_COMPILER, ORDO_CXX_COMPILER   ordo, ordo-cc, ordo-c++
#   Ordo::ordo      the header <ordo/ordo.h>, which has no effect without the runtime
#   Ordo::runtime   the runtime, for linking instrumented objects without ordo cc
#
# To instrument a whole project: cmake -DCMAKE_C_COMPILER=ordo-cc -DCMAKE_CXX_COMPILER=ordo-c++
get_filename_component(_ordo_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(ORDO_EXECUTABLE "${_ordo_prefix}/bin/ordo")
set(ORDO_C_COMPILER "${_ordo_prefix}/bin/ordo-cc")
set(ORDO_CXX_COMPILER "${_ordo_prefix}/bin/ordo-c++")

if(NOT TARGET Ordo::ordo)
  add_library(Ordo::ordo INTERFACE IMPORTED)
  set_target_properties(Ordo::ordo PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${_ordo_prefix}/include")
  add_library(Ordo::runtime SHARED IMPORTED)
  set_target_properties(Ordo::runtime PROPERTIES
    IMPORTED_LOCATION "${_ordo_prefix}/lib/ordo/libordo-rt.so.1"
    IMPORTED_SONAME "libordo-rt.so.1")
endif()
unset(_ordo_prefix)
