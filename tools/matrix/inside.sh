#!/bin/sh
# What runs in a row's clean root, in a checkout: installs what the course needs, then builds and compares.
# Run: sh tools/matrix/inside.sh COMPILER ENGINE counts|short|full [ARCHITECTURE]      (as tools/matrix/run.py does)
# ARCHITECTURE, as Debian calls it: not the root's, but that of what is compiled; binfmt_misc runs it.
set -eu
compiler=$1 engine=$2 extent=$3 made_for=${4:-}
export DEBIAN_FRONTEND=noninteractive
APT_CONFIG=$(mktemp)  # nobody needs the root after a loss of power
echo 'Dpkg::Options:: "--force-unsafe-io";' >"$APT_CONFIG"
export APT_CONFIG
[ -z "$made_for" ] || dpkg --add-architecture "$made_for"
apt-get update -qq
# g++-12 is a package's name and the command's; clang++-14 is the command of clang-14, whose omp.h is in a package of its own.
# shellcheck disable=SC2046  # two words are two packages
apt-get install -y -qq --no-install-recommends git ca-certificates python3 "$compiler" \
  $(echo "$engine" | sed 's/^clang++-\(.*\)/clang-\1 libomp-\1-dev/') ${CCACHE_DIR:+ccache} >/dev/null
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0="$PWD"  # it is another user's, to git
./course setup
if [ -n "$made_for" ]; then
  case $made_for in
    arm64) triple=aarch64-linux-gnu ;;
    amd64) triple=x86_64-linux-gnu ;;
    *) echo "matrix: no cross compiler is known for $made_for" >&2 && exit 1 ;;
  esac
  # shellcheck disable=SC2046  # a word for each package
  apt-get install -y -qq --no-install-recommends "$compiler-$(echo "$triple" | tr _ -)" \
    $(printf "%s:$made_for " "libstdc++-${compiler#g++-}-dev" libdw-dev libcapstone-dev libboost-context-dev libgtest-dev libgmock-dev) >/dev/null
  export PKG_CONFIG_LIBDIR="/usr/lib/$triple/pkgconfig:/usr/share/pkgconfig"
  compiler=$triple-$compiler engine=$triple-$engine
fi
export CXX="${CCACHE_DIR:+ccache }$engine" SIMTCC_CXX="$compiler"
# Which configures the build and installs what tests need: those of tools, only where they run, too.
case $extent in
  full) ./course test --all --list >/dev/null ;;
  *) ./course test --list >/dev/null ;;
esac
PYTHONPATH=$PWD exec .venv/bin/python -P -m tools.matrix.verify "$extent"
