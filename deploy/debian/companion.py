#!/opt/companion/bin/python
import sys

from companion.__main__ import main

sys.exit(main())
