#!/opt/companion/bin/python
import sys

from companion.__main__ import main

if __name__ == "__main__":  # the camera's process reads this file again
    sys.exit(main())
