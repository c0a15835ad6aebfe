// No program, so that its headers alone are left (simt/compiler/precompiled.hpp).
