"""Two small neural networks: what changed on a board between two views, and what belongs to people.

``make train`` makes their files; the cards beside them say how (``change.md``, ``hands.md``). They run by
OpenCV alone."""
