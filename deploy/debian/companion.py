#!/opt/companion/bin/python
import sys
from pathlib import Path

python = "python{}.{}".format(*sys.version_info)
if not Path(sys.prefix, "lib", python).is_dir():  # the system was upgraded
    sys.exit(
        f"This package has nothing for {python}: install the one for this system. Journal and settings stay."
    )

from companion.__main__ import main  # noqa: E402

if __name__ == "__main__":  # the camera's process reads this file again
    sys.exit(main())
