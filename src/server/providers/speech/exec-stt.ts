import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Recognition, SpeechToText } from '../../model/speech-to-text.js'
import { LISTENING_RATE } from '../../model/vad.js'
import { runProgram } from './run-program.js'
import { encodeWav } from './wav.js'

/** How to run a program that reads a WAV file and prints the transcript. */
interface RecognizerPreset {
  program: string
  args: (wav: string, language: string) => string[]
}

/** The known programs. Any other program gets only the path of the WAV file as its argument. */
const PRESETS: Record<string, RecognizerPreset> = {
  pocketsphinx: {
    program: 'pocketsphinx_continuous',
    args: (wav) => ['-infile', wav, '-logfn', '/dev/null'],
  },
  'whisper-cli': {
    program: 'whisper-cli',
    args: (wav, language) => ['--file', wav, '--language', language, '--no-timestamps', '--no-prints'],
  },
}

export const RECOGNIZER_PROGRAMS: Record<string, string> = Object.fromEntries(
  Object.entries(PRESETS).map(([name, { program }]) => [name, program]),
)

export const STT_PRESETS = Object.keys(PRESETS)

/** Creates a recognizer `exec/NAME`: any program that reads a WAV file (16 kHz, mono) and prints the transcript. */
export function createExecStt(options: { name: string; program: string; language: string }): SpeechToText {
  const { name, program, language } = options
  const preset = PRESETS[program] ?? { program, args: (wav: string) => [wav] }
  const recognize = (samples: readonly Int16Array[], signal: AbortSignal) =>
    withWav(samples, async (wav) => {
      const args = preset.args(wav, language)
      const printed = await runProgram({ program: preset.program, args, provider: name, signal })
      return printed.toString('utf8').replace(/\s+/g, ' ').trim()
    })
  return { name, streams: false, createRecognizer: () => ({ begin: () => collect(recognize), close() {} }) }
}

/** A recognition that collects the audio of an utterance and passes all of it to `recognize` at once. */
export function collect(
  recognize: (samples: readonly Int16Array[], signal: AbortSignal) => Promise<string>,
): Recognition {
  let samples: Int16Array[] = []
  return {
    push: (some) => void samples.push(some.slice()),
    transcribe: (signal) => (samples.length === 0 ? Promise.resolve('') : recognize([...samples], signal)),
    end() {
      samples = []
    },
  }
}

async function withWav<T>(samples: readonly Int16Array[], use: (path: string) => Promise<T>): Promise<T> {
  const place = await mkdtemp(join(tmpdir(), 'voice-'))
  try {
    const path = join(place, 'speech.wav')
    await writeFile(path, encodeWav(samples, LISTENING_RATE), { mode: 0o600 })
    return await use(path)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
