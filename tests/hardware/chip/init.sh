#!/bin/busybox sh
# The first and only program of the machine that boot.sh starts: it mounts the files of the machine outside (what is
# written stays in memory), makes a GPIO chip as a Raspberry Pi has it, runs /out/command and writes /out/status.
#
# The chip: kernel documentation, admin-guide/gpio/gpio-sim.rst.
/bin/busybox --install -s /bin
mkdir -p /proc /sys /dev /host /over /new
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
for module in /modules/*; do insmod "$module"; done
mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000,cache=loose,ro root /host
mount -t tmpfs tmpfs /over
mkdir /over/files /over/work
mount -t overlay -o lowerdir=/host,upperdir=/over/files,workdir=/over/work overlay /new
for folder in proc sys dev; do mount -o move /$folder /new/$folder; done
mkdir -p /new/out /new/dev/pts /new/dev/shm
mount -t 9p -o trans=virtio,version=9p2000.L out /new/out
mount -t devpts devpts /new/dev/pts
mount -t tmpfs tmpfs /new/dev/shm
mount -t configfs configfs /new/sys/kernel/config

# GPIO numbers of a Pi are the line numbers of its chip 0; a Pi 3 has 54.
mkdir -p /new/sys/kernel/config/gpio-sim/pi/bank
echo 54 >/new/sys/kernel/config/gpio-sim/pi/bank/num_lines
echo pinctrl-bcm2835 >/new/sys/kernel/config/gpio-sim/pi/bank/label
echo 1 >/new/sys/kernel/config/gpio-sim/pi/live
# gpiozero asks which Pi this is, to know its pins: a02082 is a Pi 3 Model B.
{ cat /new/proc/cpuinfo; echo "Revision	: a02082"; } >/new/out/cpuinfo
mount -o bind /new/out/cpuinfo /new/proc/cpuinfo

ip link set lo up
chroot /new /bin/sh /out/command
echo $? >/new/out/status
sync
poweroff -f
