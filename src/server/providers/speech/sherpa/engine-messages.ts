import type { SpeechFailure } from '../../../model/speech-error.js'

/** The model that an engine process must load. `config` is what the constructor of a sherpa-onnx-node class takes. */
export interface EngineJob {
  kind: 'offline' | 'online' | 'voice'
  /** The URL of the package sherpa-onnx-node. @default the package that Node finds from this program */
  sherpa?: string
  config: object
}

/** Messages to the engine process. The sender chooses the numbers `stream` and `id`; the answers repeat them. */
export type EngineMessage =
  | { type: 'load'; job: EngineJob }
  /** Offline recognizer: recognize all audio of an utterance. Answered by `words`. */
  | { type: 'recognize'; id: number; samples: Int16Array }
  /** Online recognizer: add audio to a stream. Answered by `partial`. */
  | { type: 'sound'; stream: number; samples: Int16Array }
  /** Online recognizer: return the transcript of all audio so far. Answered by `words`. */
  | { type: 'settle'; id: number; stream: number; tailMs: number }
  | { type: 'end'; stream: number }
  /** Synthesizer: speak a sentence. Answered by `speech`. */
  | { type: 'speak'; id: number; text: string; speaker: number }

export type EngineAnswer =
  | { type: 'ready' }
  | { type: 'refused'; failure: SpeechFailure; message: string }
  | { type: 'words'; id: number; text: string }
  | { type: 'partial'; stream: number; text: string; samples: number }
  | { type: 'speech'; id: number; pcm: Uint8Array; rate: number }
  | { type: 'failed'; id: number; message: string }
