#!/bin/sh
# Installs Debian packages that are missing: debian-packages.sh PACKAGE... [--if-offered PACKAGE...]
#
# What stands after --if-offered is left out where this Debian does not have it. Does nothing,
# silently, when all is there.
set -eu

missing=
optional=no
for package in "$@"; do
  if [ "$package" = --if-offered ]; then
    optional=yes
  elif ! dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed; then
    if [ $optional = yes ]; then package="?$package"; fi
    missing="$missing $package"
  fi
done
case "$missing" in *[!\ ]*) ;; *) exit 0 ;; esac

. /etc/os-release
case "${ID-}-${VERSION_ID-}" in
debian-12 | debian-13) ;;
*)
  echo "Packages are installed on Debian 12 and 13 only; this is ${PRETTY_NAME-an unknown system}." >&2
  echo "Wanted by their Debian names:$missing" | tr -d '?' >&2
  exit 1
  ;;
esac
if [ "$(id -u)" != 0 ]; then
  echo "Missing packages; as root: apt-get install$missing" | tr -d '?' >&2
  exit 1
fi

export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
wanted=
for package in $missing; do
  case "$package" in
  \?*)
    package=${package#\?}
    apt-cache show --no-all-versions "$package" >/dev/null 2>&1 || continue
    ;;
  esac
  wanted="$wanted $package"
done
if [ -n "$wanted" ]; then
  echo "Installing:$wanted"
  # shellcheck disable=SC2086 # a list of words
  apt-get -qq -o Dpkg::Use-Pty=0 install --no-install-recommends $wanted >/dev/null
fi
