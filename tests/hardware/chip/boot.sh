#!/bin/sh
# Runs a command of the project on a virtual machine with a Linux GPIO chip: boot.sh COMMAND...
#
# The chip is the kernel's simulator gpio-sim. The machine sees the files of this one as they are; what it writes is
# lost when it ends. Its clock counts instructions (icount, 4 ns each) and leaps over idling, so that a busy machine here
# changes nothing there. Gives the command's exit status.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../../.." && pwd)
if ! command -v qemu-system-x86_64 >/dev/null; then
    echo "A GPIO chip needs a virtual machine here. As root: apt-get install --no-install-recommends qemu-system-x86" >&2
    exit 2
fi
machine=$project/.tools/chip
if [ "$(cat "$machine/made-by" 2>/dev/null)" != "$(cat "$here/prepare.sh" "$here/init.sh")" ]; then
    rm -rf "$machine"
    "$here/prepare.sh" "$machine"
    cat "$here/prepare.sh" "$here/init.sh" >"$machine/made-by"
fi

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
printf 'export HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin\ncd "%s" && exec %s\n' "$project" "$*" >"$out/command"
qemu-system-x86_64 -accel tcg -icount shift=2,sleep=off -cpu max -m 1536 -nographic -no-reboot -nic none \
    -kernel "$machine/kernel" -initrd "$machine/initial.gz" -append "console=ttyS0 quiet panic=-1" \
    -virtfs "local,path=/,mount_tag=root,security_model=none,multidevs=remap,readonly=on" \
    -virtfs "local,path=$out,mount_tag=out,security_model=none" </dev/null
exit "$(cat "$out/status" 2>/dev/null || echo 1)"
