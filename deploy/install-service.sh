#!/bin/sh
# Starts the touchscreen at every login of this user (not root); with --remove no longer.
set -eu
project=$(cd "$(dirname "$0")/.." && pwd)
config=${XDG_CONFIG_HOME:-$HOME/.config}
unit=$config/systemd/user/companion.service
entry=$config/autostart/companion.desktop
case "${1:-}" in
    --remove)
        systemctl --user stop companion 2>/dev/null || true
        rm -f "$unit" "$entry"
        echo "Companion is no longer started at login."
        exit 0
        ;;
    "") ;;
    *)
        echo "Give --remove or nothing." >&2
        exit 2
        ;;
esac
if ! [ -x "$project/.venv/bin/companion" ]; then
    echo "Companion is not set up yet: run 'make setup' in $project first." >&2
    exit 1
fi
case "$project" in
    *[\"%\\\&\|]*)
        echo "A service cannot start from $project: move the project to a folder without \" % \\ & |." >&2
        exit 1
        ;;
esac
mkdir -p "$(dirname "$unit")" "$(dirname "$entry")"
sed "s|@PROJECT@|$project|" "$project/deploy/companion.service" >"$unit"
cp "$project/deploy/companion.desktop" "$entry"
if ! systemctl --user daemon-reload 2>/dev/null; then
    echo "systemd does not answer here; Companion starts at the next login." >&2
fi
echo "Companion starts at the next login; now: systemctl --user start companion. What it says: journalctl --user -u companion"
