import { spawn } from 'node:child_process'
import { childEnvironment } from '../../../environment.js'
import { SpeechError } from '../../model/speech-error.js'

export interface ProgramRun {
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
export function runProgram({ program, args, input, provider, signal }: ProgramRun): Promise<Buffer> {
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
