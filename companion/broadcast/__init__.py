"""Sends the table over MQTT to other screens and programs. It is off unless the owner configures a broker.

The topics and messages are described in ``companion/docs/mqtt.md``. Only ``broadcaster``, ``connection`` and
``listener`` need the library paho (the extra ``mqtt``).
"""

from __future__ import annotations

from companion.broadcast.config import BroadcastError, BrokerConfig, broadcast_from

__all__ = ["BroadcastError", "BrokerConfig", "broadcast_from"]
