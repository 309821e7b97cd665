"""Reads a model file of CTranslate2 (its python/ctranslate2/specs/model_spec.py writes it)."""

import pathlib
import struct
from typing import BinaryIO

import numpy

TYPES = {0: "<f4", 1: "i1", 2: "<i2", 3: "<i4", 4: "<f2"}
VERSION = 6


def read_model(path: pathlib.Path) -> dict[str, numpy.ndarray]:
    """The weights by name; the ones with 16 bits as 32-bit numbers."""
    with path.open("rb") as file:
        (version,) = read(file, "I")
        if version != VERSION:
            raise ValueError(f"{path} has version {version} of the format and not {VERSION}")
        text(file)
        _, count = read(file, "II")
        return dict(one(file) for _ in range(count))


def one(file: BinaryIO) -> tuple[str, numpy.ndarray]:
    name = text(file)
    (rank,) = read(file, "B")
    shape = read(file, f"{rank}I")
    kind, size = read(file, "BI")
    values = numpy.frombuffer(file.read(size), TYPES[kind]).reshape(shape)
    return name, values.astype("<f4") if values.dtype == "<f2" else values


def text(file: BinaryIO) -> str:
    (length,) = read(file, "H")
    return file.read(length).rstrip(b"\0").decode()


def read(file: BinaryIO, kinds: str) -> tuple:
    return struct.unpack(f"<{kinds}", file.read(struct.calcsize(f"<{kinds}")))
