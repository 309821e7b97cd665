import { isObject } from '../../protocol/is-object.js'
import { mustBe } from './protocol-error.js'

/** A check of a setting's type. `want` is the description of the type in an error message. */
interface SettingType {
  is: (value: unknown) => boolean
  want: string
}

const isText = (value: unknown) => typeof value === 'string'
const TEXT: SettingType = { is: isText, want: 'a string' }
const OBJECT: SettingType = { is: isObject, want: 'an object' }
const NAME_OR_OBJECT: SettingType = {
  is: (value) => isText(value) || isObject(value),
  want: 'a string or an object',
}

/**
 * The types of settings by their path in `session`. An object comes before its members, so that it is checked first.
 */
const SESSION: Record<string, SettingType> = {
  instructions: TEXT,
  parallel_tool_calls: { is: (value) => typeof value === 'boolean', want: 'true or false' },
  truncation: NAME_OR_OBJECT,
  tracing: NAME_OR_OBJECT,
  prompt: OBJECT,
  reasoning: OBJECT,
  include: { is: (value) => Array.isArray(value) && value.every(isText), want: 'a list of strings' },
  audio: OBJECT,
  'audio.input': OBJECT,
  'audio.input.format': OBJECT,
  'audio.input.noise_reduction': OBJECT,
  'audio.input.transcription': OBJECT,
  'audio.output': OBJECT,
  'audio.output.format': OBJECT,
  'audio.output.voice': NAME_OR_OBJECT,
  'audio.output.speed': { is: Number.isFinite, want: 'a number' },
}

/** A name that all language models accept. */
const NAME: SettingType = {
  is: (value) => isText(value) && /^[a-zA-Z0-9_-]{0,64}$/.test(String(value)),
  want: 'a name of at most 64 letters, digits, "_" and "-"',
}

/** The types of the members of a client's function tool. */
const TOOL: Record<string, SettingType> = { name: NAME, description: TEXT, parameters: OBJECT }

/**
 * Throws a `ProtocolError` for the first setting of a wrong type. `null` is valid for each setting: it resets the
 * setting.
 */
export function checkSettingTypes(session: Record<string, unknown>): void {
  check(session, { types: SESSION, param: 'session' })
}

/** Throws a `ProtocolError` if a member of a tool has a wrong type. */
export function checkToolTypes(tool: Record<string, unknown>, param: string): void {
  check(tool, { types: TOOL, param })
}

function check(
  fields: Record<string, unknown>,
  { types, param }: { types: Record<string, SettingType>; param: string },
): void {
  for (const [path, { is, want }] of Object.entries(types)) {
    const value = valueAt(fields, path.split('.'))
    if (value !== undefined && value !== null && !is(value)) throw mustBe(`${param}.${path}`, want)
  }
}

function valueAt(fields: Record<string, unknown>, path: string[]): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), fields)
}
