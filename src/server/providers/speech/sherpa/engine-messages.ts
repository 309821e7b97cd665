import type { SpeechFailure } from '../../../model/speech-error.js'

/** What an engine process is made for; its configuration is that of the class of sherpa-onnx-node. */
export interface EngineJob {
  kind: 'offline' | 'online' | 'voice'
  /** The address of the package. @default 'sherpa-onnx-node', as this program finds it */
  sherpa?: string
  config: object
}

/** Messages to the engine process. The sender chooses the numbers `stream` and `id`. */
export type EngineMessage =
  | { type: 'load'; job: EngineJob }
  /** Offline: all audio of an utterance, answered by `words`. */
  | { type: 'recognize'; id: number; samples: Int16Array }
  /** Online: some more sound of a stream, answered by `partial`. */
  | { type: 'sound'; stream: number; samples: Int16Array }
  /** Online: the words of all sound so far, answered by `words`. */
  | { type: 'settle'; id: number; stream: number; tailMs: number }
  | { type: 'end'; stream: number }
  /** Voice: a sentence, answered by `speech`. */
  | { type: 'speak'; id: number; text: string; speaker: number }

/** Messages from the engine process. */
export type EngineAnswer =
  | { type: 'ready' }
  | { type: 'refused'; failure: SpeechFailure; message: string }
  | { type: 'words'; id: number; text: string }
  | { type: 'partial'; stream: number; text: string; samples: number }
  | { type: 'speech'; id: number; pcm: Uint8Array; rate: number }
  | { type: 'failed'; id: number; message: string }
