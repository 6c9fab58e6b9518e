"""The table over MQTT, for other screens and programs; off unless the owner configures a broker.

The topics and messages are described in ``companion/docs/mqtt.md``.
"""

from __future__ import annotations

from companion.broadcast.broadcaster import USUAL as USUAL_TIMING
from companion.broadcast.broadcaster import Broadcaster
from companion.broadcast.config import BroadcastError, BrokerConfig, broadcast_from

__all__ = ["USUAL_TIMING", "BroadcastError", "Broadcaster", "BrokerConfig", "broadcast_from"]
