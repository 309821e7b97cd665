import { linkSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import howToPlay from '../../../templates/file-model.md'
import { messageOf, VoiceError } from '../../errors.js'
import { makeFolder } from '../../make-folder.js'
import { isObject } from '../../protocol/is-object.js'
import { tryParseJson } from '../../protocol/parse-json.js'
import { readRegularFileSync } from '../../regular-file.js'
import type { LanguageModel, ModelChunk, ModelMessage, ModelRequest } from '../model/language-model.js'
import { requestText } from '../model/model-text.js'

/** The start of the provider string of a model whose answers are files: `file/FOLDER`. */
export const FILE_MODEL = 'file/'

/** Milliseconds between two looks for the answer. */
const POLL_MS = 50
const MAX_ANSWER_BYTES = 4 * 1024 * 1024
const HOUR_MS = 3_600_000

interface Answer {
  text: string
  calls: { id?: string; name: string; arguments: string }[]
}

/**
 * A language model that a person, a script or another program plays: each request is a file in a folder, and the answer
 * is the file that a person or program writes beside it. The file `README.md` of the folder explains the format. Throws
 * `file-unwritable` if the folder cannot be written.
 */
export function createFileModel(name: string): LanguageModel {
  const folder = resolve(name.slice(FILE_MODEL.length) || '.')
  try {
    makeFolder(folder, 0o700)
    writeFileSync(join(folder, 'README.md'), howToPlay, { mode: 0o600 })
  } catch (error) {
    throw new VoiceError(
      'file-unwritable',
      `The folder of "${name}" cannot be written: ${messageOf(error)}. Name a folder that you may write to, as in --llm file/talk.`,
    )
  }
  return { name, answerMs: HOUR_MS, stream: (request, { signal }) => play(folder, request, signal) }
}

async function* play(folder: string, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
  const exchange = new Exchange(folder, request)
  const whenAborted = () => exchange.cancel()
  signal.addEventListener('abort', whenAborted, { once: true })
  try {
    let answer = exchange.read()
    while (!answer) {
      await setTimeout(POLL_MS, undefined, { signal })
      answer = exchange.read()
    }
    yield* chunksOf(answer, exchange.id)
  } finally {
    signal.removeEventListener('abort', whenAborted)
  }
}

function* chunksOf({ text, calls }: Answer, id: string): Generator<ModelChunk> {
  for (const word of text === '' ? [] : text.split(/(?<=\S)(?=\s)/)) yield { type: 'text-delta', text: word }
  for (const [at, call] of calls.entries()) {
    const { name, arguments: written } = call
    const callId = call.id ?? `call_${id}_${at + 1}`
    yield { type: 'tool-call-delta', callId, name, delta: written }
    yield { type: 'tool-call', callId, name, arguments: written }
  }
  yield { type: 'end', reason: calls.length > 0 ? 'tool-calls' : 'stop' }
}

/** The files of one request, which share its number. */
class Exchange {
  readonly id: string
  readonly #folder: string
  /** The text answer at the last look. It counts once it has stopped growing. */
  #growing = ''
  #reported = ''

  constructor(folder: string, request: ModelRequest) {
    this.#folder = folder
    this.id = claimNumber(folder, request)
    this.#write('request.md', `# Request ${this.id}\n\n${requestText(request)}`)
  }

  /** The answer, once it is there and complete. */
  read(): Answer | undefined {
    const json = this.#contents('answer.json')
    const answer = json === undefined ? this.#readText() : this.#readJson(json)
    if (answer) rmSync(this.#path('problem.txt'), { force: true })
    return answer
  }

  cancel(): void {
    this.#write('cancelled.txt', 'The request needs no answer any more.\n')
  }

  #readText(): Answer | undefined {
    const text = this.#contents('answer.txt') ?? ''
    const isComplete = text !== '' && text === this.#growing
    this.#growing = text
    return isComplete ? { text: text.trim(), calls: [] } : undefined
  }

  #readJson(json: string): Answer | undefined {
    const answer = parseAnswer(json)
    if (typeof answer !== 'string') return answer
    // A file that is still being written changes before the next look.
    const isComplete = json === this.#growing
    this.#growing = json
    if (isComplete && json !== this.#reported) {
      this.#reported = json
      this.#write('problem.txt', `${this.id}.answer.json: ${answer} Write the file again.\n`)
    }
    return undefined
  }

  #contents(kind: string): string | undefined {
    try {
      return readRegularFileSync(this.#path(kind), { maxBytes: MAX_ANSWER_BYTES }).toString()
    } catch {
      return undefined
    }
  }

  #write(kind: string, text: string): void {
    writeFileSync(this.#path(kind), text, { mode: 0o600 })
  }

  #path(kind: string): string {
    return join(this.#folder, `${this.id}.${kind}`)
  }
}

/**
 * Writes a request to the file with the next free number, and returns the number. The file appears with its whole
 * content, also if several servers use the folder.
 */
function claimNumber(folder: string, request: ModelRequest): string {
  const numbers = readdirSync(folder).flatMap((name) =>
    Number(/^(\d+)\.request\.json$/.exec(name)?.[1] ?? []),
  )
  const draft = join(folder, `.${process.pid}.draft`)
  for (let number = Math.max(0, ...numbers) + 1; ; number += 1) {
    const id = String(number).padStart(4, '0')
    writeFileSync(draft, `${JSON.stringify(requestJson(id, request), null, 2)}\n`, { mode: 0o600 })
    try {
      linkSync(draft, join(folder, `${id}.request.json`))
      return id
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft)
    }
  }
}

function requestJson(id: string, { instructions, history, facts, tools, toolChoice }: ModelRequest): object {
  return {
    request: id,
    instructions,
    messages: history.map(messageJson),
    facts: facts ?? '',
    tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    toolChoice,
  }
}

function messageJson(message: ModelMessage): object {
  const { role } = message
  if (role === 'tool') {
    const { callId: id, name, output, isError } = message
    return { role, id, name, result: tryParseJson(output) ?? output, isError }
  }
  if (role !== 'assistant') return { role, text: message.text }
  const calls = message.toolCalls.map(({ callId: id, name, arguments: text }) => ({
    id,
    name,
    arguments: tryParseJson(text) ?? text,
  }))
  return { role, text: message.text, ...(calls.length > 0 && { calls }) }
}

/** The answer in a JSON text, or a sentence that says what is wrong with the text. */
function parseAnswer(json: string): Answer | string {
  const value = tryParseJson(json)
  if (value === undefined) return 'It is not JSON.'
  if (!isObject(value)) return 'It must be a JSON object with "text", "calls" or both.'
  const { text = '', calls = [], ...others } = value
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    return `It has a member "${unknown.slice(0, 80)}"; only "text" and "calls" are read.`
  if (typeof text !== 'string') return '"text" must be a string.'
  if (!Array.isArray(calls)) return '"calls" must be a list.'
  if (text.trim() === '' && calls.length === 0) return 'It has neither "text" nor "calls".'
  const read = calls.map(readCall)
  const problem = read.find((call) => typeof call === 'string')
  return problem ?? { text: text.trim(), calls: read as Answer['calls'] }
}

function readCall(value: unknown, at: number): Answer['calls'][number] | string {
  const place = `"calls[${at}]`
  if (!isObject(value)) return `${place}" must be an object with "name" and "arguments".`
  const { id, name, arguments: input = {} } = value
  if (typeof name !== 'string' || name === '') return `${place}.name" must be the name of a tool.`
  if (!isObject(input)) return `${place}.arguments" must be an object.`
  if (id !== undefined && typeof id !== 'string') return `${place}.id" must be a string.`
  return { ...(id !== undefined && { id }), name, arguments: JSON.stringify(input) }
}
