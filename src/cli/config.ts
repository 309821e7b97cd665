import { existsSync } from 'node:fs'
import type { Diagnostic } from '../diagnostics.js'
import { VoiceError } from '../errors.js'
import { capitalize } from '../text/capitalize.js'
import type { JsonValue } from '../toolkit/model/json.js'
import { readInput } from './files.js'
import { type ConfigFile, DEFAULT_CONFIG, type LoadedConfig, prefixOf } from './settings/settings.js'

/** The file of `--config`, else voice.config.json, else nothing. Throws `file-unreadable`, or `wrong-usage` with the line. */
export async function loadConfig(
  named: string | undefined,
  remark: (text: string) => void,
): Promise<LoadedConfig> {
  const path = named ?? (existsSync(DEFAULT_CONFIG) ? DEFAULT_CONFIG : undefined)
  if (path === undefined) return { values: {}, at: () => DEFAULT_CONFIG }
  const { decodeDocument, parseDocument, problemText } = await import(
    '../toolkit/collection/read-document.js'
  )
  const text = decodeDocument(await readInput(path))
  const parsed = parseDocument(text)
  if ('problem' in parsed)
    throw new VoiceError('wrong-usage', `${path} ${problemText(parsed.problem)}: ${parsed.problem.message}`)
  const { checkValues, explainConfig, placeIn } = await import('./check-config.js')
  for (const said of remarksOn(path, explainConfig(text, parsed.value as JsonValue))) remark(said)
  const at = (pointer: string) => `${path}, line ${placeIn(text, pointer)}`
  const loaded = { path, values: parsed.value as ConfigFile, at }
  checkValues(loaded)
  return loaded
}

/** Warnings about unknown members. Throws another problem as `wrong-usage`. */
function remarksOn(path: string, faults: Diagnostic[]): string[] {
  const say = ({ line, pointer, message, hint }: Diagnostic) =>
    `${path}, line ${line}: ${prefixOf(pointer)}${message}${hint ? ` ${capitalize(hint)}` : ''}`
  const wrong = faults.find((fault) => fault.code !== 'unknown-key')
  if (wrong) throw new VoiceError('wrong-usage', say(wrong))
  return faults.map(say)
}
