#!/bin/sh
# Makes the kernel and the initial file system of the machine that boot.sh starts, in the folder $1.
#
# Debian's kernel comes without the GPIO simulator, so it is built here as a module from Debian's own kernel source,
# against the headers of that very kernel. Nothing is installed: packages are fetched and unpacked into the folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
image=$(apt-cache depends linux-image-amd64 | awk '/Depends: linux-image-/ { print $2; exit }')
release=${image#linux-image-}
headers=linux-headers-$release
source=linux-source-$(echo "$release" | cut -d. -f1,2)
build=$(apt-cache depends "$headers" | awk '/Depends: linux-(headers|kbuild|compiler)-/ { print $2 }')

echo "Fetching Debian's kernel $release with its headers and its source (230 MB, once) ..."
apt-get download -q=2 "$image" "$headers" $build "$source" busybox-static
for package in ./*.deb; do
    dpkg-deb -x "$package" root
    rm "$package"
done

echo "Building the GPIO simulator ..."
mkdir -p sim
tar -xJf "root/usr/src/$source.tar.xz" -C sim --strip-components=3 --wildcards \
    '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c'
# A module may not call irq_to_desc; this does the same with a function that it may call.
sed -i 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' sim/irq_sim.c
printf 'obj-m := gpio-simulator.o\ngpio-simulator-y := gpio-sim.o irq_sim.o\n' >sim/Kbuild
sed -i "s#/usr/src#$PWD/root/usr/src#" "root/usr/src/$headers/Makefile"
make -s -C "root/usr/src/$headers" M="$PWD/sim" modules
strip -g sim/gpio-simulator.ko

# Numbered: each needs those before it.
mkdir -p initial/bin initial/modules
number=10
for module in virtio_ring virtio virtio_pci_modern_dev virtio_pci_legacy_dev virtio_pci netfs fscache 9pnet 9pnet_virtio 9p \
    overlay configfs; do
    cp "$(find root/lib/modules -name "$module.ko")" "initial/modules/$number-$module.ko"
    number=$((number + 1))
done
cp sim/gpio-simulator.ko "initial/modules/$number-gpio-simulator.ko"
cp root/bin/busybox initial/bin/
cp "$here/init.sh" initial/init
(cd initial && find . | ../root/bin/busybox cpio -o -H newc 2>/dev/null) | gzip >initial.gz
cp "root/boot/vmlinuz-$release" kernel
rm -rf root sim initial
