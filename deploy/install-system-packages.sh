#!/bin/sh
# Installs the missing packages of a list, system-packages.txt or the one that is named. As root: at once. As anybody
# else: says what is missing and asks.
set -eu
list=$(cd "$(dirname "$0")" && pwd)/${1:-system-packages.txt}
if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "This is not a Debian system: install the equivalents of $list by hand." >&2
    exit 0
fi
# names, and those that they stand for: Debian 13's libmtdev1t64 provides libmtdev1
installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}, ${Provides}\n' | sed -n 's/^installed //p' | tr ',' '\n' | awk '{ print $1 }')
missing=""
for package in $(sed -e 's/#.*//' "$list" | awk 'NF { print $1 }'); do
    printf '%s\n' "$installed" | grep -qxF "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
echo "Missing system packages:$missing"
install="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" -eq 0 ]; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q
    $install
    exit 0
fi
if [ ! -t 0 ]; then
    echo "Run this as root and start again: $install" >&2
    exit 1
fi
printf 'Install them now with sudo? [y/N] '
read -r answer
case "$answer" in
    y | Y | yes) sudo apt-get update -q && sudo $install ;;
    *)
        echo "Nothing was installed. Run this as root and start again: $install" >&2
        exit 1
        ;;
esac
