#!/bin/sh
# Builds dist/companion_VERSION_ARCHITECTURE.deb from uv.lock: make-deb.sh amd64|arm64 [VERSION]
# One package serves Debian 12 and 13: it has the libraries for the Python of each, and survives an upgrade of the system.
# The same commit gives the same bytes: times are the commit's (SOURCE_DATE_EPOCH), names are sorted, nothing of this
# machine is kept. Wheels of the other architecture are unpacked, never run.
set -eu
cd "$(dirname "$0")/.."
architecture=${1:?amd64 or arm64}
case "$architecture" in
    amd64) platform=x86_64-manylinux_2_36 extra="--extra all" system=false ;;
    arm64) platform=aarch64-manylinux_2_36 extra="--extra all --extra pi" system=true ;; # picamera2 exists as Debian's package only
    *)
        echo "There is a package for amd64 and arm64, not for $architecture." >&2
        exit 2
        ;;
esac
if ! command -v dpkg-deb >/dev/null; then
    echo "Packages are built on Debian: install dpkg." >&2
    exit 1
fi
uv=${UV:-.tools/bin/uv}
version=${2:-$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH PYTHONDONTWRITEBYTECODE=1 UV_PYTHON_DOWNLOADS=never
umask 022
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
root=$place/root
lib=$root/opt/companion/lib
from=deploy/debian
pythons="3.11 3.13" # of Debian 12 and 13

# what runs: a virtual environment for Debian's own Python, laid out by hand; python3 takes the folder of its version
mkdir -p "$lib" "$root/opt/companion/bin"
ln -s /usr/bin/python3 "$root/opt/companion/bin/python"
printf 'home = /usr/bin\ninclude-system-site-packages = %s\n' "$system" >"$root/opt/companion/pyvenv.cfg"
# shellcheck disable=SC2086 # several words
$uv export --quiet --frozen --no-dev --no-emit-project $extra >"$place/requirements.txt"
$uv build --quiet --wheel --out-dir "$place/wheel" .
for python in $pythons; do
    site=$lib/python$python/site-packages
    $uv pip install --quiet --no-config --target "$site" --python-version "$python" --python-platform "$platform" \
        --only-binary :all: --no-deps --link-mode copy --requirement "$place/requirements.txt"
    $uv pip install --quiet --no-config --target "$site" --python-version "$python" --no-deps --no-index \
        --link-mode copy --find-links "$place/wheel" companion
    rm -rf "$site/bin" "$site/.lock" # commands with this machine's Python in their first line
done
for said in direct_url.json uv_cache.json uv_build.json INSTALLER REQUESTED; do
    find "$lib" -name "$said" -path '*.dist-info/*' -delete
    find "$lib" -name RECORD -path '*.dist-info/*' -exec sed -i "\|/$said,|d; \|^\.\./\.\./bin/|d; \|^bin/|d" {} +
done
find "$lib" -name __pycache__ -type d -prune -exec rm -rf {} +
hardlink --quiet --ignore-time --respect-name "$lib" # what is the same for both is packed once

# what starts it
install -D -m 755 $from/companion.py "$root/opt/companion/bin/companion"
install -D -m 755 $from/companion.rtupdate "$root/usr/share/python3/runtime.d/companion.rtupdate"
mkdir -p "$root/usr/bin"
ln -s /opt/companion/bin/companion "$root/usr/bin/companion"
install -D -m 755 $from/companion-table.sh "$root/usr/bin/companion-table"
install -D -m 644 $from/companion.service "$root/usr/lib/systemd/system/companion.service"
for unit in companion-update.path companion-update.service companion-update-boot.service; do
    install -D -m 644 "$from/$unit" "$root/usr/lib/systemd/system/$unit"
done
mkdir "$root/usr/lib/systemd/system/multi-user.target.wants"
ln -s -t "$root/usr/lib/systemd/system/multi-user.target.wants" ../companion-update.path ../companion-update-boot.service
install -D -m 644 "$from/companion-country@.service" "$root/usr/lib/systemd/system/companion-country@.service"
install -D -m 644 $from/sysusers.conf "$root/usr/lib/sysusers.d/companion.conf"
install -D -m 644 $from/60-companion.rules "$root/usr/lib/udev/rules.d/60-companion.rules"
install -D -m 644 $from/65-companion-stick.rules "$root/usr/lib/udev/rules.d/65-companion-stick.rules"
install -D -m 644 $from/polkit.rules "$root/usr/share/polkit-1/rules.d/60-companion.rules"
install -D -m 644 $from/companion.desktop "$root/usr/share/applications/companion.desktop"
install -D -m 644 $from/companion.svg "$root/usr/share/icons/hicolor/scalable/apps/companion.svg"
install -D -m 644 $from/mosquitto.conf "$root/usr/share/companion/mosquitto.conf"
install -D -m 644 firmware/base.hex "$root/usr/share/companion/base.hex"
install -D -m 644 $from/companion.toml "$root/usr/share/companion/companion.toml"
if [ -n "${KEYRING:-}" ]; then
    install -D -m 644 "$KEYRING" "$root/usr/share/companion/release.pgp" # whose updates the screen may install
fi
install -d "$root/etc/companion/editions" "$root/var/lib/companion" "$root/var/lib/companion-versions"
install -D -m 644 companion/docs/install.md "$root/usr/share/doc/companion/install.md"
install -D -m 644 companion/docs/user.md "$root/usr/share/doc/companion/user.md"
install -D -m 644 LICENSE "$root/usr/share/doc/companion/copyright"

# An update from the screen brings /opt/companion alone: what it needs beside that must be the same. With another form
# of the journal, too, an update is dpkg's work, which copies what is kept.
{
    sed -n 's/^SCHEMA = //p' companion/journal/store.py
    grep '^Depends' $from/control
    (cd "$root" && find etc usr -type f ! -path 'usr/share/doc/*' | LC_ALL=C sort | xargs -d '\n' sha256sum)
} | sha256sum | cut -d ' ' -f 1 >"$root/opt/companion/system"

# how dpkg takes it
mkdir "$root/DEBIAN"
size=$(du -sk --apparent-size "$root" | cut -f1)
sed "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@SIZE@/$size/" $from/control >"$root/DEBIAN/control"
for script in preinst postinst prerm postrm; do install -m 755 "$from/$script" "$root/DEBIAN/$script"; done
sed -i "s/@PYTHONS@/$pythons/" "$root/DEBIAN/preinst"
find "$root" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
find "$root" -type d -exec chmod 755 {} +
mkdir -p dist
made=dist/companion_${version}_$architecture.deb
dpkg-deb --root-owner-group --uniform-compression --threads-max=1 -Zxz -z"${LEVEL:-6}" --build "$root" "$made" >/dev/null
echo "$made"
