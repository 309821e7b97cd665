import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from '../../../environment.js'
import { SpeechError } from '../../model/speech-error.js'
import type { Recognition, SpeechToText } from '../../model/speech-to-text.js'
import type { SpeechRequest, TextToSpeech } from '../../model/text-to-speech.js'
import { LISTENING_RATE } from '../../model/vad.js'
import { decodeWav, encodeWav } from './wav.js'

/** How to run a program that reads a WAV file and prints the transcript. */
interface RecognizerPreset {
  program: string
  args: (wav: string, language: string) => string[]
}

/** The known programs. Any other program gets only the path of the WAV file as its argument. */
const RECOGNIZERS: Record<string, RecognizerPreset> = {
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
  Object.entries(RECOGNIZERS).map(([name, { program }]) => [name, program]),
)

export const STT_PRESETS = Object.keys(RECOGNIZERS)

/** Creates a recognizer `exec/NAME`: any program that reads a WAV file (16 kHz, mono) and prints the transcript. */
export function createExecStt(options: { name: string; program: string; language: string }): SpeechToText {
  const { name, program, language } = options
  const preset = RECOGNIZERS[program] ?? { program, args: (wav: string) => [wav] }
  const recognize = (samples: readonly Int16Array[], signal: AbortSignal) =>
    withWavPath(async (wav) => {
      await writeFile(wav, encodeWav(samples, LISTENING_RATE), { mode: 0o600 })
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

/** Runs `use` with the path of a WAV file in a folder of its own, and then removes the folder. */
async function withWavPath<T>(use: (path: string) => Promise<T>): Promise<T> {
  const place = await mkdtemp(join(tmpdir(), 'voice-'))
  try {
    return await use(join(place, 'speech.wav'))
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/**
 * How to run a program that writes speech to a WAV file. With `readsInput`, the program reads the text from its
 * standard input; otherwise it is an argument.
 */
interface SynthesizerPreset {
  args: (request: { wav: string; voice: string | undefined; text: string }) => string[]
  readsInput: boolean
}

const VOICES: Record<string, SynthesizerPreset> = {
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

export const TTS_PRESETS = Object.keys(VOICES)

export function isTtsPreset(program: string): boolean {
  return Object.hasOwn(VOICES, program)
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
  const preset = VOICES[program]!
  return {
    name,
    async *speak({ text }: SpeechRequest, { signal }) {
      yield await withWavPath(async (wav) => {
        const args = preset.args({ wav, voice, text })
        const input = preset.readsInput ? { input: text } : {}
        await runProgram({ program, args, provider: name, signal, ...input })
        const sound = decodeWav(await readFile(wav))
        if (!sound)
          throw new SpeechError('bad-answer', { provider: name, message: `${program} wrote no WAV file` })
        return sound
      })
    },
  }
}

interface ProgramRun {
  program: string
  args: string[]
  input?: string
  provider: string
  signal: AbortSignal
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
/** Maximum time that a program may run. After it, the program is stopped, because it probably hangs. */
const TIMEOUT_MS = 60_000

/** Runs a program and returns its standard output. An abort stops the program. Rejects with a `SpeechError`. */
function runProgram({ program, args, input, provider, signal }: ProgramRun): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: childEnvironment(),
      signal,
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    const output: Buffer[] = []
    let bytes = 0
    let complaint = ''
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= MAX_OUTPUT_BYTES) output.push(chunk)
      else child.kill('SIGKILL')
    })
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-500)
    })
    child.on('error', (error) => reject(failedToStart(error, { program, provider })))
    child.on('close', (code, killedBy) => {
      if (code === 0) return resolve(Buffer.concat(output))
      const message =
        complaint.trim().split('\n').at(-1) || (killedBy ? `ended by ${killedBy}` : `exit code ${code}`)
      reject(new SpeechError(killedBy ? 'timeout' : 'bad-answer', { provider, message }))
    })
    // A program that does not read its standard input may close the pipe. That is no error.
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
  })
}

function failedToStart(
  error: NodeJS.ErrnoException,
  { program, provider }: { program: string; provider: string },
): Error {
  if (error.name === 'AbortError') return error
  const isMissing = error.code === 'ENOENT'
  const message = isMissing ? `the program ${program} is not installed` : error.message
  return new SpeechError(isMissing ? 'not-installed' : 'unavailable', { provider, message, cause: error })
}
