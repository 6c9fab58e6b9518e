"""The build guide of the totem base and what draws its pictures."""
