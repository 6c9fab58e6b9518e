#!/bin/sh
# companion as the service's user, with the service's settings and journal: sudo companion-table doctor
set -eu
if [ "$(id -u)" -ne 0 ]; then
    echo "The service's table is not yours: run this with sudo." >&2
    exit 1
fi
exec runuser -u companion -- env XDG_CONFIG_HOME=/etc XDG_DATA_HOME=/var/lib HOME=/var/lib/companion \
    SDL_VIDEODRIVER=kmsdrm /usr/bin/companion "$@"
