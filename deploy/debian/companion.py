#!/opt/companion/bin/python
import os
import sys
from pathlib import Path

VERSIONS = Path("/var/lib/companion-versions")
"""Of updates; the file ``current`` names the one to start (companion/program/updating.py)."""
python = "python{}.{}".format(*sys.version_info)
if (
    __name__ == "__main__"
    and not Path(sys.prefix).is_relative_to(VERSIONS)
    and (VERSIONS / "current").exists()
):
    place = VERSIONS / (VERSIONS / "current").read_text()
    if (place / "lib" / python).is_dir():
        os.execv(place / "bin/python", [place / "bin/python", place / "bin/companion", *sys.argv[1:]])
if not Path(sys.prefix, "lib", python).is_dir():  # the system was upgraded
    sys.exit(
        f"This package has nothing for {python}: install the one for this system. Journal and settings stay."
    )

from companion.__main__ import main  # noqa: E402

if __name__ == "__main__":  # the camera's process reads this file again
    sys.exit(main())
