import { dirname, resolve } from 'node:path'
import { messageOf, VoiceError } from '../../errors.js'
import { parseYaml } from '../../toolkit/collection/parse-yaml.js'
import { asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import { testForeign } from '../../toolkit/semantics/foreign-pattern.js'
import { readInput } from '../read.js'

/** A test case: user input and the expected result. */
export interface EvalCase {
  /** The sentences of the user, one for each turn. */
  say: string[]
  /** The name of the tool that must be called; null if no tool may be called; absent if any call is allowed. */
  tool?: string | null
  /** The members that the input of a call of `tool` must contain. */
  input?: JsonValue
  /** Whether to approve tool calls. If it is set, the case fails if the agent does not ask for approval. */
  approve?: boolean
  /** The text that the last response must contain, or the regular expression that the last response must match. */
  answer?: Pattern
  /** Tools that must not be called. */
  absent: string[]
}

/** A pattern to match a text, and its notation for display. */
export interface Pattern {
  shown: string
  matches(text: string): boolean
}

/** A file of test cases. */
export interface EvalFile {
  /** The absolute path of the collection. In the file, the path is relative to the folder of the file. */
  collection: string
  cases: EvalCase[]
}

/** Reads a file of test cases. Throws `cases-invalid` with the case and its problem. */
export async function readCases(path: string): Promise<EvalFile> {
  const text = new TextDecoder().decode(await readInput(path))
  const file = asObject(yamlOf(text, path))
  if (!file) throw invalid(path, 'it has to be a mapping with "collection" and "cases"')
  if (typeof file.collection !== 'string')
    throw invalid(path, '"collection" has to name a Postman collection')
  if (!Array.isArray(file.cases) || file.cases.length === 0)
    throw invalid(path, '"cases" has to be a list of cases')
  const folder = path === '-' ? '.' : dirname(path)
  return {
    collection: resolve(folder, file.collection),
    cases: file.cases.map((one: unknown, at) =>
      readCase(one, (problem) => invalid(path, `case ${at + 1}: ${problem}`)),
    ),
  }
}

function yamlOf(text: string, path: string): JsonValue {
  try {
    return parseYaml(text) as JsonValue
  } catch (error) {
    throw invalid(path, messageOf(error))
  }
}

const known = new Set(['say', 'tool', 'input', 'approve', 'answer', 'absent'])

function readCase(given: unknown, fault: (problem: string) => VoiceError): EvalCase {
  const value = asObject(given)
  if (!value) throw fault('it has to be a mapping with "say"')
  const unknown = Object.keys(value).find((key) => !known.has(key))
  if (unknown !== undefined) throw fault(`"${unknown}" is none of ${[...known].join(', ')}`)
  const { tool, input, approve, answer } = value
  const say = textsOf(value.say)
  if (!say || say.length === 0) throw fault('"say" has to be a sentence or a list of sentences')
  if (tool !== undefined && tool !== null && typeof tool !== 'string')
    throw fault('"tool" has to be the name of a tool, or null')
  if (approve !== undefined && typeof approve !== 'boolean') throw fault('"approve" has to be true or false')
  const absent = textsOf(value.absent ?? [])
  if (!absent) throw fault('"absent" has to be a list of names of tools')
  return {
    say,
    absent,
    tool,
    input,
    approve,
    answer: answer === undefined ? undefined : patternOf(answer, fault),
  }
}

function textsOf(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value : [value]
  return list.every((one) => typeof one === 'string') ? list : undefined
}

/** Timeout in milliseconds for matching one response against one pattern. It is long for the sake of busy machines. */
const PATTERN_MS = 5_000

/** Reads `answer`: `/re/i` is a regular expression; any other text must occur in the response, ignoring case. */
function patternOf(shown: JsonValue, fault: (problem: string) => VoiceError): Pattern {
  if (typeof shown !== 'string') throw fault('"answer" has to be a text or a /regular expression/')
  const [, source, flags] = /^\/(.*)\/([dimsuv]*)$/s.exec(shown) ?? []
  if (source === undefined)
    return { shown, matches: (text) => text.toLowerCase().includes(shown.toLowerCase()) }
  try {
    const pattern = { source, flags: flags ?? '' }
    testForeign('', pattern, PATTERN_MS)
    return { shown, matches: (text) => testForeign(text, pattern, PATTERN_MS) === true }
  } catch (error) {
    throw fault(`"answer": ${messageOf(error)}`)
  }
}

function invalid(path: string, problem: string): VoiceError {
  return new VoiceError(
    'cases-invalid',
    `${path === '-' ? 'Standard input' : path} is no file of cases: ${problem}.`,
  )
}
