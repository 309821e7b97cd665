import { readFile } from 'node:fs/promises'
import { messageOf, VoiceError } from '../../errors.js'
import { isObject } from '../../protocol/is-object.js'
import { MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { parseJson } from '../../protocol/parse-json.js'
import { RECORDING_VERSION, type RecordingLine, type SessionLine } from './recording-lines.js'

export interface Recording {
  session: SessionLine
  /** All lines, including the first one. */
  lines: RecordingLine[]
}

/** Reads a recording from a file. An incomplete last line is ignored. Throws `recording-unreadable`. */
export async function readRecording(path: string): Promise<Recording> {
  try {
    return parseRecording(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof VoiceError) throw error
    throw unreadable(`${path} cannot be read: ${messageOf(error)}.`)
  }
}

/** Parses the lines of a recording. Throws `recording-unreadable`. */
export function parseRecording(text: string): Recording {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const lines = whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line, at) => parseLine(line, at + 1))
  const [session] = lines
  if (session?.kind !== 'session')
    throw unreadable('This is no recording: its first line describes no session.')
  if (session.version !== RECORDING_VERSION)
    throw unreadable(
      `The recording has version ${String(session.version)}; this program reads version ${RECORDING_VERSION}.`,
    )
  return { session, lines }
}

/** Maximum nesting of a line: the maximum nesting of a recorded value, plus a few levels around the value. */
const MAX_LINE_NESTING = MAX_FILE_NESTING + 8

function parseLine(line: string, number: number): RecordingLine {
  let value: unknown
  try {
    value = parseJson(line, MAX_LINE_NESTING)
  } catch (error) {
    throw unreadable(`Line ${number} of the recording is not JSON (${messageOf(error)}).`)
  }
  if (isObject(value) && typeof value.kind === 'string') return value as unknown as RecordingLine
  throw unreadable(`This is no recording: its line ${number} is not an object with a "kind".`)
}

const unreadable = (message: string) => new VoiceError('recording-unreadable', message)
