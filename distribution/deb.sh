#!/bin/sh
# Makes the packages of Debian 13 from the last commit: a source package, and what dpkg-buildpackage builds of it. Needs git and the
# packages of "apt-get build-dep ./distribution"; Maven downloads the Java libraries.
# deb.sh [FOLDER]: the folder to write them to, by default target/debian.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
root=${here%/*}
output=$(mkdir -p "${1:-$root/target/debian}" && cd "${1:-$root/target/debian}" && pwd -P)
version=$(sed -n 's#^  <version>\(.*\)</version>$#\1#p' "$root/pom.xml" | sed 's/-SNAPSHOT$/~snapshot/')
sources=$output/tracecast-$version

rm -rf "$sources"
mkdir "$sources"
git -C "$root" archive HEAD | tar -C "$sources" -xf -
mv "$sources/distribution/debian" "$sources/debian"
cat >"$sources/debian/changelog" <<END
tracecast ($version) unstable; urgency=medium

  * CHANGELOG.md says what this version can do.

 -- $(sed -n 's/^Maintainer: //p' "$sources/debian/control")  $(git -C "$root" log -1 --format=%aD)
END
cd "$sources"
dpkg-buildpackage -us -uc
ls -l "$output"/*.deb
