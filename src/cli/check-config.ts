import type { Diagnostic } from '../diagnostics.js'
import { VoiceError } from '../errors.js'
import { isHttpAddress } from '../text/http-address.js'
import { lineIndex } from '../toolkit/collection/line-index.js'
import { locate } from '../toolkit/collection/locate.js'
import type { JsonValue } from '../toolkit/model/json.js'
import { pointerOf } from '../toolkit/model/json-pointer.js'
import { diagnose } from '../toolkit/validate/diagnose.js'
import { ruleByCode } from '../toolkit/validate/rules/table.js'
import { walkShape } from '../toolkit/validate/schema-diagnostics.js'
import { compileShape } from '../toolkit/validate/schema-node.js'
import { durationMs, durationProblem } from './settings/kinds.js'
import {
  type AppConfig,
  type CollectionConfig,
  configSchema,
  type LoadedConfig,
  prefixOf,
} from './settings/settings.js'

/**
 * Checks the values of a configuration against rules that a JSON Schema cannot express, such as valid addresses.
 * Throws `wrong-usage` with the line of the first invalid value.
 */
export function checkValues(config: LoadedConfig): void {
  const { retain, apps = {}, allowedOrigins = [], ...top } = config.values
  if (retain !== undefined && durationMs(retain) === undefined)
    throw wrong(config, ['retain'], durationProblem('"retain"', retain))
  checkOrigins(allowedOrigins, (index) => placeOf(config, ['allowedOrigins', index]))
  checkApp(config, [], top)
  for (const [id, app] of Object.entries(apps)) checkApp(config, ['apps', id], app)
}

function checkApp(config: LoadedConfig, path: (string | number)[], app: AppConfig): void {
  for (const name of ['stt', 'llm', 'tts'] as const) {
    const value = app[name]
    if (value !== undefined && (value.length === 0 || [value].flat().some((one) => one.trim() === '')))
      throw wrong(config, [...path, name], `"${name}" names nothing; leave it out, or name a provider.`)
  }
  for (const [index, collection] of (app.collections ?? []).entries())
    checkCollection(config, [...path, 'collections', index], collection)
}

function checkCollection(
  config: LoadedConfig,
  path: (string | number)[],
  { baseUrl, file }: CollectionConfig,
): void {
  if (file === '' || file === '-')
    throw wrong(
      config,
      [...path, 'file'],
      `"file" takes the path or glob of a collection; "${file}" is none.`,
    )
  const addresses = typeof baseUrl === 'object' ? Object.values(baseUrl) : [baseUrl ?? []].flat()
  for (const address of addresses)
    if (!isHttpAddress(address))
      throw wrong(
        config,
        [...path, 'baseUrl'],
        `"baseUrl" takes an http or https address such as https://api.example.com/v1; "${address}" is none.`,
      )
}

function wrong(config: LoadedConfig, path: (string | number)[], problem: string): VoiceError {
  return new VoiceError('wrong-usage', `${placeOf(config, path)}${problem}`)
}

function placeOf(config: LoadedConfig, path: (string | number)[]): string {
  const pointer = pointerOf(path)
  return `${config.at(pointer)}: ${prefixOf(pointer)}`
}

/** Checks a configuration against its JSON Schema. Returns the diagnostics, with lines, in the order of the file. */
export function explainConfig(text: string, value: JsonValue): Diagnostic[] {
  const faults = walkShape(compileShape(configSchema()), value)
  const judged = faults.map((fault) => ({ ...fault, severity: 'error' as const }))
  return diagnose(text, judged, ruleByCode)
}

/** The line, from 1, of the value at a JSON pointer; 1 if there is no such value. */
export function placeIn(text: string, pointer: string): number {
  return lineIndex(text).at(locate(text, [pointer]).get(pointer)?.start ?? 0).line
}

/**
 * Checks that each value is an origin or `*`. Browsers send origins without a path, so a value with a path would match
 * no page. Throws `wrong-usage`; the message begins with the result of `place`.
 */
export function checkOrigins(origins: readonly string[], place: (index: number) => string): void {
  const wrong = origins.findIndex((one) => one !== '*' && !isOrigin(one))
  if (wrong === -1) return
  throw new VoiceError(
    'wrong-usage',
    `${place(wrong)}"${origins[wrong]}" is no origin of a page; one is written like https://app.example.com, without a path or a slash at the end.`,
  )
}

/**
 * Whether a text is an origin. For example, a web page has the origin `https://app.example.com`, and a mobile app may
 * have `capacitor://localhost`. The class `URL` does not return origins like the second one, so a pattern checks them.
 */
function isOrigin(text: string): boolean {
  if (/^https?:/i.test(text)) return URL.canParse(text) && new URL(text).origin === text
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+$/.test(text)
}

/** Members of the configuration that name an engine or a store. Flags of the same names override them. */
const NAMING = ['stt', 'llm', 'tts', 'vad', 'turnDetection', 'store'] as const

type Naming = Partial<Record<(typeof NAMING)[number], unknown>>

/** Codes of errors whose messages name a provider or a store. */
const CODES: ReadonlySet<string> = new Set(['unknown-provider', 'unknown-store', 'missing-key'])

/**
 * Adds the place in the configuration, such as `voice.config.json, line 4`, to an error about an engine or a store that
 * the configuration names. Other errors are returned unchanged.
 */
export function placedError(
  error: unknown,
  { config, flags }: { config: LoadedConfig; flags: Naming },
): unknown {
  if (!(error instanceof VoiceError) || !CODES.has(error.code)) return error
  const { apps = {}, ...top } = config.values
  const owners: [path: string[], owner: AppConfig & Naming][] = [
    [[], top],
    ...Object.entries(apps).map(([id, app]): [string[], AppConfig] => [['apps', id], app]),
  ]
  for (const member of NAMING.filter((name) => flags[name] === undefined)) {
    const found = owners.find(([, owner]) =>
      namesIn(owner[member]).some((name) => error.message.includes(`"${name}"`)),
    )
    if (!found) continue
    const pointer = pointerOf([...found[0], member])
    return new VoiceError(
      error.code,
      `${config.at(pointer)}: ${prefixOf(pointer) || `${member}: `}${error.message}`,
    )
  }
  return error
}

const namesIn = (value: unknown) => [value].flat().filter((name) => typeof name === 'string')
