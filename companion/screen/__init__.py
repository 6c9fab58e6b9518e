"""The touchscreen. Knows no rules: it shows what the session publishes and sends back what people touch.

Here lies what its pages (``pages``) and panels (``panels``) are made of. Only ``controller`` and ``keeping``
may be imported without a display; ``companion.screen.pages.start`` brings Kivy in.
"""
