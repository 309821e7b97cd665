import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SpeechError } from '../../model/speech-error.js'
import type { SpeechRequest, TextToSpeech } from '../../model/text-to-speech.js'
import { runProgram } from './run-program.js'
import { decodeWav } from './wav.js'

/**
 * How to run a program that writes speech to a WAV file. With `readsInput`, the program reads the text from its
 * standard input; otherwise it is an argument.
 */
interface SynthesizerPreset {
  args: (request: { wav: string; voice: string | undefined; text: string }) => string[]
  readsInput: boolean
}

const PRESETS: Record<string, SynthesizerPreset> = {
  flite: {
    args: ({ wav, voice, text }) => [...(voice ? ['-voice', voice] : []), '-t', text, '-o', wav],
    readsInput: false,
  },
  'espeak-ng': {
    args: ({ wav, voice }) => [...(voice ? ['-v', voice] : []), '--stdin', '-w', wav],
    readsInput: true,
  },
  // For piper, the voice is the path of a model: `exec/piper:/path/to/voice.onnx`.
  piper: {
    args: ({ wav, voice }) => [...(voice ? ['--model', voice] : []), '--output_file', wav],
    readsInput: true,
  },
}

export const TTS_PRESETS = Object.keys(PRESETS)

export function isTtsPreset(program: string): boolean {
  return Object.hasOwn(PRESETS, program)
}

/**
 * Creates a synthesizer `exec/flite`, `exec/espeak-ng` or `exec/piper`. These programs on this machine need no key and
 * no network.
 */
export function createExecTts(options: {
  name: string
  program: string
  voice: string | undefined
}): TextToSpeech {
  const { name, program, voice } = options
  const preset = PRESETS[program]!
  return {
    name,
    async *speak({ text }: SpeechRequest, { signal }) {
      const place = await mkdtemp(join(tmpdir(), 'voice-'))
      try {
        const wav = join(place, 'speech.wav')
        const input = preset.readsInput ? { input: text } : {}
        await runProgram({
          program,
          args: preset.args({ wav, voice, text }),
          provider: name,
          signal,
          ...input,
        })
        const sound = decodeWav(await readFile(wav))
        if (!sound)
          throw new SpeechError('bad-answer', { provider: name, message: `${program} wrote no WAV file` })
        yield sound
      } finally {
        await rm(place, { recursive: true, force: true })
      }
    },
  }
}
