# The build: Meson and ninja, and the programs of the build, run and read.
