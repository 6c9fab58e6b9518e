"""``python -m tests.bench.seeing``: everything that can be followed here, real or rendered, in one table a
source.

The private pictures lie in ``../shared/media``. Where they are absent their sources are named as not
measured."""
