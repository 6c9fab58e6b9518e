"""The small networks: a U-Net (Ronneberger and others, 2015) of depthwise separable convolutions (Howard and
others, 2017).

Input 6 x height x width (``vision/networks/inputs.py``), output raw log-odds of each map at half of that
size."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import Tensor, nn

WIDTHS = {"change": (32, 64, 96, 128), "hands": (16, 32, 48, 72, 96)}
"""Channels at a half, a quarter, an eighth ... of the picture."""
MAPS = {"change": 2, "hands": 1}


class Separable(nn.Module):
    """A convolution of each channel, then one across channels; with a way round where the shape stays."""

    def __init__(self, given: int, wanted: int, stride: int = 1) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(given, given, 3, stride, 1, groups=given, bias=False),
            nn.BatchNorm2d(given),
            nn.Conv2d(given, wanted, 1, bias=False),
            nn.BatchNorm2d(wanted),
            nn.ReLU(),
        )
        self.same = given == wanted and stride == 1

    def forward(self, x: Tensor) -> Tensor:
        made: Tensor = self.body(x)
        return x + made if self.same else made


def _down(given: int, wanted: int, last: bool) -> nn.Module:
    more = [Separable(wanted, wanted) for _ in range(2 if last else 1)]
    return nn.Sequential(Separable(given, wanted, 2), *more)


class SmallNet(nn.Module):
    """Down, and up again with what each level had seen."""

    def __init__(self, widths: tuple[int, ...], maps: int) -> None:
        super().__init__()
        pairs = list(pairwise(widths))
        first = widths[0]
        self.stem = nn.Sequential(
            nn.Conv2d(6, first, 3, 2, 1, bias=False),
            nn.BatchNorm2d(first),
            nn.ReLU(),
            Separable(first, first),
        )
        self.down = nn.ModuleList(_down(a, b, b == widths[-1]) for a, b in pairs)
        self.side = nn.ModuleList(
            nn.Sequential(nn.Conv2d(b, a, 1, bias=False), nn.BatchNorm2d(a)) for a, b in pairs
        )
        self.up = nn.ModuleList(Separable(a, a) for a in widths[:-1])
        self.wide = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False)
        self.head = nn.Conv2d(first, maps, 1)

    def forward(self, x: Tensor) -> Tensor:
        levels = [self.stem(x)]
        for stage in self.down:
            levels.append(stage(levels[-1]))
        x = levels.pop()
        for side, up, level in reversed(list(zip(self.side, self.up, levels, strict=True))):
            x = up(torch.relu(self.wide(side(x)) + level))
        made: Tensor = self.head(x)
        return made


def new_network(name: str, start: int) -> SmallNet:
    """A network before its training; ``start`` draws its first weights."""
    torch.manual_seed(start)
    return SmallNet(WIDTHS[name], MAPS[name])
